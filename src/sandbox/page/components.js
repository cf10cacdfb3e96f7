// Buttons, select menus and modals: the inputs of a message or an answer.

import { avatar, fill, h, icon, nameOf } from "./dom.js";

const STYLE = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };
const SELECT = { string: 3, text: 4, user: 5, role: 6, mentionable: 7, channel: 8 };

function emojiText(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : (emoji.name ?? "");
}

/** Returns the rows below a message, with its failed and waiting interactions. */
export function componentRows(message, view) {
  const rows = message.components ?? [];
  if (rows.length === 0) return null;
  const waiting = [...view.client.pending.values()].filter((one) => one.message === message.id);
  const failed = waiting.find((one) => one.state === "failed");
  const busy = new Set(waiting.filter((one) => one.state !== "failed").map((one) => one.custom_id));
  return h("div", { class: "components" },
    rows.map((row) => h("div", { class: "component-row" }, (row.components ?? []).map((component) =>
      component.type === 2 ? button(component, message, view, busy) : select(component, message, view, busy)))),
    failed
      ? h("div", { class: "failure", role: "alert" }, icon("warn"), h("span", {}, "The application did not respond"),
          h("button", { type: "button", class: "linkish", onclick: () => view.forget(failed.key) }, "Dismiss"))
      : null);
}

