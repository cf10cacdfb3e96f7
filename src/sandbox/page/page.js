// The chat page of the sandbox: several people, one of whom is the current user; one click switches to another.

import { add, avatar, fill, h, icon, nameOf } from "./dom.js";
import { Client, post } from "./client.js";
import { Composer } from "./composer.js";
import { openLightbox, openModal } from "./components.js";
import { joins, messageElement, pendingElement } from "./messages.js";
import { Hint } from "./hint.js";
import { openTools } from "./tools.js";

/** The current user at the first visit. */
const ALICE = "4000000000000000001";
const element = (id) => document.getElementById(id);
const log = element("log");
const narrow = matchMedia("(max-width: 760px)");

/** Every person's client, in the order of the server's list. */
const clients = new Map();
let current = new Client(kept("rookery.user") ?? ALICE, changed);
clients.set(current.id, current);

function kept(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

const names = {
  get me() {
    return current.id;
  },
  user: (id) => current.users.get(id),
  channel: (id) => current.channels.get(id),
  openChannel,
  useCommand: (name) => composer.begin(name),
};

const view = {
  log,
  names,
  get client() {
    return current;
  },
  bot: () => [...current.users.values()].find((user) => user.bot) ?? { id: "1", username: "Rookery", bot: true },
  dismiss: (id) => current.dismiss(id),
  forget(key) {
    const one = current.pending.get(key);
    current.pending.delete(key);
    if (one?.message) cache.delete(one.message);
    changed(current, "pending");
  },
  lightbox: openLightbox,
  goTo(id) {
    const target = element(`message-${id}`);
    if (!target) return notice("That message is not in view here.");
    target.scrollIntoView({ block: "center" });
    target.classList.add("flash");
    setTimeout(() => target.classList.remove("flash"), 1600);
  },
  /** Uses a command of a context menu on a message or a person. */
  async use(channel, command, target) {
    try {
      await current.interact({ channel, kind: "command", command, target }, { name: command });
    } catch (error) {
      notice(error.message);
    }
  },
  async press(message, customId, type, values) {
    const client = current;
    hint.pressed(client.id);
    try {
      const body = { channel: message.channel_id, kind: "component", message: message.id, custom_id: customId, component_type: type };
      if (values) body.values = values;
      await client.interact(body, { message: message.id, custom_id: customId, name: "" });
    } catch (error) {
      notice(error.message);
    }
  },
};

const composer = new Composer(
  {
    input: element("line"),
    backdrop: element("backdrop"),
    popup: element("popup"),
    error: element("error"),
    status: element("suggestions"),
    extra: element("extra"),
    send: element("send"),
    slash: element("slash"),
  },
  {
    client: () => current,
    notice,
    sent(asked) {
      current.newFrom = null;
      stick = true;
      if (asked) hint.used(asked.command, current.id);
    },
  },
);

const hint = new Hint(element("hint"), {
  client: () => current,
  others: () => [...clients.values()].filter((client) => client !== current),
  become,
  type: (name) => composer.begin(name),
});

// The current user

function become(id) {
  if (id === current.id) return;
  const before = current;
  composer.remember();
  current = clients.get(id);
  try {
    sessionStorage.setItem("rookery.user", id);
  } catch {
    // The choice is lost at the next reload.
  }
  // A public place stays open for the next user; direct messages belong to each user alone.
  const place = before.channels.get(before.channel);
  if (place && before.place(place.id).context !== 1 && current.channels.has(place.id)) current.channel = place.id;
  entered();
  if (!narrow.matches) element("line").focus();
}

function openChannel(id) {
  if (!current.channels.has(id)) return notice("That channel is not here any more.");
  composer.remember();
  current.channel = id;
  current.save();
  drawer(false);
  entered();
  if (!narrow.matches) element("line").focus();
}

/** Shows the open channel, after a change of channel or user. */
function entered() {
  const read = current.read.get(current.channel) ?? "0";
  const { unread } = current.marks(current.channel);
  current.newFrom = unread ? read : null;
  stick = true;
  cache.clear();
  log.setAttribute("aria-busy", "true");
  fill(log);
  composer.restore();
  draw();
  log.removeAttribute("aria-busy");
}

// Drawing

let drawing = false;

/** Notes a change in a client; changes are drawn once per turn of the event loop. */
function changed(client, what, about) {
  if (client === current && what === "all") meetOthers();
  if (about?.isNew && client === current && about.channel !== current.channel && client.isMention(about.message)) {
    const channel = current.channels.get(about.channel);
    announce(`${nameOf(about.message.author)} mentioned you in ${channel?.name ?? "another channel"}`);
  }
  if (drawing) return;
  drawing = true;
  setTimeout(draw, 0);
}

/** Makes a client for every person on the server as soon as their list is known. */
function meetOthers() {
  const people = [...current.users.values()].filter((user) => !user.bot);
  for (const user of people) {
    if (clients.has(user.id)) continue;
    const client = new Client(user.id, changed);
    client.me = user;
    clients.set(user.id, client);
    client.connect();
  }
}

let drawnFor = null;

function draw() {
  drawing = false;
  const key = `${current.id} ${current.channel}`;
  if (current.ready && drawnFor !== key) {
    // The first state, or the state of a new world, is shown like a change of channel.
    drawnFor = key;
    entered();
    return;
  }
  drawPeople();
  drawChannels();
  drawTop();
  drawBanner();
  drawLog();
  drawTyping();
  hint.draw();
  if (current.modals.length) {
    const { interaction, modal } = current.modals.shift();
    const client = current;
    openModal(modal, (components) =>
      client.interact({ channel: client.channel, kind: "modal", interaction, custom_id: modal.custom_id, components }, { name: modal.title }), view);
  }
  const { mentions } = current.allMarks();
  const others = [...clients.values()].reduce((sum, client) => sum + (client === current ? 0 : client.allMarks().mentions), 0);
  document.title = `${mentions + others ? `(${mentions + others}) ` : ""}${titleOf(current.channels.get(current.channel))} · Rookery sandbox`;
}

/** True for a user's direct messages with the bot. */
function withBot(channel) {
  return current.place(channel.id).context === 1;
}

/** Returns the name of the other person in direct messages. */
function otherName(channel) {
  return nameOf(withBot(channel) ? view.bot() : channel.recipients.find((user) => user.id !== current.id));
}

function titleOf(channel) {
  if (!channel) return "…";
  if (channel.type === 1) return `@${otherName(channel)}`;
  return channel.type === 0 ? `#${channel.name}` : channel.name;
}

/** Replaces the children only if their keys differ, so that the focus stays. */
function redraw(parent, rows) {
  const keys = rows.map((row) => row.key).join("\n");
  if (parent.dataset.keys === keys) return;
  parent.dataset.keys = keys;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  fill(parent, rows.map((row) => row.make()));
  if (focused) parent.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

function badge({ unread, mentions }) {
  if (mentions) return h("span", { class: "badge", aria: { hidden: "true" } }, mentions > 99 ? "99+" : String(mentions));
  if (unread) return h("span", { class: "unread-dot", aria: { hidden: "true" } });
  return null;
}

function markWords({ unread, mentions }) {
  if (mentions) return `, ${mentions} ${mentions === 1 ? "mention" : "mentions"}`;
  return unread ? ", unread" : "";
}

function drawPeople() {
  const people = [...clients.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  redraw(element("people"), people.map((client, index) => {
    const marks = client.allMarks();
    const here = client === current;
    return {
      key: `${client.id}${client.me.username}${here}${marks.mentions}${marks.unread > 0}`,
      make: () => h("button", {
        type: "button",
        class: `person${here ? " here" : ""}`,
        title: `Be ${nameOf(client.me)} (Alt+${index + 1})`,
        dataset: { focus: client.id, user: client.id },
        aria: { pressed: String(here), label: `Be ${nameOf(client.me)}${here ? " (now)" : markWords(marks)}` },
        onclick: () => become(client.id),
      },
        h("span", { class: "person-picture" }, avatar(client.me), badge(marks)),
        h("span", { class: "person-name" }, nameOf(client.me))),
    };
  }));
}

function drawChannels() {
  element("guild").textContent = current.guild?.name ?? "…";
  const all = [...current.channels.values()];
  const outside = all.filter((channel) => current.place(channel.id).outside);
  const text = all.filter((channel) => channel.type === 0 && !outside.includes(channel)).sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || (a.id < b.id ? -1 : 1));
  const direct = all.filter(withBot);
  const threads = (parent) => all.filter((channel) => [10, 11, 12].includes(channel.type) && channel.parent_id === parent);
  const rows = [];
  const row = (channel, kind) => {
    const marks = current.marks(channel.id);
    const here = channel.id === current.channel;
    const name = channel.type === 1 ? otherName(channel) : channel.name;
    rows.push({
      key: `${channel.id}${name}${kind}${here}${marks.mentions}${marks.unread > 0}`,
      make: () => h("button", {
        type: "button",
        class: `channel ${kind}${here ? " here" : ""}${marks.unread ? " unread" : ""}`,
        title: name,
        dataset: { focus: channel.id, channel: channel.id },
        aria: { ...(here ? { current: "page" } : {}), label: `${name}${kind.includes("thread") ? ", thread" : ""}${kind.includes("archived") ? ", archived" : ""}${markWords(marks)}` },
        onclick: () => openChannel(channel.id),
      },
        kind.includes("thread") ? h("span", { class: "elbow", aria: { hidden: "true" } }) : withBot(channel) ? avatar(view.bot(), "small") : icon(channel.type === 0 ? "hash" : "people"),
        h("span", { class: "channel-name" }, name),
        kind.includes("archived") ? icon("archive") : null,
        badge(marks)),
    });
  };
  const heading = (words) => rows.push({ key: words, make: () => h("h3", { class: "channel-heading" }, words) });
  heading("Channels");
  for (const channel of text) {
    row(channel, "text");
    const below = threads(channel.id).sort((a, b) => (a.id < b.id ? 1 : -1));
    for (const thread of below.filter((one) => !one.thread_metadata?.archived)) row(thread, "thread");
    for (const thread of below.filter((one) => one.thread_metadata?.archived)) row(thread, "thread archived");
  }
  if (direct.length) heading("Direct messages");
  for (const channel of direct) row(channel, "direct");
  if (outside.length) heading("Without the bot");
  for (const channel of outside) row(channel, channel.type === 0 ? "text" : "direct");
  redraw(element("channels"), rows);
  redraw(element("me"), [{
    key: `${current.id}${current.me.username}${current.botOnline}${current.connected}`,
    make: () => h("div", { class: "me-inner" }, avatar(current.me),
      h("div", { class: "me-texts" }, h("span", { class: "strong" }, nameOf(current.me)),
        h("span", { class: "quiet" }, current.connected ? (current.botOnline ? "Rookery is online" : "Rookery is offline") : "Not connected")),
      h("span", { class: `lamp${current.connected && current.botOnline ? " on" : ""}`, aria: { hidden: "true" } })),
  }]);
}

function drawTop() {
  const channel = current.channels.get(current.channel);
  const title = titleOf(channel);
  const thread = channel && [10, 11, 12].includes(channel.type);
  const parent = thread ? current.channels.get(channel.parent_id) : null;
  const elsewhere = [...current.channels.keys()].reduce((sum, id) => sum + (id === current.channel ? 0 : current.marks(id).mentions), 0);
  redraw(element("title"), [{
    key: `${channel?.id}${title}${channel?.thread_metadata?.archived}`,
    make: () => h("span", { class: "title-inner" },
      parent ? [h("button", { type: "button", class: "crumb", onclick: () => openChannel(parent.id) }, `#${parent.name}`), h("span", { class: "quiet", aria: { hidden: "true" } }, "›")] : null,
      channel?.type === 0 ? icon("hash") : thread ? icon("thread") : null,
      h("span", { class: "title-text" }, channel?.type === 0 ? channel.name : title),
      channel?.thread_metadata?.archived ? h("span", { class: "chip" }, "archived") : null),
  }]);
  redraw(element("menu"), [{ key: String(elsewhere), make: () => h("span", { class: "menu-inner" }, icon("menu"), badge({ unread: 0, mentions: elsewhere })) }]);
  const archive = element("archive");
  archive.hidden = !thread;
  if (thread) {
    const archived = Boolean(channel.thread_metadata?.archived);
    archive.title = archived ? "Reopen this thread" : "Archive this thread";
    archive.setAttribute("aria-label", archive.title);
    archive.setAttribute("aria-pressed", String(archived));
  }
  const line = element("line");
  const words = channel ? (thread ? `Message "${title}"` : `Message ${title}`) : "";
  line.placeholder = channel?.thread_metadata?.archived ? "Archived: a message wakes it, commands wait until then" : words;
  line.setAttribute("aria-label", `${words}, as ${nameOf(current.me)}. A slash begins a command.`);
}

function drawBanner() {
  const banner = element("banner");
  const words = !current.ready
    ? "Connecting to the sandbox…"
    : !current.connected
      ? "The sandbox has gone away. Trying again…"
      : !current.botOnline
        ? "Rookery is not connected at the moment: commands have to wait."
        : "";
  if (banner.dataset.words === words) return;
  banner.dataset.words = words;
  banner.hidden = !words;
  banner.classList.toggle("lost", !current.connected);
  fill(banner, words ? [current.connected ? icon("warn") : h("span", { class: "spinner", aria: { hidden: "true" } }), words] : null);
}

/** Elements of messages by id, each with its source. */
const cache = new Map();
/** True if the log stays scrolled to its end. */
let stick = true;

function drawLog() {
  if (!current.ready) return;
  const channel = current.channels.get(current.channel);
  const messages = current.list();
  const nodes = [];
  const used = new Set();
  const put = (id, made, make) => {
    let entry = cache.get(id);
    if (!entry || entry.made !== made) {
      const open = entry?.node.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
      entry = { made, node: make(), focus: open };
      cache.set(id, entry);
    }
    used.add(id);
    nodes.push(entry.node);
  };
  put("beginning", `${channel?.id}`, () => beginning(channel));
  let before = null;
  for (const message of messages) {
    const day = new Date(message.timestamp).toDateString();
    if (before && new Date(before.timestamp).toDateString() !== day) {
      put(`day ${day}`, day, () => h("div", { class: "divider", role: "separator" }, h("span", {}, new Date(message.timestamp).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" }))));
      before = null;
    }
    if (current.newFrom !== null && !used.has("new") && isAfter(message.id, current.newFrom) && message.author?.id !== current.id) {
      put("new", "new", () => h("div", { class: "divider new", role: "separator", aria: { label: "New messages" } }, h("span", {}, "NEW")));
      before = null;
    }
    const joined = joins(message, before);
    const waiting = [...current.pending.values()].filter((one) => one.message === message.id).map((one) => one.custom_id + one.state);
    const about = /<[#@]/.test(JSON.stringify([message.content, message.embeds])) ? current.channels.size + current.users.size : 0;
    put(message.id, JSON.stringify([message, joined, waiting, about]), () => messageElement(message, joined, view));
    before = message;
  }
  for (const one of current.pending.values()) {
    if (one.channel !== current.channel || one.message || !one.name) continue;
    put(`pending ${one.key}`, one.state, () => pendingElement(one, view));
  }
  for (const id of cache.keys()) if (!used.has(id)) cache.delete(id);
  let at = log.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else log.insertBefore(node, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
  for (const entry of cache.values()) {
    if (entry.focus) entry.node.querySelector(`[data-custom-id="${CSS.escape(entry.focus)}"]`)?.focus();
    entry.focus = null;
  }
  follow();
}

function isAfter(id, other) {
  return id.length === other.length ? id > other : id.length > other.length;
}

function beginning(channel) {
  if (!channel) return h("div", {});
  const thread = [10, 11, 12].includes(channel.type);
  const words = withBot(channel)
    ? "This is where you and Rookery speak alone. Most commands work here, too."
    : current.place(channel.id).outside ? "Rookery is no member here: it answers those who have installed it for themselves."
    : thread ? "This thread belongs to one game." : `This is the beginning of #${channel.name}.`;
  return h("div", { class: "beginning" },
    h("span", { class: "beginning-mark" }, withBot(channel) ? avatar(view.bot(), "big") : icon(thread ? "thread" : channel.type === 0 ? "hash" : "people")),
    h("h3", {}, channel.type === 0 ? `Welcome to #${channel.name}` : channel.type === 1 ? otherName(channel) : channel.name),
    h("p", {}, words));
}

/** Keeps the log scrolled to its end if it was there, and marks visible messages as read. */
function follow() {
  if (stick) log.scrollTop = log.scrollHeight;
  const { unread } = current.marks(current.channel);
  if (stick && document.visibilityState === "visible") {
    if (current.markRead()) {
      drawPeople();
      drawChannels();
      drawTop();
    }
    element("jump").hidden = true;
  } else {
    element("jump").hidden = stick || unread === 0;
  }
}

function drawTyping() {
  const one = current.typing.get(current.channel);
  const words = one && one.until > Date.now() ? `${nameOf(current.users.get(one.user))} is typing…` : "";
  const line = element("typing");
  if (line.dataset.words === words) return;
  line.dataset.words = words;
  fill(line, words ? [h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i")), words] : null);
}

// Announcements and notices

function announce(words) {
  element("suggestions").textContent = words;
}

function notice(words) {
  const note = h("div", { class: "notice" }, words);
  element("notices").append(note);
  setTimeout(() => note.remove(), 6000);
}

function drawer(open) {
  const side = element("sidebar");
  side.classList.toggle("open", open);
  element("shade").hidden = !open;
  element("menu").setAttribute("aria-expanded", String(open));
  side.inert = narrow.matches && !open;
  if (open) side.querySelector(".channel.here, .channel")?.focus();
}

add(element("archive"), icon("archive"));
add(element("tools"), icon("tools"));
add(element("send"), icon("send"));
add(element("slash"), icon("slash"));
add(element("jump"), icon("down"));

element("menu").addEventListener("click", () => drawer(!element("sidebar").classList.contains("open")));
element("shade").addEventListener("click", () => drawer(false));
element("tools").addEventListener("click", () => openTools({ notice }));
element("archive").addEventListener("click", async () => {
  const channel = current.channels.get(current.channel);
  try {
    await post("/sandbox/archive", { channel: channel.id, archived: !channel.thread_metadata?.archived });
  } catch (error) {
    notice(error.message);
  }
});
element("jump").addEventListener("click", () => {
  stick = true;
  follow();
});
log.addEventListener("scroll", () => {
  const end = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
  if (end === stick) return;
  stick = end;
  if (stick) follow();
});
// Pictures and texts that load late, and a growing line, must not push the end out of sight.
new ResizeObserver(() => stick && (log.scrollTop = log.scrollHeight)).observe(log);
log.addEventListener("load", () => stick && (log.scrollTop = log.scrollHeight), true);
new MutationObserver(() => stick && (log.scrollTop = log.scrollHeight)).observe(log, { childList: true, subtree: true });
document.addEventListener("visibilitychange", follow);
narrow.addEventListener("change", () => drawer(false));
addEventListener("beforeunload", () => {
  composer.remember();
  for (const client of clients.values()) client.save();
});
document.addEventListener("keydown", (event) => {
  if (event.altKey && !event.ctrlKey && /^[1-9]$/.test(event.key)) {
    const person = [...clients.keys()].sort()[Number(event.key) - 1];
    if (person) {
      event.preventDefault();
      become(person);
    }
    return;
  }
  if (event.key === "Escape" && element("sidebar").classList.contains("open")) {
    drawer(false);
    element("menu").focus();
    return;
  }
  // Typing anywhere goes to the line, as in a chat.
  const target = event.target;
  const free = target === document.body || target === log || target.classList?.contains("person") || target.classList?.contains("channel");
  if (free && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) element("line").focus();
});

drawer(false);
drawPeople();
drawBanner();
current.connect();
