// SPDX-License-Identifier: Apache-2.0
// The crossfader below strips and decks, as long as one of them is assigned to a side of it.

import { toggleButton } from "./button.js";
import { element, write } from "./dom.js";
import { across } from "./fader.js";
import { numberLaw } from "./law.js";

const root = "rig.crossfader";

export class Crossfader {
  #desk;
  #place;

  /// Is shown at `place`.
  constructor(desk, place) {
    this.#desk = desk;
    this.#place = place;
  }

  build(signal) {
    const desk = this.#desk;
    if (!desk.tree.node(`${root}.position`)) {
      this.#place.hidden = true;
      return this.#place.replaceChildren();
    }
    const sides = ["A", "B"].map((side) => element("span", { className: "side" }));
    const cuts = ["a", "b"].map((side) =>
      toggleButton(desk, `${root}.cut_${side}`, {
        text: `Cut ${side.toUpperCase()}`, label: `Cut side ${side.toUpperCase()}`, className: "mute", signal,
      }));
    this.#place.replaceChildren(
      element("div", { className: "end" }, cuts[0], sides[0]),
      across(desk, `${root}.position`, "Crossfader", signal, numberLaw(desk.tree.node(`${root}.position`))),
      element("div", { className: "end" }, sides[1], cuts[1]),
    );
    const strips = desk.sessions.filter((name) => desk.tree.node(`${name}.crossfader`));
    const show = () => {
      const names = (side) => strips.filter((name) => desk.tree.value(`${name}.crossfader`) === side);
      this.#place.hidden = ["A", "B"].every((side) => names(side).length === 0);
      write(sides[0], names("A").join(", "));
      write(sides[1], names("B").join(", "));
    };
    for (const name of strips) desk.tree.watch(`${name}.crossfader`, signal, show);
    show();
  }
}
