// The message line: ordinary messages, and commands with their options, one list at a time.

import { avatar, fill, h, icon, nameOf } from "./dom.js";
import { KIND, focus, leaves, meant, missing, mustMatch, parse, question, ranked, submission } from "./commands.js";
import { post, upload } from "./client.js";

/** Pause in typing before the bot is asked for suggestions, in milliseconds. */
const PAUSE = 130;

export class Composer {
  /** `view` gives the client in use, shows errors, and acts after sending. */
  constructor(elements, view) {
    this.view = view;
    this.input = elements.input;
    this.backdrop = elements.backdrop;
    this.popup = elements.popup;
    this.error = elements.error;
    this.status = elements.status;
    this.extra = elements.extra;
    this.picks = {};
    this.items = [];
    this.active = -1;
    this.moved = false;
    this.closed = false;
    this.asked = 0;
    this.shownFor = null;
    this.stale = false;
    this.takeWhenHere = false;
    this.historyAt = null;
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("click", () => this.refresh());
    this.input.addEventListener("keyup", (event) => {
      if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) this.refresh();
    });
    this.input.addEventListener("blur", () => setTimeout(() => {
      if (document.activeElement !== this.input && !this.popup.contains(document.activeElement)) this.hide();
    }, 150));
    this.input.addEventListener("focus", () => {
      if (this.input.value.startsWith("/")) this.refresh();
    });
    this.input.addEventListener("scroll", () => (this.backdrop.scrollTop = this.input.scrollTop));
    elements.send.addEventListener("click", () => {
      this.send();
      this.input.focus();
    });
    elements.slash.addEventListener("click", () => {
      if (!this.input.value.startsWith("/")) this.set("/");
      this.closed = false;
      this.input.focus();
      this.refresh();
    });
    elements.extra.addEventListener("mousedown", (event) => event.preventDefault());
    elements.extra.addEventListener("click", () => this.offerOptions());
    this.popup.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get client() {
    return this.view.client();
  }

  /** Reads the line with the commands of the open channel. */
  read() {
    const client = this.client;
    return parse(this.input.value, leaves(client.commands, client.place()), this.picks);
  }

  /** Returns users and channels by name, for values that name one. */
  world() {
    const { users, channels } = this.client;
    return {
      users: [...users.values()].flatMap((user) => [...new Set([nameOf(user), user.username])].map((name) => ({ id: user.id, name }))),
      channels: [...channels.values()].filter((channel) => channel.name).map((channel) => ({ id: channel.id, name: channel.name })),
    };
  }

  /** Shows the draft of the open channel. */
  restore() {
    const draft = this.client.drafts.get(this.client.channel) ?? { text: "", picks: {} };
    this.picks = { ...draft.picks };
    this.input.value = draft.text;
    this.historyAt = null;
    this.say("");
    this.hide();
    this.paint();
  }

  remember() {
    const { client } = this;
    if (this.input.value) client.drafts.set(client.channel, { text: this.input.value, picks: this.picks });
    else client.drafts.delete(client.channel);
    client.save();
  }

  set(text, picks = this.picks, caret = text.length) {
    this.input.value = text;
    this.picks = { ...picks };
    this.input.setSelectionRange(caret, caret);
    this.remember();
    this.paint();
  }

  /** Begins a command, as a click on its name does. */
  begin(name) {
    const client = this.client;
    const leaf = leaves(client.commands, client.place()).find((one) => one.name === name);
    this.closed = false;
    if (leaf) {
      this.choose({ leaf });
    } else {
      // A command with subcommands: the list offers them.
      this.set(`/${name} `, {});
      this.refresh();
    }
    this.input.focus();
    this.refresh();
  }

  /** Shows an error in the line, with buttons for the commands that the line could mean. */
  say(text, near = []) {
    const named = near.flatMap((leaf, index) => [
      index === 0 ? " " : index === near.length - 1 ? " or " : ", ",
      h("button", { type: "button", class: "linkish", onclick: () => this.begin(leaf.name) }, `/${leaf.name}`),
    ]);
    fill(this.error, text ? [text, named, named.length ? "?" : ""] : null);
    this.error.hidden = !text;
  }

  typed() {
    // A pasted line may end with a line break.
    if (this.input.value.startsWith("/") && this.input.value.includes("\n")) {
      const caret = this.input.selectionStart;
      this.input.value = this.input.value.replace(/\s*\n\s*/g, " ");
      this.input.setSelectionRange(caret, caret);
    }
    this.closed = false;
    this.moved = false;
    this.historyAt = null;
    if (this.input.value === "") this.picks = {};
    this.say("");
    this.remember();
    this.paint();
    this.refresh();
  }

