// A person's client: the channels and messages they may see, kept current over a socket, with read marks, drafts and
// requests.

import { placeOf } from "./commands.js";
import { compareIds } from "./dom.js";

/** Time for which somebody counts as typing, in milliseconds: as long as on Discord. */
const TYPING = 10000;
const RETRY = [300, 600, 1000, 2000];

/** Posts a request to the server; throws an error with a sentence if the server refuses. */
export async function post(path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The sandbox does not answer. It may be restarting: try again in a moment.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The sandbox refused that (${response.status}).`);
  return answer;
}

/** Uploads a file that will be sent with a command; returns the value by which the command names it. */
export async function upload(user, file) {
  const query = new URLSearchParams({ user, name: file.name });
  let response;
  try {
    response = await fetch(`/sandbox/upload?${query}`, { method: "POST", headers: { "content-type": file.type || "application/octet-stream" }, body: file });
  } catch {
    throw new Error("The sandbox does not answer. It may be restarting: try again in a moment.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The sandbox refused that (${response.status}).`);
  return answer.attachment;
}

/** Returns a value that survives a reload of the page. */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If the store is full or forbidden, only the memory of a reload is lost.
  }
}

export class Client {
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.me = { id, username: "…" };
    this.users = new Map();
    this.guild = null;
    this.channels = new Map();
    this.commands = [];
    this.messages = new Map();
    this.botOnline = true;
    this.connected = false;
    this.ready = false;
    this.channel = null;
    /** Interactions without an answer, by the client's own numbers. */
    this.pending = new Map();
    this.settled = new Map();
    this.modals = [];
    /** People who are typing, by channel. */
    this.typing = new Map();
    const memory = kept(`rookery.${id}`) ?? {};
    this.known = Boolean(memory.read);
    this.read = new Map(Object.entries(memory.read ?? {}));
    this.drafts = new Map(Object.entries(memory.drafts ?? {}));
    this.dismissed = new Set(memory.dismissed ?? []);
    this.history = memory.history ?? [];
    this.channel = memory.channel ?? null;
    /** The last message read before the line "new" in the open channel; `null` without that line. */
    this.newFrom = null;
    this.tries = 0;
    this.next = 1;
  }

  /** Stores drafts and read marks for a reload. */
  save() {
    keep(`rookery.${this.id}`, {
      read: Object.fromEntries(this.read),
      drafts: Object.fromEntries(this.drafts),
      dismissed: [...this.dismissed].slice(-200),
      history: this.history.slice(-50),
      channel: this.channel,
    });
  }

  /** Opens the socket first and reads the state afterwards, so that no event is lost between the two. */
  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/sandbox/events?user=${this.id}`);
    let early = [];
    socket.onopen = async () => {
      try {
        const response = await fetch(`/sandbox/state?user=${this.id}`, { cache: "no-store" });
        if (!response.ok) throw new Error(String(response.status));
        this.load(await response.json());
      } catch {
        socket.close();
        return;
      }
      this.tries = 0;
      this.connected = true;
      this.ready = true;
      const waiting = early;
      early = null;
      for (const event of waiting) this.take(event);
      this.changed(this, "all");
    };
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      if (early) early.push(event);
      else this.take(event);
    };
    socket.onclose = () => {
      const was = this.connected;
      this.connected = false;
      // Requests sent before the connection broke get no answer.
      for (const one of this.pending.values()) if (one.state !== "failed") one.state = "failed";
      if (was) this.changed(this, "all");
      const wait = RETRY[Math.min(this.tries, RETRY.length - 1)];
      this.tries += 1;
      setTimeout(() => this.connect(), wait);
    };
  }

  load(state) {
    this.me = state.me && typeof state.me === "object" ? state.me : this.me;
    const users = Array.isArray(state.users) ? state.users : Object.values(state.users ?? {});
    for (const user of [...users, this.me]) this.users.set(user.id, user);
    this.guild = state.guild ?? this.guild;
    this.channels = new Map((state.channels ?? []).map((channel) => [channel.id, channel]));
    this.commands = state.commands ?? [];
    if (typeof state.online === "boolean") this.botOnline = state.online;
    this.messages = new Map();
    for (const [channel, list] of Object.entries(state.messages ?? {})) {
      this.messages.set(channel, new Map([...list].sort((a, b) => compareIds(a.id, b.id)).map((message) => [message.id, message])));
      for (const message of list) this.meet(message);
    }
    if (!this.known) {
      // On a first visit, all existing messages count as read.
      for (const [channel, list] of this.messages) if (list.size) this.read.set(channel, [...list.keys()].at(-1));
      this.known = true;
    }
    if (!this.channels.has(this.channel)) {
      const home = this.channels.get(state.home) ?? [...this.channels.values()].find((channel) => channel.type === 0);
      this.channel = home?.id ?? null;
    }
  }

  /** Adds users who are seen only as authors or mentions. */
  meet(message) {
    for (const user of [message.author, ...(message.mentions ?? [])]) {
      if (user?.id && !this.users.has(user.id)) this.users.set(user.id, user);
    }
  }

  take(event) {
    switch (event.type) {
      case "message":
      case "message_update": {
        const message = event.message;
        if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
        const list = this.messages.get(message.channel_id);
        const known = list.get(message.id);
        list.set(message.id, known ? { ...known, ...message } : message);
        if (!known && [...list.keys()].length > 1) this.order(message.channel_id);
        this.meet(message);
        if (!known && this.typing.get(message.channel_id)?.user === message.author?.id) this.typing.delete(message.channel_id);
        const about = message.interaction_metadata?.id ?? message.interaction?.id;
        if (about && !known) this.settle(about, "answered");
        this.changed(this, "messages", { channel: message.channel_id, message, isNew: !known });
        break;
      }
      case "message_delete":
        this.messages.get(event.channel_id)?.delete(event.id);
        this.changed(this, "messages", { channel: event.channel_id });
        break;
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        if (!this.read.has(event.channel.id)) this.read.set(event.channel.id, "0");
        this.changed(this, "channels");
        break;
      case "channel_delete":
        this.channels.delete(event.channel_id);
        this.messages.delete(event.channel_id);
        if (this.channel === event.channel_id) this.channel = [...this.channels.values()].find((channel) => channel.type === 0)?.id ?? null;
        this.changed(this, "channels");
        break;
      case "typing":
        if (event.user_id === this.id) break;
        this.typing.set(event.channel_id, { user: event.user_id, until: Date.now() + TYPING });
        setTimeout(() => this.changed(this, "typing"), TYPING + 10);
        this.changed(this, "typing");
        break;
      case "commands":
        this.commands = event.commands ?? [];
        this.changed(this, "commands");
        break;
      case "bot":
        this.botOnline = event.online;
        this.changed(this, "status");
        break;
      case "modal":
        this.modals.push({ interaction: event.interaction, modal: event.modal });
        this.settle(event.interaction, "answered");
        this.changed(this, "modal");
        break;
      case "interaction":
        this.settle(event.interaction, event.state);
        this.changed(this, "pending");
        break;
    }
  }

  order(channel) {
    const list = this.messages.get(channel);
    const ids = [...list.keys()];
    if (compareIds(ids.at(-2), ids.at(-1)) < 0) return;
    this.messages.set(channel, new Map([...list].sort((a, b) => compareIds(a[0], b[0]))));
  }

  /** Records the state of an interaction. The answer may arrive before the request for it has returned. */
  settle(interaction, state) {
    this.settled.set(interaction, state);
    for (const [key, one] of this.pending) {
      if (one.interaction !== interaction) continue;
      if (state === "answered") this.pending.delete(key);
      else one.state = state;
    }
  }

  /** Sends an interaction to the server and keeps it among the pending ones until it is answered. */
  async interact(body, about) {
    const key = (this.next += 1);
    const one = { key, state: "sending", channel: body.channel, since: Date.now(), ...about };
    this.pending.set(key, one);
    this.changed(this, "pending");
    try {
      const { interaction } = await post("/sandbox/interact", { user: this.id, ...body });
      one.interaction = interaction;
      const state = this.settled.get(interaction);
      if (state === "answered") this.pending.delete(key);
      else if (state) one.state = state;
    } catch (error) {
      this.pending.delete(key);
      throw error;
    } finally {
      this.changed(this, "pending");
    }
  }

  list(channel = this.channel) {
    return [...(this.messages.get(channel)?.values() ?? [])].filter((message) => !this.dismissed.has(message.id));
  }

  /** Hides an ephemeral message at once, and deletes it on the server. */
  dismiss(id) {
    this.dismissed.add(id);
    this.save();
    this.changed(this, "messages", { channel: this.channel });
    post("/sandbox/dismiss", { user: this.id, message: id }).catch(() => {
      // The message is hidden in any case.
    });
  }

  /** True if a message mentions this person. */
  isMention(message) {
    if (message.author?.id === this.id) return false;
    if ((message.mentions ?? []).some((user) => user.id === this.id)) return true;
    return message.mention_everyone === true;
  }

  /** Returns the kind of place of a channel, by default of the open one. */
  place(channel = this.channel) {
    return placeOf(this.channels.get(channel), this.guild);
  }

  /** Returns `{unread, mentions}` of a channel; a direct message counts as a mention, as on Discord. */
  marks(channel) {
    const read = this.read.get(channel) ?? "0";
    const direct = this.channels.has(channel) && this.place(channel).context !== 0;
    let unread = 0;
    let mentions = 0;
    for (const message of this.list(channel)) {
      if (compareIds(message.id, read) <= 0 || message.author?.id === this.id) continue;
      unread += 1;
      if (direct || this.isMention(message)) mentions += 1;
    }
    return { unread, mentions };
  }

  /** Returns the marks of all channels together. */
  allMarks() {
    const sum = { unread: 0, mentions: 0 };
    for (const id of this.channels.keys()) {
      const { unread, mentions } = this.marks(id);
      sum.unread += unread;
      sum.mentions += mentions;
    }
    return sum;
  }

  markRead(channel = this.channel) {
    const last = this.list(channel).at(-1)?.id;
    if (!last || compareIds(last, this.read.get(channel) ?? "0") <= 0) return false;
    this.read.set(channel, last);
    this.save();
    return true;
  }
}
