// SPDX-License-Identifier: Apache-2.0
// How far apart the beats of decks are: a mark that is in the middle while they fall together.

import { element } from "./dom.js";

/// Beats fall together for the eye within so much of one.
const together = 0.03;

export class Phases {
  #tree;
  #marks = new Map();
  #isDue = false;

  constructor(desk) {
    this.#tree = desk.tree;
  }

  /// The meter of the deck at `path`, until `signal` aborts.
  meter(path, signal) {
    const mark = element("i", { hidden: true });
    this.#marks.set(path, mark);
    signal.addEventListener("abort", () => this.#marks.delete(path));
    for (const leaf of ["beat", "playing", "sync_leader", "tempo_bpm"]) {
      this.#tree.watch(`${path}.${leaf}`, signal, () => this.#show());
    }
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
    mark.hidden = !other || !this.#isHeard(path);
    if (mark.hidden) return;
    const [own, beside] = [path, other].map((deck) => this.#tree.value(`${deck}.beat`));
    // At half or twice the tempo each beat of the faster one counts.
    const ratio = 2 ** Math.round(Math.log2(this.#tempo(path) / this.#tempo(other)));
    const apart = own * Math.max(1, 1 / ratio) - beside * Math.max(1, ratio);
    const away = apart - Math.round(apart);
    mark.style.setProperty("--away", away.toFixed(3));
    mark.classList.toggle("together", Math.abs(away) < together);
  }

  /// What a deck is compared with: the one that leads, or else the first other one that plays.
  #other(path) {
    const others = [...this.#marks.keys()].filter((deck) => deck !== path && this.#isHeard(deck));
    return others.find((deck) => this.#tree.value(`${deck}.sync_leader`)) ?? others[0];
  }

  #tempo(deck) {
    return this.#tree.value(`${deck}.tempo_bpm`);
  }

  /// Whether a deck plays, and its tempo is known.
  #isHeard(deck) {
    return this.#tree.value(`${deck}.playing`) === true && this.#tempo(deck) > 0;
  }
}
