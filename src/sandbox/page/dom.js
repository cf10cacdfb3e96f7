// Building blocks of the page: elements, icons, avatars and times. Content only ever becomes text nodes.

/**
 * Returns a new element. `props` are properties where the element has them, else attributes; `on…` are listeners;
 * `dataset`, `style` and `aria` are objects. Children are nodes, texts, lists of them, or nothing.
 */
export function h(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (key === "aria") for (const [k, v] of Object.entries(value)) element.setAttribute(`aria-${k}`, v);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof element[key] !== "object") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

/** Appends nodes and texts. */
export function add(parent, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child);
  }
  return parent;
}

/** Replaces all children. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** The page's icons, 24 by 24, drawn with strokes; a leading `!` fills instead. */
const ICONS = {
  hash: ["M10 4 8 20M16 4l-2 16M4 9h16M3 15h16"],
  people: ["M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c0-4 2.5-6 6.5-6s6.5 2 6.5 6M15.5 5a3.2 3.2 0 0 1 0 6M17.5 14.3c2.5.7 4 2.6 4 5.700"],
  thread: ["M6 4v8a4 4 0 0 0 4 4h9M15 12l4 4-4 4"],
  menu: ["M4 6h16M4 12h16M4 18h16"],
  send: ["!M3 20.5 21.5 12 3 3.5l2.2 7L14 12l-8.8 1.5z"],
  close: ["M6 6l12 12M18 6 6 18"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z"],
  reply: ["M4 20c0-7 4-11 11-11h4M15 5l4 4-4 4"],
  file: ["M6 3h8l5 5v13H6zM14 3v5h5M9 13h6M9 17h6"],
  download: ["M12 4v11M7 11l5 5 5-5M5 20h14"],
  chevron: ["M6 9l6 6 6-6"],
  external: ["M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9"],
  archive: ["M4 5h16v4H4zM6 9v10h12V9M10 13h4"],
  tools: ["M4 7h9M17 7h3M13 5v4M4 17h3M11 17h9M7 15v4M4 12h3M11 12h9"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  down: ["M12 5v14M6 13l6 6 6-6"],
  slash: ["M16 4 8 20"],
  warn: ["M12 4 2.8 20h18.4zM12 10v5M12 17.4v.4"],
  rook: ["!M5 3h3.2v2.6h2.2V3h3.2v2.6h2.2V3H19v6l-2.4 1.8.8 6.2H6.6l.8-6.2L5 9zM5 18.6h14V21H5z"],
};

/** Returns one of the page's icons, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const shape of ICONS[name] ?? []) {
    const path = document.createElementNS(SVG, "path");
    const filled = shape.startsWith("!");
    path.setAttribute("d", filled ? shape.slice(1) : shape);
    path.setAttribute("class", filled ? "filled" : "stroked");
    svg.append(path);
  }
  return svg;
}

/** Returns a user's display name. */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

const AVATAR_HUES = [212, 146, 20, 282, 338, 178, 40, 254];

/** Returns a round picture: a rook for the bot, coloured initials for people. */
export function avatar(user, size = "") {
  const circle = h("span", { class: `avatar ${size}`, aria: { hidden: "true" } });
  if (user?.bot) {
    circle.classList.add("bot");
    circle.append(icon("rook"));
    return circle;
  }
  const digits = String(user?.id ?? "0");
  const hue = AVATAR_HUES[(Number(digits.slice(-6)) + AVATAR_HUES.length - 1) % AVATAR_HUES.length];
  circle.style.setProperty("--hue", hue);
  circle.append(
    nameOf(user)
      .split(/\s+/)
      .map((word) => [...word][0] ?? "")
      .slice(0, 2)
      .join("")
      .toUpperCase(),
  );
  return circle;
}

/** Compares snowflakes as Discord orders them: shorter first, then by digits. */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Returns a date relative to now: "in 3 hours", "2 minutes ago". */
export function relative(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS[5];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

const format = (options) => new Intl.DateTimeFormat("en-GB", options);
const STYLES = {
  t: format({ hour: "2-digit", minute: "2-digit" }),
  T: format({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  d: format({ day: "2-digit", month: "2-digit", year: "numeric" }),
  D: format({ day: "numeric", month: "long", year: "numeric" }),
  f: format({ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" }),
  F: format({ weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" }),
};

/** Returns a date in one of the styles of `<t:…:STYLE>`. */
export function dated(date, style = "f") {
  if (style === "R") return relative(date);
  return (STYLES[style] ?? STYLES.f).format(date);
}

/** Returns today's times as "14:05", yesterday's as "Yesterday at 14:05", older ones with their date. */
export function clock(date, now = new Date()) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = STYLES.t.format(date);
  if (date >= midnight) return time;
  if (date >= midnight - 86400000) return `Yesterday at ${time}`;
  return `${STYLES.d.format(date)} ${time}`;
}

/** Returns an element with a time's text that shows the full date when pointed at. */
export function timeElement(date, text) {
  return h("time", { dateTime: date.toISOString(), title: STYLES.F.format(date) }, text);
}

/** Keeps every `<t:…:R>` on the page current. */
setInterval(() => {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    element.textContent = relative(new Date(element.dateTime));
  }
}, 5000);

/** Returns a size as people write it. */
export function bytes(count) {
  if (count < 1000) return `${count} bytes`;
  if (count < 1e6) return `${(count / 1024).toFixed(1)} KB`;
  return `${(count / 1048576).toFixed(2)} MB`;
}

/**
 * Returns the address of a picture or file on this server, else `undefined`: the page contacts nobody else. A world
 * that names itself 127.0.0.1 is also reached as localhost.
 */
export function ownAddress(address) {
  if (!address) return undefined;
  try {
    const url = new URL(address, location.href);
    const loopback = ["127.0.0.1", "localhost", "[::1]"];
    if (url.origin === location.origin) return url.pathname + url.search;
    if (loopback.includes(url.hostname) && url.port === location.port) return url.pathname + url.search;
  } catch {
    // An invalid address is treated as absent.
  }
  return undefined;
}
