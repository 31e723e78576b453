// SPDX-License-Identifier: Apache-2.0
// The view of the decks: up to four side by side, and the crossfader below them.

import { Crossfader } from "./crossfader.js";
import { deckCard } from "./deck.js";
import { element } from "./dom.js";
import { Phases } from "./phase.js";

export class DecksView {
  #desk;
  #place = document.getElementById("decks-list");
  #crossfader;
  #phases;
  #life = new AbortController();
  /// The cards by their decks, each with what ends it.
  #cards = new Map();

  /// The view, with its style.
  static async open(desk) {
    const style = element("link", { rel: "stylesheet", href: "/decks.css" });
    const isThere = new Promise((done, failed) => {
      style.addEventListener("load", done);
      style.addEventListener("error", failed);
    });
    document.head.append(style);
    await isThere.catch((failure) => {
      style.remove();
      throw failure;
    });
    return new DecksView(desk);
  }

  constructor(desk) {
    this.#desk = desk;
    this.#crossfader = new Crossfader(desk, document.getElementById("decks-crossfader"));
  }

  /// Builds everything, for another rig or other rights.
  build() {
    const { tree, sessions } = this.#desk;
    this.#life.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    for (const life of this.#cards.values()) life.abort();
    this.#cards.clear();
    this.#place.replaceChildren();
    this.#phases = new Phases(this.#desk);
    this.#arrange();
    for (const session of sessions) tree.watch(`${session}.crossfader`, signal, () => this.#arrange());
    this.#crossfader.build(signal);
  }

  /// Adds cards for new decks and drops those of decks that are gone; a hand on another one notices nothing.
  #arrange() {
    const decks = this.#desk.decks;
    const names = decks.map(({ session, source }) => `${session}.sources.${source}`);
    for (const [path, life] of [...this.#cards].filter(([path]) => !names.includes(path))) {
      life.abort();
      this.#cards.delete(path);
    }
    decks.forEach(({ session, source }, index) => {
      if (this.#cards.has(names[index])) return;
      const life = new AbortController();
      const card = deckCard(this.#desk, session, source, this.#phases, life.signal);
      life.signal.addEventListener("abort", () => card.remove());
      this.#cards.set(names[index], life);
      this.#place.append(card);
    });
    this.#place.classList.toggle("four", decks.length > 2);
  }
}
