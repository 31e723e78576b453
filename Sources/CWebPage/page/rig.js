// SPDX-License-Identifier: Apache-2.0
// The rig as a whole: its switches, who interrupts, its sounds, its routes, who may record, and how the audio thread does.

import { toggleButton, triggerButton } from "./button.js";
import { element } from "./dom.js";
import { connectionBand } from "./routes.js";
import { widget } from "./widget.js";

/// What is asked before a switch is turned on that silences many.
const questions = { silent: "It silences all sessions that obey it." };

export class RigView {
  #desk;
  #place = document.getElementById("rig-cards");
  #life = new AbortController();
  /// Cards of their own that are kept while the rig changes.
  #kept;

  constructor(desk, kept) {
    this.#desk = desk;
    this.#kept = kept;
  }

  build() {
    this.#life.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    for (const card of this.#kept) card.build(signal);
    this.#place.replaceChildren(
      this.#interrupters(signal),
      this.#switches(signal),
      ...this.#sounds(signal),
      ...this.#kept.map(({ place }) => place),
      this.#routes(signal),
      this.#permissions(signal),
      this.#values("Audio", "rig.server", signal),
      this.#values("Cycles of the audio thread", "rig.render", signal),
    );
  }

  #interrupters(signal) {
    const desk = this.#desk;
    return card("Interrupters", ...desk.tree.branches("rig.interrupters").map((name) => {
      const path = `rig.interrupters.${name}`;
      const act = (leaf, text) => triggerButton(desk, `${path}.${leaf}`, { text, label: `${name}: ${text}`, signal });
      return element(
        "div",
        { className: "row named", role: "group", "aria-label": name },
        element("strong", { text: name }),
        act("ring", "Ring"),
        act("accept", "Accept"),
        act("decline", "Decline"),
        toggleButton(desk, `${path}.active`, {
          text: "On", label: `${name} interrupts`, className: "mute", signal,
          question: `${name} silences all sessions that it interrupts.`,
        }),
      );
    }));
  }

  #switches(signal) {
    const desk = this.#desk;
    return card("Switches", element("div", { className: "row" }, ...desk.tree.branches("rig.switches").map((name) =>
      toggleButton(desk, `rig.switches.${name}`, {
        text: name.replaceAll("_", " "), label: `Switch ${name.replaceAll("_", " ")}`, className: "mute grow", signal,
        question: questions[name],
      }))));
  }

  #sounds(signal) {
    const names = this.#desk.tree.branches("rig.sounds");
    if (names.length === 0) return [];
    return [card("System sounds", element("div", { className: "row" }, ...names.map((name) =>
      triggerButton(this.#desk, `rig.sounds.${name}`, { text: name, label: `Play ${name}`, className: "grow", signal }))))];
  }

  #routes(signal) {
    const desk = this.#desk;
    return card("Routes", ...[...desk.outputs, ...desk.inputs].map((name) =>
      element(
        "div",
        { className: "row named route-line" },
        element("strong", { text: `${desk.outputs.includes(name) ? "→" : "←"} ${name}` }),
        connectionBand(desk, name, signal, { isFull: true }),
      )));
  }

  #permissions(signal) {
    const desk = this.#desk;
    const asking = desk.sessions.filter((name) => desk.tree.node(`${name}.permission`));
    return card("May record", element("div", { className: "widgets" }, ...asking.map((name) =>
      widget(desk, `${name}.permission`, signal, name))));
  }

  #values(title, path, signal) {
    const desk = this.#desk;
    const shown = desk.tree.branches(path).map((name) => widget(desk, `${path}.${name}`, signal));
    const reset = path === "rig.render"
      ? [triggerButton(desk, "rig.reset_counters", { text: "Reset counters", label: "Reset the counters", signal })]
      : [];
    return card(title, element("div", { className: "widgets" }, ...shown), ...reset);
  }
}

/// A group of things that belong together.
export function card(title, ...children) {
  return element("section", { className: "card", "aria-label": title }, element("h3", { text: title }), ...children);
}
