// SPDX-License-Identifier: Apache-2.0
// The decisions of the tower and what happened beside them, the newest first.

import { element } from "./dom.js";

const most = 300;

export class LogView {
  #desk;
  #list = document.getElementById("log-list");

  constructor(desk) {
    this.#desk = desk;
  }

  /// Takes the last decisions in the place of what is shown.
  async build() {
    const decisions = await this.#desk.connection.request("decision.list", { last: 100 }).catch(() => []);
    this.#list.replaceChildren(...decisions.reverse().map((decision) => this.#entry(decision)));
  }

  /// Takes an event of the rig.
  take(event) {
    if (event.topic === "decision") {
      this.#add(this.#entry(event.decision, new Date()));
      return;
    }
    if (event.topic === "session") return; // A decision tells the same.
    const [kind, details] = wordsOf(event.notification);
    const who = event.route ?? details.session ?? details.interrupter ?? details.name ?? "";
    this.#add(
      element(
        "li",
        { className: /lost|mis|refused/i.test(kind) ? "refused" : "event" },
        heading(new Date(), `${who} ${kind}`.trim()),
        details.reason ? element("p", { text: details.reason }) : null,
      ),
    );
  }

  #entry({ number, event, isRefused, lines }, time) {
    return element(
      "li",
      { className: isRefused ? "refused" : "" },
      heading(time, `${event}${isRefused ? ": refused" : ""}`, number),
      lines.length ? element("pre", { text: lines.join("\n"), tabindex: 0 }) : null,
    );
  }

  #add(entry) {
    this.#list.prepend(entry);
    while (this.#list.childElementCount > most) this.#list.lastElementChild.remove();
  }
}

function heading(time, text, number) {
  return element(
    "p",
    { className: "what" },
    element("time", { text: time ? time.toLocaleTimeString([], { hour12: false }) : number ? `#${number}` : "" }),
    element("strong", { text }),
  );
}

/// The kind of a notification in words, and its details.
function wordsOf(notification) {
  if (typeof notification === "string") return [notification, {}];
  const [kind, details] = Object.entries(notification ?? {})[0] ?? ["", {}];
  return [kind.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`), details ?? {}];
}
