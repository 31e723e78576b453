// SPDX-License-Identifier: Apache-2.0
// How far apart the beats of decks are: a mark that is in the middle while they fall together.

import { element } from "./dom.js";

export class Phases {
  #tree;
  #decks;
  #marks = new Map();
  #isDue = false;

  constructor(desk, decks, signal) {
    this.#tree = desk.tree;
    this.#decks = decks.map(({ session, source }) => `${session}.sources.${source}`);
    for (const path of this.#decks) {
      for (const leaf of ["position_seconds", "playing", "sync_leader", "bpm", "grid_seconds"]) {
        this.#tree.watch(`${path}.${leaf}`, signal, () => this.#show());
      }
    }
  }

  /// The meter of the deck at `path`.
  meter(path) {
    const mark = element("i");
    this.#marks.set(path, mark);
    return element("div", { className: "phase", "aria-hidden": "true" }, mark);
  }

  /// Shows all of them once what was told at a time is known: places of two moments can't be compared.
  #show() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      for (const [path, mark] of this.#marks) this.#paint(path, mark);
    });
  }

  #paint(path, mark) {
    const other = this.#other(path);
    const [own, beside] = [path, other].map((deck) => deck && this.#beats(deck));
    const isKnown = own !== undefined && beside !== undefined;
    mark.hidden = !isKnown;
    if (!isKnown) return;
    const away = own - beside - Math.round(own - beside);
    mark.style.setProperty("--away", away.toFixed(3));
    mark.classList.toggle("together", Math.abs(away) < 0.03);
  }

  /// What a deck is compared with: the one that leads, or else the first other one that plays.
  #other(path) {
    const others = this.#decks.filter((deck) => deck !== path && this.#tree.value(`${deck}.playing`));
    return others.find((deck) => this.#tree.value(`${deck}.sync_leader`)) ?? others[0];
  }

  /// How many beats a deck has played since its first one; nothing without a tempo.
  #beats(deck) {
    const [place, bpm, grid] = ["position_seconds", "bpm", "grid_seconds"].map((leaf) => this.#tree.value(`${deck}.${leaf}`));
    return bpm > 0 ? ((place - grid) * bpm) / 60 : undefined;
  }
}
