// SPDX-License-Identifier: Apache-2.0
// The transport that plugins follow.

import { toggleButton } from "./button.js";
import { element } from "./dom.js";
import { card } from "./rig.js";
import { widget } from "./widget.js";

export class TransportCard {
  place = card("Transport");
  #desk;

  constructor(desk) {
    this.#desk = desk;
  }

  build(signal) {
    const desk = this.#desk;
    const others = desk.tree.branches("rig.transport").filter((name) => name !== "rolling");
    this.place.replaceChildren(
      element("h3", { text: "Transport" }),
      element("div", { className: "row" }, toggleButton(desk, "rig.transport.rolling", {
        text: "Roll", label: "Transport rolls", className: "talk grow", signal,
      })),
      element("div", { className: "widgets" }, ...others.map((name) => widget(desk, `rig.transport.${name}`, signal))),
    );
  }
}
