// SPDX-License-Identifier: Apache-2.0
// The keys of the mixer: Tab goes from strip to strip, the arrows within one, and letters do what they do in `tarmac watch`.

import { element } from "./dom.js";

const controls = "button:not(.none), [role=slider]";

/// Keys, and what they do.
const help = [
  ["Tab, Shift-Tab", "the next strip, the one before"],
  ["Left, Right", "the other controls of a strip"],
  ["Up, Down", "fader by 0.5 dB; Page Up and Page Down by 3"],
  [", and .", "fader by 0.1 dB, as Shift with Up and Down"],
  ["0", "fader to 0 dB"],
  ["m", "mute"],
  ["c", "PFL"],
  ["a", "activate, or let go"],
  ["p", "play, or pause"],
  ["x", "clear clips"],
  ["e", "plugins and more; Escape closes them"],
  ["?", "this list"],
];

/// The keys of a slider for those that move it in a strip.
const stepOf = { ",": { key: "ArrowDown", shiftKey: true }, ".": { key: "ArrowUp", shiftKey: true }, 0: { key: "Delete" } };

export class StripKeys {
  #desk;
  #place;
  #open;
  #dialog = document.getElementById("keys");

  /// Follows the keys of the strips in `place`; `open` shows what more there is of one.
  constructor(desk, place, open) {
    [this.#desk, this.#place, this.#open] = [desk, place, open];
    place.addEventListener("keydown", (event) => this.#press(event), { capture: true });
    place.addEventListener("focusin", (event) => this.#keep(event.target));
    document.getElementById("keys-list").append(...help.flatMap(([keys, does]) =>
      [element("dt", { text: keys }), element("dd", { text: does })]));
    document.getElementById("show-keys").addEventListener("click", () => this.#dialog.showModal());
    document.getElementById("keys-close").addEventListener("click", () => this.#dialog.close());
  }

  /// Makes each strip one stop of the Tab key: its fader, until another control of it has had the focus.
  build() {
    for (const strip of this.#place.querySelectorAll("[data-strip]")) {
      const all = [...strip.querySelectorAll(controls)];
      const first = all.find((control) => control.matches(".fader")) ?? all[0];
      for (const control of all) control.tabIndex = control === first ? 0 : -1;
    }
  }

  #keep(target) {
    const strip = target.closest("[data-strip]");
    if (!strip || !target.matches(controls)) return;
    for (const control of strip.querySelectorAll(controls)) control.tabIndex = control === target ? 0 : -1;
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const strip = event.target.closest("[data-strip]");
    if (!strip) return;
    const isDone = event.key === "ArrowLeft" || event.key === "ArrowRight"
      ? this.#step(strip, event.target, event.key === "ArrowLeft" ? -1 : 1)
      : this.#do(event.key, strip.dataset.strip) || this.#move(event, strip);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /// Moves the focus within a strip.
  #step(strip, from, by) {
    const all = [...strip.querySelectorAll(controls)].filter((control) => !control.disabled && control.checkVisibility());
    const next = all[all.indexOf(from) + by];
    next?.focus();
    return true;
  }

  /// Moves what has the focus by a little, or the fader where nothing that can be moved has it.
  #move(event, strip) {
    const step = stepOf[event.key];
    if (!step) return false;
    const moved = event.target.matches("[role=slider]") ? event.target : strip.querySelector(".fader[role=slider]");
    moved?.dispatchEvent(new KeyboardEvent("keydown", step));
    return true;
  }

  /// Does what a letter says to the strip of `name`; says whether it means anything.
  #do(key, name) {
    switch (key) {
      case "m": return this.#toggle(`${name}.mute`);
      case "c": return this.#toggle(`${name}.cue`);
      case "a": return this.#toggle(`${name}.active`);
      case "p": return this.#play(name);
      case "x": this.#desk.bridge.forgetClips(); return true;
      case "e": this.#open(name); return true;
      case "?": this.#dialog.showModal(); return true;
      default: return false;
    }
  }

  #toggle(path) {
    const { tree, hand } = this.#desk;
    if (!this.#desk.may(path)) return false;
    hand.set(path, tree.value(path) !== true);
    return true;
  }

  /// Plays the players of a session, or pauses them where one plays.
  #play(name) {
    const paths = this.#desk.players(name).map((source) => `${name}.sources.${source}.playing`).filter((path) => this.#desk.may(path));
    const plays = paths.some((path) => this.#desk.tree.value(path) === true);
    for (const path of paths) this.#desk.hand.set(path, !plays);
    return paths.length > 0;
  }
}

