// Command lines as people type them: `/move move:Ng1-f3 game:12`. Reading them, finding the part at the caret, and
// making the interaction. Independent of the page.

export const KIND = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, ANY: 9, NUMBER: 10, FILE: 11 };

/**
 * Returns the kind of place, by Discord's context type (0 a server, 1 messages with the bot, 2 others), and whether the
 * bot is no member.
 */
export function placeOf(channel, guild) {
  if (channel?.type === 1 && !(channel.recipients?.length > 1)) return { context: 1, outside: false };
  if (channel?.type === 1 || channel?.type === 3) return { context: 2, outside: true };
  return { context: 0, outside: Boolean(channel?.guild_id && guild && channel.guild_id !== guild.id) };
}

/**
 * Returns the commands of a type (1 typed, 2 in the menu of a person, 3 in that of a message) that can be used in a
 * place.
 */
export function usable(commands, { context, outside }, type) {
  return (commands ?? []).filter((command) => {
    if ((command.type ?? 1) !== type) return false;
    const where = command.contexts;
    if (where ? !where.includes(context) : context !== 0 && command.dm_permission === false) return false;
    return !outside || Boolean(command.integration_types?.includes(1));
  });
}

/** Returns every command that can be typed in a place, subcommands separately: `{name, path, description, options}`. */
export function leaves(commands, { context, outside }) {
  const found = [];
  for (const command of usable(commands, { context, outside }, 1)) walk(command, [command.name]);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));

  function walk(node, path) {
    const options = node.options ?? [];
    const below = options.filter((option) => option.type === KIND.SUB || option.type === KIND.GROUP);
    if (below.length > 0) for (const option of below) walk(option, [...path, option.name]);
    else found.push({ name: path.join(" "), path, description: node.description ?? "", options });
  }
}

/**
 * Returns the commands that the beginning of a line may mean, by as many of its words as any name has, the nearest
 * first.
 */
export function near(all, query) {
  if (!query.trim()) return all;
  const words = query.trim().split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const found = ranked(all, words.slice(0, count).join(" "), (leaf) => leaf.name);
    if (found.length) return found;
  }
  return [];
}

/**
 * Reads a line. `null`: an ordinary message. `{query, near}`: the name is incomplete, and may become one of these. Else
 * `{leaf, args, loose}`: each argument with its place in the line, and the text that belongs to none.
 */
