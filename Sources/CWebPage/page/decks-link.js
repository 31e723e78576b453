// SPDX-License-Identifier: Apache-2.0
// The way to the view of the decks, which is there as long as there are decks.

export class DecksLink {
  #desk;
  #link = document.querySelector('nav a[href="#decks"]');
  #life = new AbortController();
  /// The decks that there are, as a text to compare.
  #known = "";
  #changed;

  /// Calls `changed` when there are other decks.
  constructor(desk, changed) {
    [this.#desk, this.#changed] = [desk, changed];
  }

  build() {
    const { tree, sessions } = this.#desk;
    this.#life.abort();
    this.#life = new AbortController();
    for (const session of sessions) tree.watch(`${session}.crossfader`, this.#life.signal, () => this.#look());
    this.#look();
  }

  #look() {
    const decks = JSON.stringify(this.#desk.decks);
    if (decks === this.#known) return;
    this.#known = decks;
    this.#link.hidden = decks === "[]";
    this.#changed();
  }
}