function button(component, message, view, busy) {
  const style = STYLE[component.style] ?? "secondary";
  const content = [
    component.emoji ? h("span", { class: "emoji", aria: { hidden: component.label ? "true" : "false" } }, emojiText(component.emoji)) : null,
    component.label ? h("span", { class: "button-label" }, component.label) : null,
  ];
  if (component.style === 5) {
    const usable = /^(https?|discord):/.test(component.url ?? "");
    return h("a", { class: "button link", href: usable ? component.url : undefined, target: "_blank", rel: "noopener noreferrer" }, content, icon("external"));
  }
  const waits = busy.has(component.custom_id);
  return h("button", {
    type: "button",
    class: `button ${style}${waits ? " busy" : ""}`,
    disabled: component.disabled === true,
    dataset: { customId: component.custom_id },
    aria: waits ? { busy: "true" } : {},
    onclick: () => {
      if (busy.size === 0) view.press(message, component.custom_id, component.type);
    },
  }, content, waits ? h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i")) : null);
}

/** Returns the entries of a select menu: its own options, or people, or channels. */
function offers(component, view) {
  const taken = new Set((component.default_values ?? []).map((one) => one.id));
  const people = () => [...view.client.users.values()].map((user) => ({ label: nameOf(user), value: user.id, description: `@${user.username}`, user, default: taken.has(user.id) }));
  switch (component.type) {
    case SELECT.user:
    case SELECT.mentionable:
      return people();
    case SELECT.channel:
      return [...view.client.channels.values()]
        .filter((channel) => channel.type !== 1 && (!component.channel_types?.length || component.channel_types.includes(channel.type)))
        .map((channel) => ({ label: `#${channel.name}`, value: channel.id, default: taken.has(channel.id) }));
    case SELECT.role:
      return [];
    default:
      return (component.options ?? []).map((option) => ({ ...option, emoji: emojiText(option.emoji) }));
  }
}

const PLACEHOLDERS = { 3: "Make a selection", 5: "Select a user", 6: "Select a role", 7: "Select a user or role", 8: "Select a channel" };
let count = 0;

function select(component, message, view, busy) {
  if (!(component.type in PLACEHOLDERS)) return null;
  const all = offers(component, view);
  const least = component.min_values ?? 1;
  const most = Math.min(component.max_values ?? 1, all.length || 1);
  const several = most > 1;
  const chosen = new Set(all.filter((option) => option.default).map((option) => option.value));
  const waits = busy.has(component.custom_id);
  const id = `select-${(count += 1)}`;
  let active = -1;
  let open = false;
  let shown = all;
  let typed = "";

  const label = h("span", { class: "select-label" });
  const list = h("div", { class: "select-list", id, role: "listbox", hidden: true, aria: { multiselectable: String(several), label: component.placeholder ?? PLACEHOLDERS[component.type] } });
  const trigger = h("button", {
    type: "button",
    class: `select${waits ? " busy" : ""}`,
    disabled: component.disabled === true,
    role: "combobox",
    dataset: { customId: component.custom_id },
    aria: { haspopup: "listbox", expanded: "false", controls: id },
    onclick: () => (open ? close(true) : show()),
    onkeydown: keys,
  }, label, waits ? h("span", { class: "dots" }, h("i"), h("i"), h("i")) : icon("chevron"));
  const box = h("div", { class: "select-box", onfocusout: (event) => {
    if (open && !box.contains(event.relatedTarget)) close(true);
  } }, trigger, list);
  write();
  return box;

  function write() {
    const names = all.filter((option) => chosen.has(option.value)).map((option) => option.label);
    fill(label, names.length ? names.join(", ") : (component.placeholder ?? PLACEHOLDERS[component.type]));
    label.classList.toggle("empty", names.length === 0);
    trigger.setAttribute("aria-label", [component.placeholder ?? PLACEHOLDERS[component.type], ...names].join(", "));
  }

  function show() {
    open = true;
    list.hidden = false;
    trigger.setAttribute("aria-expanded", "true");
    active = Math.max(0, all.findIndex((option) => chosen.has(option.value)));
    typed = "";
    draw();
    const room = list.getBoundingClientRect();
    const frame = view.log.getBoundingClientRect();
    if (room.bottom > frame.bottom) list.classList.add("above");
  }

  function draw() {
    shown = all.filter((option) => option.label.toLowerCase().includes(typed));
    if (shown.length === 0) {
      typed = "";
      shown = all;
    }
    active = Math.min(active, shown.length - 1);
    fill(list, shown.length === 0 ? h("div", { class: "nothing" }, "Nothing to choose here") : null, shown.map((option, index) =>
      h("div", {
        class: `select-option${index === active ? " active" : ""}`,
        role: "option",
        id: `${id}-${index}`,
        tabIndex: -1,
        aria: { selected: String(chosen.has(option.value)) },
        onclick: () => take(option),
        onmousemove: () => mark(index),
      },
        option.user ? avatar(option.user, "small") : option.emoji ? h("span", { class: "emoji" }, option.emoji) : null,
        h("span", { class: "select-texts" }, h("span", {}, option.label), option.description ? h("span", { class: "select-note" }, option.description) : null),
        several || chosen.has(option.value) ? h("span", { class: `tick${chosen.has(option.value) ? " on" : ""}` }, icon("check")) : null)));
    mark(active);
  }

  function mark(index) {
    active = index;
    [...list.children].forEach((child, at) => child.classList.toggle("active", at === index));
    if (index >= 0) trigger.setAttribute("aria-activedescendant", `${id}-${index}`);
    list.children[index]?.scrollIntoView({ block: "nearest" });
  }

  function take(option) {
    if (!option) return;
    if (!several) {
      chosen.clear();
      chosen.add(option.value);
      write();
      close(false);
      trigger.focus();
      view.press(message, component.custom_id, component.type, [option.value]);
      return;
    }
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < most) chosen.add(option.value);
    write();
    draw();
  }

  /** Closes the list and, with `send`, sends the values of a list of several, as on Discord. */
  function close(send) {
    const before = new Set(all.filter((option) => option.default).map((option) => option.value));
    open = false;
    list.hidden = true;
    list.classList.remove("above");
    trigger.setAttribute("aria-expanded", "false");
    trigger.removeAttribute("aria-activedescendant");
    const changed = chosen.size !== before.size || [...chosen].some((value) => !before.has(value));
    if (send && several && changed && chosen.size >= least) view.press(message, component.custom_id, component.type, [...chosen]);
  }

  function keys(event) {
    if (!open) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        show();
      }
      return;
    }
    if (event.key === "ArrowDown") mark(Math.min(active + 1, shown.length - 1));
    else if (event.key === "ArrowUp") mark(Math.max(active - 1, 0));
    else if (event.key === "Home") mark(0);
    else if (event.key === "End") mark(shown.length - 1);
    else if (event.key === "Enter" || event.key === " ") take(shown[active]);
    else if (event.key === "Escape") close(true);
    else if (event.key === "Backspace") (typed = typed.slice(0, -1)), draw();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) (typed += event.key.toLowerCase()), draw();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Returns the fields of a modal, in both shapes: rows of text inputs, and labels around one component. */
function fields(modal) {
  return (modal.components ?? []).map((row) => {
    const inner = row.component ?? row.components?.[0];
    if (row.type === 10) return { text: row.content };
    if (!inner) return { text: "" };
    return { row, inner, label: row.label ?? inner.label ?? "", description: row.description };
  });
}

