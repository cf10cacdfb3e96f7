// Discord's markdown, as far as messages and embeds use it, turned into DOM nodes. No markup text is written: every
// text of a message stays a text node.

import { dated, h, nameOf, timeElement } from "./dom.js";

/**
 * The meanings of names: `user(id)`, `channel(id)`, `command(name)` for clicks; `me` is the reader.
 * @typedef {{me: string, user: Function, channel: Function, openChannel: Function, useCommand: Function}} Names
 */

/** Returns the nodes of a whole message or description. */
export function markdown(text, names) {
  return blocks(String(text ?? "").replace(/\r\n?/g, "\n"), names, 0);
}

/** Returns the nodes of one line, for titles and field names, which have no blocks. */
export function markdownLine(text, names) {
  return inline(String(text ?? ""), names, 0);
}

const DEEPEST = 12;

function blocks(text, names, depth) {
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length === 0) return;
    nodes.push(...inline(paragraph.join("\n"), names, depth));
    paragraph = [];
  };
  // Code fences come first: their contents are plain text.
  const fence = /```(?:([\w+#.-]+)\n)?\n*([\s\S]+?)\n*```/g;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    // A backslash before the fence makes it plain text.
    if (text[match.index - 1] === "\\") continue;
    let before = text.slice(from, match.index);
    if (before.endsWith("\n")) before = before.slice(0, -1);
    if (before) lines(before);
    flush();
    nodes.push(h("pre", {}, h("code", { dataset: match[1] ? { language: match[1] } : {} }, match[2])));
    from = match.index + match[0].length;
    if (text[from] === "\n") from += 1;
  }
  if (from < text.length) lines(text.slice(from));
  flush();
  return nodes;

  function lines(part) {
    const all = part.split("\n");
    for (let at = 0; at < all.length; at += 1) {
      const line = all[at];
      const heading = /^(#{1,3})\s+(.+)$/.exec(line);
      if (heading) {
        flush();
        // Headings inside a chat log must not disturb the page's own outline.
        const level = heading[1].length;
        nodes.push(
          h("div", { class: `h${level}`, role: "heading", aria: { level: String(level + 2) } }, inline(heading[2], names, depth)),
        );
      } else if (/^-# +\S/.test(line)) {
        flush();
        nodes.push(h("div", { class: "subtext" }, inline(line.slice(3).trimStart(), names, depth)));
      } else if (/^>>> /.test(line) && depth < DEEPEST) {
        flush();
        nodes.push(h("blockquote", {}, blocks([line.slice(4), ...all.slice(at + 1)].join("\n"), names, depth + 1)));
        return;
      } else if (/^> /.test(line) && depth < DEEPEST) {
        flush();
        const quoted = [line.slice(2)];
        while (at + 1 < all.length && /^> /.test(all[at + 1])) quoted.push(all[(at += 1)].slice(2));
        nodes.push(h("blockquote", {}, blocks(quoted.join("\n"), names, depth + 1)));
      } else if (ITEM.test(line) && depth < DEEPEST) {
        flush();
        const items = [line];
        while (at + 1 < all.length && (ITEM.test(all[at + 1]) || /^ {2,}\S/.test(all[at + 1]))) items.push(all[(at += 1)]);
        nodes.push(list(items, names, depth + 1));
      } else {
        paragraph.push(line);
      }
    }
  }
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

function list(lines, names, depth) {
  const first = ITEM.exec(lines[0]);
  const indent = first[1].length;
  const ordered = /\d/.test(first[2]);
  const root = h(ordered ? "ol" : "ul", ordered ? { start: Number.parseInt(first[2], 10) } : {});
  let at = 0;
  while (at < lines.length) {
    const [, , , text] = ITEM.exec(lines[at]) ?? [null, "", "", lines[at].trim()];
    at += 1;
    const below = [];
    const more = [];
    while (at < lines.length) {
      const next = ITEM.exec(lines[at]);
      if (next && next[1].length <= indent) break;
      if (next || below.length > 0) below.push(lines[at]);
      else more.push(lines[at].trim());
      at += 1;
    }
    const item = h("li", {}, inline([text, ...more].join("\n"), names, depth));
    if (below.length > 0 && depth < DEEPEST && ITEM.test(below[0])) item.append(list(below, names, depth + 1));
    root.append(item);
  }
  return root;
}

/** The inline rules, tried in this order at every place; each returns the nodes of its match. */
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (match) => [match[1]]],
  [/^(`{1,2})([\s\S]*?[^`])\1(?!`)/, (match) => [
    // A space next to a backtick only separates the two.
    h("code", { class: "inline" }, match[1] === "``" ? match[2].replace(/^ (?=`)|(?<=`) $/g, "") : match[2]),
  ]],
  [/^<@!?(\d+)>/, (match, names) => [mention(match[1], names)]],
  [/^<@&(\d+)>/, () => [h("span", { class: "mention" }, "@role")]],
  [/^<#(\d+)>/, (match, names) => [channelMention(match[1], names)]],
  [/^<\/([-\w]+(?: [-\w]+){0,2}):(\d+)>/, (match, names) => [
    h("button", { type: "button", class: "mention", onclick: () => names.useCommand?.(match[1]) }, `/${match[1]}`),
  ]],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (match) => {
    const date = new Date(Number(match[1]) * 1000);
    if (Number.isNaN(date.getTime())) return [match[0]];
    const element = timeElement(date, dated(date, match[2]));
    element.classList.add("stamp");
    if (match[2] === "R") element.dataset.relative = "1";
    return [element];
  }],
  [/^<a?(:\w+:)\d+>/, (match) => [match[1]]],
  [/^@(everyone|here)\b/, (match) => [h("span", { class: "mention" }, match[0])]],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: "[^"]*")?\)/, (match, names, depth) => [
    link(match[2], inline(match[1], names, depth + 1)),
  ]],
  [/^<(https?:\/\/[^\s<>]+)>/, (match) => [link(match[1], match[1])]],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?"'()\]*_~|]/, (match) => [link(match[0], match[0])]],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (match, names, depth) => [
    h("strong", {}, h("em", {}, inline(match[1], names, depth + 1))),
  ]],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (match, names, depth) => [h("strong", {}, inline(match[1], names, depth + 1))]],
  [/^__([\s\S]+?)__(?!_)/, (match, names, depth) => [h("u", {}, inline(match[1], names, depth + 1))]],
  [/^~~([\s\S]+?)~~/, (match, names, depth) => [h("s", {}, inline(match[1], names, depth + 1))]],
  [/^\|\|([\s\S]+?)\|\|/, (match, names, depth) => [spoiler(inline(match[1], names, depth + 1))]],
  [/^\*(?=\S)((?:\\.|\*\*|[^*\\])+?)(?<=\S)\*(?!\*)/, (match, names, depth) => [h("em", {}, inline(match[1], names, depth + 1))]],
  [/^_((?:\\.|__|[^_\\])+?)_(?![A-Za-z0-9_])/, (match, names, depth) => [h("em", {}, inline(match[1], names, depth + 1))]],
];

/** The beginnings of rules; all other text is plain. */
const STARTS = /[\\`<@[*_~|]|https?:\/\//g;

function inline(text, names, depth) {
  if (depth > DEEPEST) return [text];
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    STARTS.lastIndex = at;
    const start = STARTS.exec(text);
    if (!start) break;
    plain += text.slice(at, start.index);
    at = start.index;
    const rest = text.slice(at);
    let matched = null;
    for (const [pattern, make] of RULES) {
      const match = pattern.exec(rest);
      if (!match) continue;
      // `snake_case` is a word, not an emphasis.
      if (rest[0] === "_" && rest[1] !== "_" && /[A-Za-z0-9]$/.test(text.slice(0, at))) continue;
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(...make(match, names, depth));
      matched = match;
      break;
    }
    if (matched) {
      at += matched[0].length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  plain += text.slice(at);
  if (plain) nodes.push(plain);
  return nodes;
}

function mention(id, names) {
  const user = names.user?.(id);
  const mine = id === names.me;
  return h("span", { class: mine ? "mention mine" : "mention" }, `@${user ? nameOf(user) : "unknown-user"}`);
}

function channelMention(id, names) {
  const channel = names.channel?.(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("button", { type: "button", class: "mention", onclick: () => names.openChannel?.(id) }, `#${channel.name}`);
}

function link(address, content) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, content);
}

function spoiler(content) {
  const inner = h("span", { class: "spoiler-text", aria: { hidden: "true" } }, content);
  const box = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabIndex: 0,
      aria: { label: "Spoiler, press to show", expanded: "false" },
      onclick: reveal,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          reveal();
        }
      },
    },
    inner,
  );
  function reveal() {
    box.classList.add("shown");
    inner.removeAttribute("aria-hidden");
    box.removeAttribute("role");
    box.removeAttribute("tabindex");
    box.removeAttribute("aria-label");
    box.removeAttribute("aria-expanded");
  }
  return box;
}
