// SPDX-License-Identifier: Apache-2.0
// The picture of what a player plays, where its file or its folder has one.

import { element, watchSeen } from "./dom.js";

/// How long a disk is left alone that has not given the picture, in ms, each time.
const pauses = [500, 3000];

export class Artwork {
  element = element("img", { className: "artwork", alt: "", hidden: true });
  #place;
  #signal;
  /// How often the track has changed, for which of them the picture was asked, and how often in vain.
  #turn = 0;
  #asked = -1;
  #misses = 0;
  #isSeen = false;

  constructor(desk, session, source, signal) {
    this.#place = `/api/artwork/${session}/${source}`;
    this.#signal = signal;
    const { element: picture } = this;
    picture.addEventListener("load", () => (picture.hidden = false));
    picture.addEventListener("error", () => this.#askAgain());
    const path = `${session}.sources.${source}`;
    for (const leaf of ["file", "title"]) {
      desk.tree.watch(`${path}.${leaf}`, signal, () => {
        this.#turn += 1;
        this.#misses = 0;
        picture.hidden = true;
        // All that a track brings comes together.
        setTimeout(() => this.#ask(), 50);
      });
    }
  }

  /// Asks for pictures while `place`, in which it lies, is seen.
  watch(place) {
    watchSeen(place, this.#signal, (isSeen) => {
      this.#isSeen = isSeen;
      this.#ask();
    });
  }

  #ask() {
    if (!this.#isSeen || this.#asked === this.#turn || this.#signal.aborted) return;
    this.#asked = this.#turn;
    this.element.src = `${this.#place}?${this.#turn}`;
  }

  /// There is none, or the disk takes its time: that can't be told apart here.
  #askAgain() {
    this.element.hidden = true;
    const [turn, pause] = [this.#turn, pauses[this.#misses]];
    if (pause === undefined) return;
    this.#misses += 1;
    setTimeout(() => {
      if (turn !== this.#turn) return;
      this.#asked = -1;
      this.#ask();
    }, pause);
  }
}