  // Suggestions

  refresh() {
    const parsed = this.read();
    const at = focus(parsed, this.input.selectionStart ?? 0);
    if (!at || this.closed) return this.hide();
    if (at.name !== undefined) return this.offerCommands(at, parsed.near);
    if (at.option) return this.offerValues(parsed, at);
    return this.offerNames(parsed, at);
  }

  offerCommands(at, near) {
    const client = this.client;
    const place = client.place();
    const items = near.map((leaf) => ({ leaf }));
    this.asked += 1;
    const known = (context) => ranked(leaves(client.commands, { context, outside: false }), at.name, (leaf) => leaf.name).length > 0;
    const elsewhere = items.length === 0 && (known(0) || known(1));
    const head = items.length
      ? "Commands of Rookery"
      : elsewhere
        ? `This command works in ${place.context === 0 && !place.outside ? "direct messages" : "the server's channels"} only`
        : client.commands.length
          ? "No command of that name"
          : "The bot has not registered its commands yet";
    // A command that fits only a part of the line must be chosen by hand: Enter does not take it.
    const first = ranked(near, at.name.trim(), (leaf) => leaf.name).length > 0;
    this.offer(items, { head, first, key: "commands" });
  }

  offerNames(parsed, at) {
    const items = ranked(missing(parsed), at.names, (option) => option.name).map((option) => ({ add: option, at }));
    this.asked += 1;
    const required = items.some((item) => item.add.required);
    this.offer(items, { head: items.length ? `/${parsed.leaf.name} - ${required ? "options" : "optional"}` : `/${parsed.leaf.name} - press Enter to send`, first: required || Boolean(at.names), key: `names ${parsed.leaf.name}` });
  }

