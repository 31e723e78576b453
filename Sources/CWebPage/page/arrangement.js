// SPDX-License-Identifier: Apache-2.0
// The order of strips on this device, which of them it hides, and whether they are narrow; kept by the browser, rig by rig.

import { element } from "./dom.js";

export class Arrangement {
  /// Whether strips are being put in order just now.
  isOpen = false;
  #key = "";
  #kept = { order: [], hidden: [], isNarrow: false };

  /// Takes what this device has kept for `rig`.
  load(rig) {
    this.#key = `strips of ${rig}`;
    try {
      const { order = [], hidden = [], isNarrow = false } = JSON.parse(localStorage.getItem(this.#key)) ?? {};
      this.#kept = { order: [...order], hidden: [...hidden], isNarrow };
    } catch {
      // What can't be read, or must not be kept, is as if it had never been.
      this.#kept = { order: [], hidden: [], isNarrow: false };
    }
  }

  get isNarrow() {
    return this.#kept.isNarrow;
  }

  set isNarrow(isNarrow) {
    this.#kept.isNarrow = isNarrow;
    this.#save();
  }

  isHidden(name) {
    return this.#kept.hidden.includes(name);
  }

  /// `names` in the order of this device, without those it hides; all of them while they are being put in order.
  arranged(names) {
    const rank = (name) => this.#kept.order.indexOf(name) + 1 || Infinity;
    const sorted = names.map((name, place) => ({ name, place })).sort((a, b) => {
      const [first, second] = [rank(a.name), rank(b.name)];
      return first === second ? a.place - b.place : first - second;
    }).map(({ name }) => name);
    return this.isOpen ? sorted : sorted.filter((name) => !this.isHidden(name));
  }

  /// Puts `name` of `names` a place further to the left, -1, or to the right, 1.
  move(name, by, names) {
    const order = this.arranged(names);
    const from = order.indexOf(name);
    const to = Math.min(Math.max(from + by, 0), order.length - 1);
    order.splice(to, 0, ...order.splice(from, 1));
    this.#kept.order = [...this.#kept.order.filter((known) => !order.includes(known)), ...order];
    this.#save();
  }

  hide(name, isHidden) {
    this.#kept.hidden = [...this.#kept.hidden.filter((known) => known !== name), ...(isHidden ? [name] : [])];
    this.#save();
  }

  #save() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing arranges for as long as the page is open.
    }
  }
}

/// What puts the strip of `name` elsewhere among `names`, or hides it.
export function arrangeButtons(arrangement, name, names, changed) {
  const act = (text, label, what) => element("button", {
    className: "button", type: "button", text, "aria-label": label,
    on: {
      click: () => {
        what();
        changed(label);
      },
    },
  });
  const isHidden = arrangement.isHidden(name);
  return element(
    "div",
    { className: `arrange ${isHidden ? "hides" : ""}` },
    act("◀", `${name} to the left`, () => arrangement.move(name, -1, names)),
    act("▶", `${name} to the right`, () => arrangement.move(name, 1, names)),
    act(isHidden ? "Show" : "Hide", `${isHidden ? "Show" : "Hide"} ${name}`, () => arrangement.hide(name, !isHidden)),
  );
}