/** Opens a modal. `submit(components)` gets Discord's shape and resolves when the server has accepted it. */
export function openModal(modal, submit, view) {
  const error = h("p", { class: "modal-error", role: "alert", hidden: true });
  const all = fields(modal).map((field) => {
    if (!field.inner) return { element: h("p", { class: "modal-text" }, field.text ?? "") };
    const { inner } = field;
    const id = `field-${(count += 1)}`;
    const required = inner.required !== false;
    let input;
    if (inner.type === SELECT.text) {
      const tall = inner.style === 2;
      input = h(tall ? "textarea" : "input", {
        id,
        value: inner.value ?? "",
        placeholder: inner.placeholder ?? "",
        required,
        minLength: inner.min_length ?? 0,
        maxLength: inner.max_length ?? 4000,
        autocomplete: "off",
        dataset: { customId: inner.custom_id },
      });
      if (tall) input.rows = 5;
    } else {
      input = h("select", { id, required, multiple: (inner.max_values ?? 1) > 1, dataset: { customId: inner.custom_id } },
        (inner.max_values ?? 1) > 1 ? null : h("option", { value: "" }, inner.placeholder ?? PLACEHOLDERS[inner.type] ?? ""),
        offers(inner, view).map((option) => h("option", { value: option.value, selected: Boolean(option.default) }, option.label)));
    }
    const read = () => (inner.type === SELECT.text
      ? { type: 4, custom_id: inner.custom_id, value: input.value }
      : { type: inner.type, custom_id: inner.custom_id, values: [...input.selectedOptions].map((option) => option.value).filter(Boolean) });
    return {
      element: h("div", { class: "modal-field" },
        h("label", { htmlFor: id }, field.label, required ? h("span", { class: "required", aria: { hidden: "true" } }, " *") : null),
        field.description ? h("p", { class: "modal-text" }, field.description) : null,
        input),
      read: () => (field.row.type === 18 ? { type: 18, component: read() } : { type: 1, components: [read()] }),
    };
  });
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const dialog = h("dialog", { class: "modal", aria: { labelledby: "modal-title" } },
    h("form", { method: "dialog", onsubmit: async (event) => {
      event.preventDefault();
      send.disabled = true;
      try {
        await submit(all.filter((field) => field.read).map((field) => field.read()));
        dialog.close();
      } catch (problem) {
        error.textContent = problem.message;
        error.hidden = false;
      } finally {
        send.disabled = false;
      }
    } },
      h("header", { class: "modal-head" }, h("h2", { id: "modal-title" }, modal.title),
        h("button", { type: "button", class: "icon-button", aria: { label: "Close" }, onclick: () => dialog.close() }, icon("close"))),
      h("div", { class: "modal-body" }, all.map((field) => field.element), error),
      h("footer", { class: "modal-foot" },
        h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), send)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, select")?.focus();
}

/** Opens a picture at full size, with its words below; arrows go through several. */
export function openLightbox(pictures, start) {
  let at = start;
  const image = h("img", {});
  const words = h("p", { class: "lightbox-alt" });
  const original = h("a", { class: "linkish", target: "_blank", rel: "noopener" }, "Open in a new tab");
  const step = (by) => {
    at = (at + by + pictures.length) % pictures.length;
    show();
  };
  const show = () => {
    const one = pictures[at];
    image.src = one.source;
    image.alt = one.alt;
    words.textContent = one.alt;
    words.hidden = !one.alt;
    original.href = one.source;
  };
  const dialog = h("dialog", {
    class: "lightbox",
    aria: { label: "Picture" },
    onclick: (event) => {
      if (event.target === dialog || event.target.classList.contains("lightbox-stage")) dialog.close();
    },
    onkeydown: (event) => {
      if (pictures.length > 1 && event.key === "ArrowRight") step(1);
      if (pictures.length > 1 && event.key === "ArrowLeft") step(-1);
    },
  },
    h("button", { type: "button", class: "icon-button lightbox-close", aria: { label: "Close" }, onclick: () => dialog.close() }, icon("close")),
    h("div", { class: "lightbox-stage" }, image),
    h("div", { class: "lightbox-foot" },
      pictures.length > 1 ? h("div", { class: "lightbox-steps" },
        h("button", { type: "button", class: "button secondary", onclick: () => step(-1) }, "‹ Previous"),
        h("button", { type: "button", class: "button secondary", onclick: () => step(1) }, "Next ›")) : null,
      words, original));
  show();
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
