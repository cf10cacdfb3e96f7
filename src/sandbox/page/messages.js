// Messages as Discord shows them: header, text, embeds, attachments. Buttons and menus are in components.js.

import { avatar, bytes, clock, h, icon, nameOf, ownAddress, timeElement } from "./dom.js";
import { componentRows } from "./components.js";
import { usable } from "./commands.js";
import { markdown, markdownLine } from "./markdown.js";

const EPHEMERAL = 64;
const LOADING = 128;
/** Longest time between two messages of an author that share a header, in milliseconds. */
const TOGETHER = 7 * 60 * 1000;
/** Largest width and height of a single picture on Discord, in CSS pixels. */
const WIDEST = 550;
const HIGHEST = 350;

/** True if `message` belongs under the header of the message before it. */
export function joins(message, before) {
  if (!before || before.author?.id !== message.author?.id) return false;
  if (asked(message) || message.message_reference || message.type === 18) return false;
  if (((message.flags ?? 0) & EPHEMERAL) !== ((before.flags ?? 0) & EPHEMERAL)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

/** Returns the user and the command that a message answers; `null` if it answers no command. */
function asked(message) {
  const meta = message.interaction_metadata ?? message.interaction;
  if (!meta || (meta.type ?? 2) !== 2) return null;
  const name = message.interaction?.name ?? message.interaction_metadata?.name;
  return name ? { user: meta.user ?? message.interaction?.user, name } : null;
}

/** Returns a message's element. `view` has the client, the names and the actions of clicks. */
export function messageElement(message, joined, view) {
  const flags = message.flags ?? 0;
  const ephemeral = (flags & EPHEMERAL) !== 0;
  const loading = (flags & LOADING) !== 0;
  const when = new Date(message.timestamp);
  const mine = view.client.isMention(message);
  const classes = ["message", joined && "joined", ephemeral && "ephemeral", mine && !ephemeral && "mentions-me"].filter(Boolean).join(" ");
  const author = message.author ?? {};

  if (message.type === 18) return systemElement(message, when, view);

  const body = h("div", { class: "body" });
  if (loading) {
    body.append(thinking(nameOf(author)));
  } else {
    if (message.content) {
      const text = h("div", { class: "text" }, markdown(message.content, view.names));
      if (message.edited_timestamp) {
        text.append(" ", h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)"));
      }
      body.append(text);
    }
    const inEmbeds = new Set();
    const embeds = (flags & 4) === 0 ? (message.embeds ?? []) : [];
    const embedElements = embeds.map((embed) => embedElement(embed, message, inEmbeds, view));
    const rest = (message.attachments ?? []).filter((one) => !inEmbeds.has(one.id));
    const pictures = rest.filter(isPicture);
    if (pictures.length) body.append(gallery(pictures, view));
    for (const file of rest.filter((one) => !isPicture(one))) body.append(fileCard(file));
    body.append(...embedElements);
    const rows = componentRows(message, view);
    if (rows) body.append(rows);
    if (message.thread) body.append(threadCard(message.thread, view));
  }
  if (ephemeral) {
    body.append(
      h("div", { class: "only-you" }, icon("eye"), h("span", {}, "Only you can see this"), h("span", { aria: { hidden: "true" } }, "·"),
        h("button", { type: "button", class: "linkish", onclick: () => view.dismiss(message.id) }, "Dismiss message")),
    );
  }

  if (!ephemeral && !loading) {
    const offered = apps(message, view);
    if (offered) body.prepend(offered);
  }

  const used = asked(message);
  const reply = used ? usedLine(used) : referenceLine(message, view);
  const head = joined
    ? h("span", { class: "gutter-time", aria: { hidden: "true" } }, clock(when).slice(-5))
    : avatar(author);
  if (!joined) {
    body.prepend(
      h("div", { class: "byline" },
        h("span", { class: "author", style: author.bot ? {} : { "--hue": hueOf(author) } }, nameOf(author)),
        author.bot ? h("span", { class: "app-tag" }, "APP") : null,
        timeElement(when, clock(when))),
    );
  }
  return h(
    "article",
    {
      class: classes,
      id: `message-${message.id}`,
      dataset: { id: message.id, author: author.id ?? "" },
      aria: { label: `${nameOf(author)}, ${clock(when)}${ephemeral ? ", only you can see this" : ""}` },
    },
    reply,
    h("div", { class: "row" }, h("div", { class: "gutter" }, head), body),
  );
}

/** Returns the bot's entries in the context menus of a message and of its author. */
function apps(message, view) {
  const { client } = view;
  const place = client.place(message.channel_id);
  const person = message.author?.bot ? asked(message)?.user : message.author;
  const rows = usable(client.commands, place, 3).map(({ name }) => ({ name, target: message.id, words: name }));
  if (person && person.id !== client.id) {
    rows.push(...usable(client.commands, place, 2).map(({ name }) => ({ name, target: person.id, words: `${name} ${nameOf(person)}` })));
  }
  if (rows.length === 0) return null;
  return h("details", { class: "apps" },
    h("summary", { title: "What Rookery adds to Discord's menu of this message and its author" }, "Apps"),
    h("div", { class: "apps-list" }, rows.map(({ name, target, words }) =>
      h("button", { type: "button", class: "apps-row", onclick: (event) => {
        event.currentTarget.closest("details").open = false;
        view.use(message.channel_id, name, target);
      } }, words))));
}

function hueOf(author) {
  return avatar(author).style.getPropertyValue("--hue");
}

function systemElement(message, when, view) {
  return h("article", { class: "message system", id: `message-${message.id}`, dataset: { id: message.id } },
    h("div", { class: "row" },
      h("div", { class: "gutter" }, icon("thread")),
      h("div", { class: "body" }, h("strong", {}, nameOf(message.author)), " started a thread: ",
        h("button", { type: "button", class: "linkish strong", onclick: () => view.names.openChannel(message.message_reference?.channel_id ?? message.id) }, message.content || "thread"),
        " ", timeElement(when, clock(when)))));
}

function usedLine({ user, name }) {
  return h("div", { class: "reply-line" },
    h("span", { class: "hook", aria: { hidden: "true" } }),
    avatar(user, "tiny"),
    h("span", { class: "reply-name" }, nameOf(user)),
    " used ",
    h("span", { class: "used" }, /^\p{Lu}/u.test(name) ? name : `/${name}`));
}

function referenceLine(message, view) {
  const to = message.referenced_message ?? (message.message_reference && view.client.messages.get(message.message_reference.channel_id ?? message.channel_id)?.get(message.message_reference.message_id));
  if (!message.message_reference && !message.referenced_message) return null;
  const goto = () => view.goTo(to.id);
  return h("div", { class: "reply-line" },
    h("span", { class: "hook", aria: { hidden: "true" } }),
    to
      ? [avatar(to.author, "tiny"), h("span", { class: "reply-name" }, nameOf(to.author)),
         h("button", { type: "button", class: "reply-text", onclick: goto }, markdownLine((to.content || "Click to see the message").split("\n")[0].slice(0, 200), view.names).map((node) => (typeof node === "string" ? node : node.textContent)))]
      : h("span", { class: "reply-text" }, "The message is gone"));
}

/** Returns the line "Rookery is thinking…". */
export function thinking(name) {
  return h("div", { class: "thinking" },
    h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i")),
    h("span", {}, `${name} is thinking…`));
}

/** Returns the log's entry for a command that has no answer yet, or never got one. */
export function pendingElement(one, view) {
  const bot = view.bot();
  const failed = one.state === "failed";
  return h("article", { class: `message pending ephemeral${failed ? " failed" : ""}` },
    usedLine({ user: view.client.me, name: one.name }),
    h("div", { class: "row" },
      h("div", { class: "gutter" }, avatar(bot)),
      h("div", { class: "body" },
        h("div", { class: "byline" }, h("span", { class: "author" }, nameOf(bot)), h("span", { class: "app-tag" }, "APP")),
        failed
          ? h("div", { class: "failure", role: "alert" }, icon("warn"), h("span", {}, "The application did not respond"))
          : one.state === "sending"
            ? h("div", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), h("span", {}, "Sending command…"))
            : thinking(nameOf(bot)),
        failed
          ? h("div", { class: "only-you" }, icon("eye"), h("span", {}, "Only you can see this"), "·",
              h("button", { type: "button", class: "linkish", onclick: () => view.forget(one.key) }, "Dismiss message"))
          : null)));
}

function threadCard(thread, view) {
  return h("button", { type: "button", class: "thread-card", onclick: () => view.names.openChannel(thread.id) },
    h("span", { class: "strong" }, thread.name), h("span", { class: "linkish" }, "Open thread ›"));
}

// Attachments

function isPicture(attachment) {
  if (!ownAddress(attachment.url)) return false;
  return /^image\//.test(attachment.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename ?? "");
}

/** Returns the pictures: one keeps its shape within 550 by 350; several become tiles, cropped as on Discord. */
function gallery(pictures, view) {
  const shown = pictures.map((one) => ({
    source: ownAddress(one.url),
    alt: one.description ?? "",
    name: one.filename ?? "picture",
    width: one.width,
    height: one.height,
  }));
  if (shown.length === 1) return h("div", { class: "pictures one" }, picture(shown, 0, view, fit(shown[0])));
  return h("div", { class: `pictures tiles n${Math.min(shown.length, 4)}` }, shown.map((_, index) => picture(shown, index, view, null)));
}

function fit({ width, height }) {
  if (!width || !height) return null;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function picture(all, index, view, size) {
  const one = all[index];
  const image = h("img", { src: one.source, alt: one.alt, loading: "lazy", decoding: "async" });
  if (size) {
    image.width = size.width;
    image.height = size.height;
  }
  const note = h("span", { class: "alt-text", hidden: true, id: `alt-${(altCount += 1)}` }, one.alt);
  const badge = one.alt
    ? h("button", {
        type: "button",
        class: "alt-badge",
        aria: { expanded: "false", controls: note.id, label: "Show this picture in words" },
        onclick: () => {
          note.hidden = !note.hidden;
          badge.setAttribute("aria-expanded", String(!note.hidden));
        },
        onkeydown: (event) => {
          if (event.key === "Escape" && !note.hidden) badge.click();
        },
      }, "ALT")
    : null;
  return h("figure", { class: "picture" },
    h("button", { type: "button", class: "picture-button", aria: { label: "Open the picture full size" }, onclick: () => view.lightbox(all, index) }, image),
    badge,
    note);
}

let altCount = 0;

/** Number of lines of a text file shown as a preview. */
const PREVIEW_LINES = 8;

function fileCard(file) {
  const source = ownAddress(file.url);
  const card = h("div", { class: "file" },
    h("div", { class: "file-head" },
      icon("file"),
      h("div", { class: "file-name" },
        source ? h("a", { href: source, download: file.filename, class: "linkish" }, file.filename) : h("span", {}, file.filename),
        h("span", { class: "file-size" }, bytes(file.size ?? 0))),
      source ? h("a", { href: source, download: file.filename, class: "icon-button", aria: { label: `Download ${file.filename}` } }, icon("download")) : null),
    file.description ? h("div", { class: "file-note" }, file.description) : null);
  if (source && (/^text\//.test(file.content_type ?? "") || /\.(txt|md|csv|json|pgn|log)$/i.test(file.filename ?? "")) && (file.size ?? 0) < 500000) {
    const code = h("code", {}, "…");
    const view = h("pre", { class: "file-preview", tabIndex: 0, aria: { label: `Beginning of ${file.filename}` } }, code);
    card.append(view);
    fetch(source)
      .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
      .then((text) => {
        const lines = text.replace(/\n$/, "").split("\n");
        code.textContent = lines.slice(0, PREVIEW_LINES).join("\n");
        if (lines.length <= PREVIEW_LINES) return;
        let open = false;
        const more = h("button", { type: "button", class: "linkish file-more", aria: { expanded: "false" }, onclick: () => {
          open = !open;
          code.textContent = (open ? lines : lines.slice(0, PREVIEW_LINES)).join("\n");
          more.textContent = open ? "Show less" : `Show all ${lines.length} lines`;
          more.setAttribute("aria-expanded", String(open));
        } }, `Show all ${lines.length} lines`);
        card.append(more);
      })
      .catch(() => view.remove());
  }
  return card;
}

// Embeds

function embedElement(embed, message, used, view) {
  const box = h("div", { class: "embed" });
  if (typeof embed.color === "number") box.style.setProperty("--bar", `#${embed.color.toString(16).padStart(6, "0")}`);
  const find = (image) => {
    const url = image?.url ?? "";
    const name = url.startsWith("attachment://") ? url.slice(13) : null;
    const attachment = (message.attachments ?? []).find((one) => (name ? one.filename === name : one.url === url || one.proxy_url === url));
    if (attachment) used.add(attachment.id);
    const source = ownAddress(attachment?.url ?? url);
    return source && { source, alt: attachment?.description ?? image?.description ?? "", name: attachment?.filename ?? "picture", width: attachment?.width ?? image.width, height: attachment?.height ?? image.height };
  };
  const titled = (text, url) => (url && /^https?:/.test(url) ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text) : text);
  const inner = h("div", { class: "embed-inner" });
  if (embed.author?.name) inner.append(h("div", { class: "embed-author" }, titled(embed.author.name, embed.author.url)));
  if (embed.title) inner.append(h("div", { class: "embed-title" }, titled(markdownLine(embed.title, view.names), embed.url)));
  if (embed.description) inner.append(h("div", { class: "embed-description text" }, markdown(embed.description, view.names)));
  if (embed.fields?.length) {
    inner.append(h("div", { class: "embed-fields" }, embed.fields.map((field) =>
      h("div", { class: field.inline ? "field inline" : "field" },
        h("div", { class: "field-name" }, markdownLine(field.name, view.names)),
        h("div", { class: "field-value text" }, markdown(field.value, view.names))))));
  }
  box.append(inner);
  const thumbnail = embed.thumbnail && find(embed.thumbnail);
  if (thumbnail) box.append(h("img", { class: "embed-thumbnail", src: thumbnail.source, alt: thumbnail.alt }));
  const image = embed.image && find(embed.image);
  if (image) inner.append(h("div", { class: "pictures one" }, picture([image], 0, view, fit(image))));
  if (embed.footer?.text || embed.timestamp) {
    const when = embed.timestamp ? new Date(embed.timestamp) : null;
    inner.append(h("div", { class: "embed-footer" },
      embed.footer?.text ?? "", embed.footer?.text && when ? " • " : "", when ? timeElement(when, clock(when)) : ""));
  }
  return box;
}
