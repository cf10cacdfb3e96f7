// The sandbox's own tools: the list of the bot's violations, and faults of its connection.

import { post } from "./client.js";
import { fill, h, icon } from "./dom.js";

const CUTS = [
  ["drop", "Cut the bot's connection", "It resumes and misses nothing."],
  ["reconnect", "Ask the bot to reconnect", "As Discord does when it moves servers."],
  ["invalidate", "End the bot's session", "It signs in again after some seconds; what came meanwhile is lost."],
];

/** Opens the dialog of tools. */
export function openTools({ notice }) {
  const list = h("div", { class: "violations", aria: { live: "polite" } }, "…");
  const dialog = h("dialog", { class: "modal", aria: { labelledby: "tools-title" } },
    h("header", { class: "modal-head" }, h("h2", { id: "tools-title" }, "Sandbox tools"),
      h("button", { type: "button", class: "icon-button", aria: { label: "Close" }, onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "modal-body" },
      h("h3", {}, "What Discord would have refused"),
      list,
      h("h3", {}, "The bot's connection"),
      CUTS.map(([what, label, note]) =>
        h("div", { class: "tool" },
          h("button", { type: "button", class: "button secondary", onclick: async () => {
            try {
              await post("/sandbox/gateway", { do: what });
              notice(`Done: ${label.toLowerCase()}.`);
            } catch (error) {
              notice(error.message);
            }
          } }, label),
          h("span", { class: "quiet" }, note)))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fetch("/sandbox/violations", { cache: "no-store" })
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(String(response.status)))))
    .then((answer) => {
      const all = Array.isArray(answer) ? answer : (answer.violations ?? []);
      fill(list, all.length === 0
        ? h("p", { class: "fine" }, icon("check"), "Nothing so far.")
        : h("ul", {}, all.map((one) => h("li", {}, typeof one === "string" ? one : JSON.stringify(one)))));
    })
    .catch(() => fill(list, h("p", { class: "quiet" }, "The sandbox does not tell.")));
}
