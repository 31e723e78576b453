// SPDX-License-Identifier: Apache-2.0
// Tells people what was refused, and why, for as long as it takes to read.

import { element } from "./dom.js";

const most = 3;

export class Notices {
  #place;

  constructor(place) {
    this.#place = place;
  }

  say(message) {
    const last = this.#place.lastElementChild;
    if (last?.textContent === message) return;
    if (this.#place.childElementCount >= most) this.#place.firstElementChild.remove();
    const notice = element("p", { className: "notice", text: message });
    this.#place.append(notice);
    setTimeout(() => notice.remove(), 4000 + message.length * 50);
  }
}
