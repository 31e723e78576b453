// SPDX-License-Identifier: Apache-2.0
// The view of the decks: two to four side by side, and the crossfader below them.

import { Crossfader } from "./crossfader.js";
import { deckCard } from "./deck.js";
import { element } from "./dom.js";
import { Phases } from "./phase.js";

/// How many decks a DJ has at hand.
const most = 4;

export class DecksView {
  #desk;
  #place = document.getElementById("decks-list");
  #crossfader;
  #life = new AbortController();
  /// Whether the view can be seen.
  isShown = false;

  /// The view, with its style.
  static async open(desk) {
    const style = element("link", { rel: "stylesheet", href: "/decks.css" });
    const isThere = new Promise((done, failed) => {
      style.addEventListener("load", done);
      style.addEventListener("error", failed);
    });
    document.head.append(style);
    await isThere;
    return new DecksView(desk);
  }

  constructor(desk) {
    this.#desk = desk;
    this.#crossfader = new Crossfader(desk, document.getElementById("decks-crossfader"));
  }

  build() {
    const desk = this.#desk;
    this.#life.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    const decks = desk.decks.slice(0, most);
    const phases = new Phases(desk, decks, signal);
    const cards = decks.map(({ session, source }) => deckCard(desk, session, source, phases, signal));
    this.#place.replaceChildren(...(cards.length ? cards : [element("p", {
      className: "empty", text: "No deck: a deck is a session with a player and the role dj, or on a side of the crossfader.",
    })]));
    this.#crossfader.build(signal);
  }
}
