// SPDX-License-Identifier: Apache-2.0
// What a player plays next: its queue, which is dragged into order, and the tracks of its list, which are searched.

import { element, watchSeen } from "./dom.js";

/// How long typing rests before the list is searched, in ms.
const pause = 250;
/// How many of the tracks that the list has next, and of those that are found, are shown.
const [mostNext, mostFound] = [4, 8];

/// A track as people call it.
export const trackName = ({ file, title, artist }) => (title ? [artist, title].filter(Boolean).join(" – ") : file?.split("/").at(-1));

export class Queue {
  element;
  #desk;
  #player;
  #name;
  #signal;
  #tracks = element("ol", { className: "queue" });
  #found = element("ul", { className: "queue", "aria-live": "polite" });
  #search;
  /// How often was searched: an answer to an earlier search is not shown.
  #turn = 0;
  /// How many tracks are in the queue.
  #length = 0;
  /// The row that is being dragged: meanwhile nothing is built.
  #dragged = null;
  #isDue = false;
  /// Whether the rig has yet to answer an edit: until then nothing else is edited.
  #isEditing = false;
  /// What is shown, as it was answered.
  #shown = "";

  constructor(desk, session, source, name, signal) {
    [this.#desk, this.#player, this.#name, this.#signal] = [desk, { session, source }, name, signal];
    let typed = 0;
    this.#search = element("input", {
      type: "text",
      role: "searchbox",
      placeholder: "Add a track",
      "aria-label": `${name} search in the list`,
      on: {
        input: () => {
          clearTimeout(typed);
          typed = setTimeout(() => this.#find(), pause);
        },
      },
    });
    this.#tracks.setAttribute("aria-label", `${name} queue`);
    this.element = element("div", { className: "queues", hidden: true }, this.#tracks, this.#search, this.#found);
    if (!desk.rights.isOperator) return;
    this.element.hidden = false;
    const path = `${session}.sources.${source}`;
    for (const leaf of ["file", "next_file"]) desk.tree.watch(`${path}.${leaf}`, signal, () => this.#refresh());
    desk.tree.watch(`${path}.list`, signal, (list) => {
      this.#search.hidden = this.#found.hidden = !list;
      this.#refresh();
    });
    desk.addEventListener("status", () => this.#refresh(), { signal });
    watchSeen(this.element, signal, () => this.#refresh());
  }

  /// Asks for the queue once for all that has changed at a time.
  #refresh() {
    if (this.#isDue || !this.element.checkVisibility() || this.#signal.aborted) return;
    this.#isDue = true;
    setTimeout(async () => {
      this.#isDue = false;
      const queue = await this.#desk.connection.request("player.queue", this.#player).catch(() => null);
      if (queue && !this.#signal.aborted) this.#show(queue);
    }, 50);
  }

  async #edit(edit) {
    if (this.#isEditing) return;
    this.#isEditing = true;
    const queue = await this.#desk.hand.ask("player.queue", { ...this.#player, edit });
    this.#isEditing = false;
    if (queue) return this.#show(queue);
    // It has been changed by others, or begun: it is shown as it is.
    this.#shown = "";
    this.#refresh();
  }

  #show({ queue, upcoming }) {
    const shown = JSON.stringify([queue, upcoming]);
    if (this.#dragged || shown === this.#shown) return;
    this.#shown = shown;
    this.#length = queue.length;
    const focused = this.#tracks.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const rows = queue.map((track, index) => this.#row(track, index + 1));
    const rest = upcoming.slice(0, mostNext);
    rows.push(...rest.map((track) => element("li", { className: "later" }, element("span", { className: "file", text: trackName(track) }))));
    this.#tracks.replaceChildren(...rows);
    if (focused) this.#tracks.querySelector(`[data-act="${focused}"]`)?.focus();
  }

  #row(track, place) {
    const called = trackName(track);
    const grip = element("button", {
      className: "button grip",
      type: "button",
      text: "⋮⋮",
      "aria-label": `${this.#name}: ${called}, place ${place}; move with the arrow keys`,
      "data-act": `move ${place}`,
    });
    const row = element(
      "li",
      {},
      grip,
      element("span", { className: "file", text: called }),
      this.#button("✕", `${this.#name}: take ${called} out of the queue`, { remove: { at: place, file: track.file } }),
    );
    row.lastChild.dataset.act = `remove ${place}`;
    grip.addEventListener("keydown", (event) => {
      const to = place + { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!(to >= 1 && to <= this.#length)) return;
      event.preventDefault();
      if (this.#isEditing) return;
      grip.dataset.act = `move ${to}`;
      this.#edit({ move: { from: place, to, file: track.file } });
    });
    grip.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && !this.#dragged) this.#drag(row, grip, track.file, place, event);
    });
    return row;
  }

  #button(text, label, edit) {
    return element("button", {
      className: "button", type: "button", text, "aria-label": label, on: { click: () => this.#edit(edit) },
    });
  }

  /// Lets a row follow the finger, among those of the queue; it is moved where it is let go.
  #drag(row, grip, file, from, { pointerId, clientY: start }) {
    this.#dragged = row;
    grip.setPointerCapture(pointerId);
    row.classList.add("dragged");
    const height = row.getBoundingClientRect().height + 4;
    let to = from;
    const move = ({ clientY }) => {
      const by = clientY - start;
      to = Math.min(Math.max(from + Math.round(by / height), 1), this.#length);
      row.style.transform = `translateY(${by}px)`;
      [...this.#tracks.children].slice(0, this.#length).forEach((other, index) => {
        if (other === row) return;
        const place = index + 1;
        const gap = place > from && place <= to ? -1 : place < from && place >= to ? 1 : 0;
        other.style.transform = gap ? `translateY(${gap * height}px)` : "";
      });
    };
    const endings = ["pointerup", "pointercancel", "lostpointercapture"];
    const end = ({ type }) => {
      this.#dragged = null;
      // It is built again, wherever the rows are now.
      this.#shown = "";
      grip.removeEventListener("pointermove", move);
      for (const kind of endings) grip.removeEventListener(kind, end);
      if (type === "pointerup" && to !== from) this.#edit({ move: { from, to, file } });
      else this.#refresh();
    };
    grip.addEventListener("pointermove", move);
    for (const kind of endings) grip.addEventListener(kind, end);
  }

  async #find() {
    const turn = (this.#turn += 1);
    const words = this.#search.value.trim();
    const found = words ? await this.#desk.hand.ask("player.find", { ...this.#player, words }) : { count: 0, tracks: [] };
    if (!found || turn !== this.#turn) return;
    const rows = found.tracks.slice(0, mostFound).map((track, index) => {
      const called = trackName(track);
      const pick = { place: found.places[index], file: track.file };
      return element(
        "li",
        {},
        element("span", { className: "file", text: called }),
        this.#button("Next", `${this.#name}: play ${called} next`, { pick: { ...pick, at: 1 } }),
        this.#button("Add", `${this.#name}: queue ${called}`, { pick }),
      );
    });
    const rest = found.count - rows.length;
    if (rest > 0) rows.push(element("li", { className: "later", text: `and ${rest} more` }));
    if (words && !found.count) rows.push(element("li", { className: "later", text: "Nothing in the list has these words." }));
    this.#found.replaceChildren(...rows);
  }
}
