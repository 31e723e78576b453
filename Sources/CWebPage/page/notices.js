// SPDX-License-Identifier: Apache-2.0
// Says what was refused, and why, for as long as it takes to read; in the line above everything, so that it covers no control.

import { element } from "./dom.js";

export class Notices {
  #place;
  #end = 0;

  constructor(place) {
    this.#place = place;
  }

  /// Shows `message` in the place of the one before.
  say(message) {
    clearTimeout(this.#end);
    this.#place.replaceChildren(element("p", { className: "notice", text: message, title: message }));
    this.#end = setTimeout(() => this.#place.replaceChildren(), 4000 + message.length * 50);
  }
}