export function parse(line, all, picks = {}) {
  if (!line.startsWith("/") || line.startsWith("//")) return null;
  const lower = line.toLowerCase();
  const leaf = all
    .filter((one) => lower.startsWith(`/${one.name} `) || lower.startsWith(`/${one.name}\n`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!leaf) return { query: line.slice(1), near: near(all, line.slice(1)) };

  const from = leaf.name.length + 2;
  const marks = [];
  for (const option of leaf.options) {
    const at = findOption(lower, option.name.toLowerCase(), from);
    if (at >= 0) marks.push({ option, at });
  }
  marks.sort((a, b) => a.at - b.at);

  const args = [];
  let loose = trimmed(line, from, marks[0]?.at ?? line.length);
  marks.forEach(({ option, at }, index) => {
    const start = at + option.name.length + 1;
    const end = marks[index + 1]?.at ?? line.length;
    args.push({ option, at, start, end, raw: line.slice(start, end) });
  });

  const last = args.at(-1);
  if (last) {
    // After a complete value, further text may be the beginning of the next option's name.
    const length = settledLength(last.option, last.raw, picks[last.option.name]);
    const rest = last.raw.slice(length).trim().toLowerCase();
    const free = leaf.options.filter((option) => !args.some((arg) => arg.option === option));
    if (length > 0 && last.raw.length > length && free.some((option) => option.name.startsWith(rest))) {
      last.end = last.start + length;
      last.raw = last.raw.slice(0, length);
      loose = trimmed(line, last.end, line.length);
    }
  }
  return { leaf, args, loose };
}

/** Returns the place where `name:` is a separate word; -1 if absent. */
function findOption(lower, name, from) {
  let at = from - 1;
  while ((at = lower.indexOf(`${name}:`, at + 1)) >= 0) {
    if (at >= from && /\s/.test(lower[at - 1])) return at;
  }
  return -1;
}

function trimmed(line, from, to) {
  const text = line.slice(from, to);
  const start = from + (text.length - text.trimStart().length);
  return { text: text.trim(), start: text.trim() ? start : to, end: to };
}

/** Returns the length of a value that is surely complete: picked from a list, or a choice written out. */
function settledLength(option, raw, pick) {
  const lead = raw.length - raw.trimStart().length;
  const text = raw.slice(lead).toLowerCase();
  const names = (option.choices ?? []).map((choice) => choice.name);
  if (pick) names.push(pick.text);
  if (option.type === KIND.BOOLEAN) names.push("True", "False");
  let longest = 0;
  for (const name of names) {
    if (name.length > longest && text.startsWith(name.toLowerCase()) && /^(\s|$)/.test(text.slice(name.length))) longest = name.length;
  }
  return longest ? lead + longest : 0;
}

/** True for options whose value must be one of a list that the page knows. */
export function mustMatch(option) {
  return Boolean(option.choices?.length) || [KIND.BOOLEAN, KIND.USER, KIND.CHANNEL, KIND.ANY, KIND.FILE].includes(option.type);
}

/** Returns the options not yet in the line, required ones first. */
export function missing(parsed) {
  const free = parsed.leaf.options.filter((option) => !parsed.args.some((arg) => arg.option === option));
  return [...free.filter((option) => option.required), ...free.filter((option) => !option.required)];
}

/**
 * Returns the part of the line at the caret: `{name: query}` for the command's name, `{option, query, start, end}` for
 * a value, `{names: query, start, end}` for a place where an option may be added.
 */
export function focus(parsed, caret) {
  if (!parsed) return null;
  if (!parsed.leaf) return { name: parsed.query };
  for (const arg of parsed.args) {
    if (caret >= arg.start && caret <= arg.end) {
      const lead = arg.raw.length - arg.raw.trimStart().length;
      return { option: arg.option, query: arg.raw.trim(), start: arg.start + lead, end: arg.start + arg.raw.trimEnd().length };
    }
  }
  const { text, start, end } = parsed.loose;
  const free = missing(parsed);
  if (text && !free.some((option) => option.name.startsWith(text.toLowerCase()))) {
    // `/move Ng1-f3`: text without a name is the first option's value.
    const first = free[0];
    if (first && parsed.args.length === 0) return { option: first, query: text, start, end: start + text.length, unnamed: true };
  }
  return { names: text, start, end: Math.max(start + text.length, start) };
}

/**
 * Returns `{value}` to send for a text, or `{error}` in words. `world` has `users` and `channels` as lists of `{id,
 * name}`.
 */
export function valueOf(option, raw, pick, world) {
  const text = raw.trim();
  const same = (name) => name.toLowerCase() === text.toLowerCase();
  if (pick && same(pick.text)) return { value: pick.value };
  if (option.choices?.length) {
    const choice = option.choices.find((one) => same(one.name)) ?? option.choices.find((one) => same(String(one.value)));
    if (choice) return { value: choice.value };
    return { error: `${option.name}: "${text}" is none of the choices: ${option.choices.slice(0, 8).map((one) => one.name).join(", ")}.` };
  }
  switch (option.type) {
    case KIND.INTEGER:
    case KIND.NUMBER: {
      const number = Number(text);
      const whole = option.type === KIND.INTEGER;
      if (text === "" || !Number.isFinite(number) || (whole && !Number.isInteger(number))) {
        return { error: `${option.name}: "${text}" is not a ${whole ? "whole " : ""}number.` };
      }
      if (option.min_value !== undefined && number < option.min_value) return { error: `${option.name} must be at least ${option.min_value}.` };
      if (option.max_value !== undefined && number > option.max_value) return { error: `${option.name} must be at most ${option.max_value}.` };
      return { value: number };
    }
    case KIND.BOOLEAN:
      if (/^(true|yes)$/i.test(text)) return { value: true };
      if (/^(false|no)$/i.test(text)) return { value: false };
      return { error: `${option.name} is either True or False.` };
    case KIND.USER:
    case KIND.ANY:
    case KIND.CHANNEL: {
      const channel = option.type === KIND.CHANNEL;
      const bare = text.replace(/^[@#]/, "").toLowerCase();
      const id = /^<?[@#]?!?(\d{5,})>?$/.exec(text)?.[1];
      const all = channel ? world.channels : world.users;
      const found = all.find((one) => one.id === id) ?? all.find((one) => one.name.toLowerCase() === bare);
      if (found) return { value: found.id };
      return { error: `${option.name}: there is no ${channel ? "channel" : "user"} called "${text}".` };
    }
    case KIND.FILE:
      return { error: `${option.name} is a file: choose one from the list above the line.` };
    case KIND.STRING: {
      if (option.min_length && text.length < option.min_length) return { error: `${option.name} needs at least ${option.min_length} characters.` };
      if (text.length > (option.max_length ?? 6000)) return { error: `${option.name} has at most ${option.max_length ?? 6000} characters.` };
      return { value: text };
    }
    default:
      return { error: `${option.name}: this kind of option is not in the sandbox.` };
  }
}

/**
 * Returns the interaction of a line: `{command, options}`, or `{error, option}` with the option that is missing or
 * wrong.
 */
export function submission(parsed, picks, world) {
  if (!parsed.leaf) return { error: unknown(parsed), near: parsed.near.length > MOST_NAMED ? [] : parsed.near };
  const given = parsed.args.map((arg) => ({ option: arg.option, raw: arg.raw }));
  if (parsed.loose.text) {
    const first = missing(parsed)[0];
    if (!first || given.length > 0) return { error: `What is "${parsed.loose.text}"? Options are written as name:value.` };
    given.push({ option: first, raw: parsed.loose.text });
  }
  const values = [];
  for (const option of parsed.leaf.options) {
    const entry = given.find((one) => one.option === option);
    if (!entry || entry.raw.trim() === "") {
      if (option.required) return { error: `${option.name} is required: ${option.description}`, option };
      continue;
    }
    const result = valueOf(option, entry.raw, picks[option.name], world);
    if (result.error) return { error: result.error, option };
    values.push({ name: option.name, type: option.type, value: result.value });
  }
  return nest(parsed.leaf, values);
}

/** Most commands that are named if a line could mean several. */
const MOST_NAMED = 6;

/**
 * Returns the line with its command written out, if the words before the first option fit only one name: `/new tower`
 * is `/new the-tower-game`. Else `null`.
 */
export function meant({ query, near }) {
  const words = query.trim().split(/\s+/);
  const options = words.findIndex((word) => word.includes(":"));
  const count = options < 0 ? words.length : options;
  const name = words.slice(0, count).join(" ").toLowerCase();
  const named = near.filter((leaf) => hasWords(leaf.name.toLowerCase(), name));
  return named.length === 1 ? `/${[named[0].name, ...words.slice(count)].join(" ")} ` : null;
}

/** Returns the sentence for a line whose command is unknown, or could be several. */
function unknown({ query, near }) {
  if (near.length === 0) return `There is no command /${query.trim().split(/\s/)[0]} here.`;
  return near.length > MOST_NAMED ? "Which command do you mean? Choose one from the list." : "Do you mean";
}

/** Returns autocomplete's request: the options given so far, one of them focused. */
export function question(parsed, focused, picks, world) {
  const values = [];
  for (const option of parsed.leaf.options) {
    if (option === focused.option) {
      values.push({ name: option.name, type: option.type, value: focused.query, focused: true });
      continue;
    }
    const arg = parsed.args.find((one) => one.option === option);
    if (!arg || arg.raw.trim() === "") continue;
    const result = valueOf(option, arg.raw, picks[option.name], world);
    if (!result.error) values.push({ name: option.name, type: option.type, value: result.value });
  }
  return nest(parsed.leaf, values);
}

function nest(leaf, values) {
  let options = values;
  for (let at = leaf.path.length - 1; at > 0; at -= 1) {
    options = [{ name: leaf.path[at], type: at === leaf.path.length - 1 ? KIND.SUB : KIND.GROUP, options }];
  }
  return { command: leaf.path[0], options };
}

/** Returns how well a name fits a query: 0 best; `undefined` not at all. */
export function rank(name, query) {
  const a = name.toLowerCase();
  const b = query.trim().toLowerCase();
  if (a === b) return 0;
  if (a.startsWith(b)) return 1;
  if (a.split(/[\s_-]+/).some((word) => word.startsWith(b))) return 2;
  if (a.includes(b)) return 3;
  if (hasWords(a, b)) return 4;
  if (b.split(/\s+/).every((word) => a.includes(word))) return 5;
  return undefined;
}

/** True if all words of a query are words of a name, both in lower case. */
function hasWords(name, query) {
  const words = name.split(/[\s_-]+/);
  return query !== "" && query.split(/\s+/).every((word) => words.includes(word));
}

/** Returns the items that fit the query, best first. */
export function ranked(items, query, name) {
  return items
    .map((item) => ({ item, rank: rank(name(item), query) }))
    .filter((entry) => entry.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.item);
}