  offerValues(parsed, at) {
    const { option, query } = at;
    const head = h("span", {}, h("b", {}, option.name), " ", option.description ?? "");
    const more = missing(parsed).filter((one) => one !== option);
    // Other options are offered once the value has some text.
    const others = query && !at.unnamed ? more.map((one) => ({ add: one, at: { start: this.input.value.length, end: this.input.value.length } })) : [];
    const key = `${parsed.leaf.name} ${option.name}`;
    if (option.autocomplete && this.picks[option.name]?.text === query) {
      // A picked value is not completed again until it is changed.
      this.asked += 1;
      return others.length ? this.offer(others, { head, first: false, key }) : this.hide();
    }
    if (option.autocomplete) return this.ask(parsed, at, head, others, key);
    this.asked += 1;
    let items = [];
    if (option.choices?.length) items = ranked(option.choices, query, (choice) => choice.name).map((choice) => ({ value: choice.value, text: choice.name, at }));
    else if (option.type === KIND.BOOLEAN) items = ranked(["True", "False"], query, (name) => name).map((name) => ({ value: name === "True", text: name, at }));
    else if (option.type === KIND.USER || option.type === KIND.ANY) {
      const users = [...this.client.users.values()];
      items = ranked(users, query.replace(/^@/, ""), nameOf).map((user) => ({ value: user.id, text: `@${nameOf(user)}`, user, at }));
    } else if (option.type === KIND.CHANNEL) {
      const channels = [...this.client.channels.values()].filter((channel) => channel.type !== 1 && (!option.channel_types?.length || option.channel_types.includes(channel.type)));
      items = ranked(channels, query.replace(/^#/, ""), (channel) => channel.name).map((channel) => ({ value: channel.id, text: `#${channel.name}`, at }));
    } else if (option.type === KIND.FILE) {
      if (query && this.picks[option.name]?.text === query) return others.length ? this.offer(others, { head, first: false, key }) : this.hide();
      items = [{ text: "Choose a file…", file: true, at }];
    }
    const exact = items.some((item) => item.text.toLowerCase() === query.toLowerCase());
    this.offer([...items, ...others], { head, first: mustMatch(option) && !exact, key });
  }

  /** Asks the bot for suggestions once the typing pauses; a late answer is dropped. */
  async ask(parsed, at, head, others, key) {
    const ask = (this.asked += 1);
    const same = this.shownFor === key;
    // The suggestions for the previous text stay while the bot thinks, so that the list does not flicker.
    this.stale = true;
    this.popup.classList.add("stale");
    if (!same) this.offer(others, { head, first: false, key, note: "Asking Rookery…" });
    else this.mark(-1, false);
    this.stale = true;
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (ask !== this.asked) return;
    const { client } = this;
    let choices = [];
    let note;
    try {
      const body = { user: client.id, channel: client.channel, kind: "autocomplete", ...question(parsed, at, this.picks, this.world()) };
      choices = (await post("/sandbox/interact", body, abort.signal)).choices ?? [];
      if (choices.length === 0) note = at.query ? "Nothing fits: press Enter to send it as it is" : "Nothing to offer here";
    } catch (error) {
      if (error.name === "AbortError") return;
      note = `Loading options failed: ${error.message}`;
    }
    if (ask !== this.asked || client !== this.client) return;
    const items = choices.map((choice) => ({ value: choice.value, text: choice.name, at }));
    const exact = items.some((item) => item.text.toLowerCase() === at.query.toLowerCase() || String(item.value).toLowerCase() === at.query.toLowerCase());
    // Enter never replaces free text: only an empty value marks its first row at once.
    const chosen = this.moved ? Math.min(this.active, items.length + others.length - 1) : -1;
    this.offer([...items, ...others], { head, first: at.query === "" && !exact && items.length > 0, key, note, chosen });
    if (this.takeWhenHere) {
      this.takeWhenHere = false;
      if (items.length) this.choose(items[0]);
    }
  }

  offer(items, { head, first, key, note, chosen = -1 }) {
    this.items = items;
    this.shownFor = key;
    this.stale = false;
    this.popup.classList.remove("stale");
    if (chosen < 0) this.moved = false;
    this.active = chosen >= 0 ? chosen : first && items.length ? 0 : -1;
    this.head = head;
    this.note = note;
    this.popup.hidden = false;
    this.draw();
    const values = items.filter((item) => !item.add).length;
    this.status.textContent = values ? `${values} suggestion${values === 1 ? "" : "s"}` : (note ?? "");
  }

  draw() {
    let divided = false;
    const rows = this.items.map((item, index) => {
      const row = h("div", {
        class: "offer",
        role: "option",
        id: `offer-${index}`,
        aria: { selected: String(index === this.active) },
        onclick: () => this.choose(item),
        onmousemove: () => {
          if (this.active !== index) this.mark(index, false);
        },
      });
      if (item.leaf) {
        row.append(
          h("span", { class: "offer-avatar" }, icon("slash")),
          h("span", { class: "offer-texts" },
            h("span", { class: "offer-name" }, `/${item.leaf.name}`, item.leaf.options.map((option) => h("span", { class: option.required ? "offer-option" : "offer-option optional" }, option.name))),
            h("span", { class: "offer-note" }, item.leaf.description)));
      } else if (item.add) {
        if (!divided && index > 0) row.classList.add("divided");
        divided = true;
        row.classList.add("adds");
        row.append(h("span", { class: "offer-texts" },
          h("span", { class: "offer-name" }, h("span", { class: "plus", aria: { hidden: "true" } }, "+"), item.add.name, h("span", { class: "offer-kind" }, item.add.required ? "required" : "optional")),
          h("span", { class: "offer-note" }, item.add.description ?? "")));
      } else {
        if (item.user) row.append(avatar(item.user, "small"));
        row.append(h("span", { class: "offer-text" }, item.text));
      }
      return row;
    });
    const keys = this.items.length
      ? h("div", { class: "offer-keys", aria: { hidden: "true" } }, h("kbd", {}, "↑↓"), " choose ", h("kbd", {}, "Tab"), " take ", h("kbd", {}, "Enter"), this.active >= 0 ? " take " : " send ", h("kbd", {}, "Esc"), " close")
      : null;
    this.list ??= h("div", { class: "offers", role: "listbox", id: "offers", aria: { label: "Suggestions" } });
    fill(this.list, rows);
    fill(this.popup, h("div", { class: "offer-head" }, this.head), this.list, this.note ? h("div", { class: "offer-empty" }, this.note) : null, keys);
    this.list.hidden = rows.length === 0;
    this.mark(this.active, false);
    if (this.active <= 0) this.list.scrollTop = 0;
  }

  mark(index, scroll = true) {
    this.active = index;
    [...this.list.children].forEach((row, at) => {
      row.classList.toggle("active", at === index);
      row.setAttribute("aria-selected", String(at === index));
    });
    if (index >= 0) this.input.setAttribute("aria-activedescendant", `offer-${index}`);
    else this.input.removeAttribute("aria-activedescendant");
    if (scroll) this.list.children[index]?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.asked += 1;
    this.abort?.abort();
    this.popup.hidden = true;
    this.items = [];
    this.active = -1;
    this.moved = false;
    this.shownFor = null;
    this.takeWhenHere = false;
    this.status.textContent = "";
    this.input.removeAttribute("aria-activedescendant");
  }

  // Choices

  choose(item) {
    this.closed = false;
    this.say("");
    if (item.leaf) {
      const first = item.leaf.options.find((option) => option.required);
      this.picks = {};
      this.set(`/${item.leaf.name} ${first ? `${first.name}:` : ""}`);
      return this.refresh();
    }
    if (item.add) return this.addOption(item.add, item.at);
    if (item.file) return this.chooseFile(item.at);
    // The line may have grown since the list was made.
    const now = focus(this.read(), this.input.selectionStart);
    const at = now?.option === item.at.option ? now : item.at;
    const line = this.input.value;
    const name = at.unnamed ? `${at.option.name}:` : "";
    const picks = { ...this.picks, [at.option.name]: { text: item.text, value: item.value } };
    const before = line.slice(0, at.start) + name + item.text;
    const after = line.slice(at.end).trim();
    this.set(after ? `${before} ${after}` : before, picks, before.length);
    const parsed = this.read();
    const next = parsed?.leaf && missing(parsed).find((option) => option.required);
    if (next) return this.addOption(next, { start: this.input.value.length, end: this.input.value.length });
    this.hide();
    this.paint();
  }

  addOption(option, at) {
    const line = this.input.value;
    const before = line.slice(0, at.start).trimEnd();
    const after = line.slice(at.end).trim();
    const text = `${before} ${option.name}:`;
    this.set(after ? `${text} ${after}` : text, this.picks, text.length);
    this.refresh();
  }

  offerOptions() {
    const parsed = this.read();
    if (!parsed?.leaf) return;
    const end = this.input.value.length;
    this.input.focus();
    this.input.setSelectionRange(end, end);
    this.closed = false;
    this.offerNames(parsed, { names: "", start: end, end });
  }

  key(event) {
    if (event.isComposing) return;
    const open = !this.popup.hidden && this.items.length > 0;
    const { key } = event;
    if (key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (open && this.active >= 0 && !this.complete()) return this.choose(this.items[this.active]);
      return this.send();
    }
    if (key === "Tab" && !event.shiftKey && this.input.value.startsWith("/") && !this.popup.hidden) {
      event.preventDefault();
      if (this.stale) {
        this.takeWhenHere = true;
        return;
      }
      if (this.items.length) {
        const current = this.read();
        const at = focus(current, this.input.selectionStart);
        const done = at?.option && this.active < 0 && this.items[0].text?.toLowerCase() === at.query.toLowerCase();
        // A complete value stays, and the next option is chosen.
        const next = done ? this.items.find((item) => item.add) : null;
        if (done && !next) return this.hide();
        return this.choose(next ?? this.items[Math.max(this.active, 0)]);
      }
      return;
    }
    if ((key === "ArrowDown" || key === "ArrowUp") && open) {
      event.preventDefault();
      const count = this.items.length;
      const from = this.active < 0 && key === "ArrowUp" ? count : this.active;
      this.moved = true;
      this.mark((from + (key === "ArrowDown" ? 1 : -1) + count) % count);
      return;
    }
    if (key === "Escape") {
      if (!this.popup.hidden) {
        event.preventDefault();
        this.closed = true;
        this.hide();
      }
      return;
    }
    if (key === "ArrowUp" && (this.input.value === "" || this.historyAt !== null)) return this.recall(event, -1);
    if (key === "ArrowDown" && this.historyAt !== null) return this.recall(event, 1);
  }

  /** True if Enter sends although a row is marked: the line is complete and the mark was not set by hand. */
  complete() {
    if (this.moved) return false;
    const item = this.items[this.active];
    if (item.leaf) {
      // `/help` is a complete line; `/move` still needs its option.
      return this.input.value.trim().toLowerCase() === `/${item.leaf.name}` && !item.leaf.options.some((option) => option.required);
    }
    if (item.add) return !item.add.required && !item.at.names;
    const at = focus(this.read(), this.input.selectionStart);
    return Boolean(at?.option) && at.query !== "" && item.text.toLowerCase() === at.query.toLowerCase();
  }

  /** Shows lines sent before, newest first. */
  recall(event, step) {
    const { history } = this.client;
    if (history.length === 0) return;
    event.preventDefault();
    const at = (this.historyAt ?? history.length) + step;
    if (at < 0) return;
    if (at >= history.length) {
      this.historyAt = null;
      this.set("", {});
    } else {
      this.historyAt = at;
      this.set(history[at].text, history[at].picks ?? {});
    }
    this.closed = true;
    this.hide();
    this.say("");
  }

  /** Lets the user pick a file, uploads it, and puts its name into the line. */
  chooseFile(at) {
    const { client } = this;
    const chooser = h("input", { type: "file", hidden: true });
    chooser.addEventListener("change", async () => {
      const [file] = chooser.files;
      chooser.remove();
      if (!file) return;
      try {
        const attachment = await upload(client.id, file);
        if (client !== this.client) return;
        this.choose({ value: attachment.id, text: attachment.filename, at });
        this.input.focus();
      } catch (error) {
        this.say(error.message);
      }
    });
    document.body.append(chooser);
    chooser.click();
  }

  // Sending

  async send() {
    const client = this.client;
    const text = this.input.value.trimEnd();
    const channel = client.channel;
    if (!text.trim() || !channel) return;
    if (!client.connected) return this.say("Not connected to the sandbox at the moment: it is being tried again, your line stays here.");
    const picks = { ...this.picks };
    let parsed = this.read();
    if (parsed && !parsed.leaf) {
      // The line is the bare name of a command without required options.
      parsed = parse(`${text} `, leaves(client.commands, client.place(channel)), picks);
      const whole = parsed.leaf ? null : meant(parsed);
      if (whole) {
        this.set(whole);
        parsed = this.read();
      }
    }
    const asked = parsed ? submission(parsed, picks, this.world()) : null;
    if (asked?.error) {
      this.say(asked.error, asked.near);
      if (asked.option && parsed.leaf) {
        const arg = parsed.args.find((one) => one.option === asked.option);
        if (arg) this.input.setSelectionRange(arg.start, arg.start + arg.raw.trimEnd().length);
        else this.addOption(asked.option, { start: this.input.value.length, end: this.input.value.length });
        this.say(asked.error);
      } else if (parsed.near?.length) {
        // The line and the choices stay.
        this.closed = false;
        this.refresh();
      }
      return;
    }
    client.history.push({ text, picks });
    this.set("", {});
    this.historyAt = null;
    this.say("");
    this.hide();
    this.view.sent(asked, text);
    try {
      if (asked) await client.interact({ channel, kind: "command", ...asked }, { name: parsed.leaf.name });
      else await post("/sandbox/say", { user: client.id, channel, content: text });
    } catch (error) {
      // The line returns to its author, unless other text has been typed since.
      const here = client === this.client && channel === client.channel;
      if (here && !this.input.value) this.set(text, picks);
      else if (!here && !client.drafts.has(channel)) client.drafts.set(channel, { text, picks });
      if (here) this.say(error.message);
      else this.view.notice(error.message);
    }
  }

  /** Draws the coloured copy under the line: the command's name, options and values as pieces. */
  paint() {
    const line = this.input.value;
    const parsed = this.read();
    this.backdrop.replaceChildren();
    const optional = parsed?.leaf ? missing(parsed).length : 0;
    this.extra.hidden = !parsed?.leaf || optional === 0;
    this.extra.textContent = optional ? `+${optional} option${optional === 1 ? "" : "s"}` : "";
    this.input.classList.toggle("command", Boolean(parsed));
    if (parsed?.leaf) {
      let from = 0;
      const plain = (to) => {
        if (to > from) this.backdrop.append(line.slice(from, to));
        from = to;
      };
      const name = parsed.leaf.name.length + 1;
      this.backdrop.append(h("span", { class: "command-name" }, line.slice(0, name)));
      from = name;
      for (const arg of parsed.args) {
        plain(arg.at);
        const end = arg.start + arg.raw.trimEnd().length;
        this.backdrop.append(h("span", { class: "option" }, h("span", { class: "option-name" }, line.slice(arg.at, arg.start)), line.slice(arg.start, end)));
        from = end;
      }
      plain(line.length);
    } else {
      this.backdrop.append(line);
    }
    this.backdrop.append("\u200b");
    // The line's height fits its text.
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
    this.backdrop.scrollTop = this.input.scrollTop;
  }
}
