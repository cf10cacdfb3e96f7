// The first steps, one at a time, for a first visit to the sandbox.

import { fill, h, icon, nameOf } from "./dom.js";

const KEY = "rookery.hint";
const LAST = 3;

export class Hint {
  constructor(box, view) {
    this.box = box;
    this.view = view;
    this.step = 1;
    this.opener = null;
    try {
      this.step = Number(localStorage.getItem(KEY) ?? "1");
    } catch {
      // The hint is shown again next time.
    }
  }

  to(step) {
    this.step = step;
    try {
      localStorage.setItem(KEY, String(step));
    } catch {
      // The hint is shown again next time.
    }
    this.draw();
  }

  /** Notes that a user used a command. */
  used(command, user) {
    if (this.step > LAST) return;
    if (command === "new") {
      this.opener = user;
      this.to(2);
    } else if (command === "play") {
      this.to(LAST);
    } else if (command === "move" || command === "learn") {
      this.to(LAST + 1);
    }
  }

  /** Notes that a user pressed a button: with one of a game's board the first steps are done. */
  pressed(user) {
    if (this.step === 2 && user !== this.opener) this.to(LAST);
    else if (this.step === LAST) this.to(LAST + 1);
  }

  draw() {
    const { box, view } = this;
    const client = view.client();
    box.hidden = this.step > LAST || !client.ready;
    if (box.hidden) return;
    const me = nameOf(client.me);
    const other = view.others().find((one) => one.id !== this.opener && one.me.username !== "…");
    const key = `${this.step}${client.id}${other?.id}`;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const command = (name) => h("button", { type: "button", class: "hint-command", onclick: () => view.type(name) }, `/${name}`);
    let words;
    if (this.step === 1) {
      words = ["You are ", h("b", {}, me), ". ", command("play"), " starts a game against the machine, and ", command("learn"), " teaches you a game in small tasks. ", command("new"), " opens a table for two people. You can play both: press a face to become that person."];
    } else if (this.step === 2 && client.id === this.opener) {
      words = ["Now be the other side: ", other ? h("button", { type: "button", class: "hint-command", onclick: () => view.become(other.id) }, `become ${nameOf(other.me)}`) : "become somebody else", " and press Join, or a seat, under the game."];
    } else if (this.step === 2) {
      words = ["You are ", h("b", {}, me), " now. Press Join, or a seat, under the game that waits for players."];
    } else {
      words = ["The game is on. If it is your turn, choose a move in the menu below the board, or type ", command("move"), ". ", command("rules"), " tells how the pieces move."];
    }
    fill(box,
      h("span", { class: "hint-step", aria: { label: `Step ${this.step} of ${LAST}` } }, String(this.step)),
      h("p", {}, words),
      h("button", { type: "button", class: "icon-button", aria: { label: "Hide the first steps" }, onclick: () => this.to(LAST + 1) }, icon("close")));
  }
}
