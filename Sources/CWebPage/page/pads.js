// SPDX-License-Identifier: Apache-2.0
// The pads of a deck: its hot cues, played by pressing them and kept by pressing an empty one.

import { element, write } from "./dom.js";
import { holdButton } from "./hold.js";

/// The pads of the player at `path`.
export function pads(desk, path, name, signal) {
  const numbers = desk.tree.branches(`${path}.hot_cues`);
  const made = numbers.map((number) => pad(desk, `${path}.hot_cues.${number}`, number, name, signal));
  const forget = element("button", {
    className: "button mute",
    type: "button",
    text: "Clear",
    "aria-label": `${name} clear hot cues: the next pad is emptied`,
    "aria-pressed": "false",
    on: { click: () => clear(forget.getAttribute("aria-pressed") !== "true") },
  });
  const place = element("div", { className: "pads" }, ...made, forget);
  function clear(isClearing) {
    forget.setAttribute("aria-pressed", String(isClearing));
    place.classList.toggle("clearing", isClearing);
  }
  // Before a pad takes a press as its own.
  for (const kind of ["pointerdown", "keydown"]) {
    place.addEventListener(kind, (event) => {
      const pressed = event.target.closest("[data-cue]");
      const isMeant = kind === "pointerdown" || [" ", "Enter"].includes(event.key);
      if (!pressed || !isMeant || !place.classList.contains("clearing")) return;
      event.stopPropagation();
      event.preventDefault();
      clear(false);
      desk.hand.set(`${pressed.dataset.cue}.set`, false);
    }, { capture: true });
  }
  return place;
}

function pad(desk, cue, number, name, signal) {
  const { tree } = desk;
  const label = `${name} hot cue ${number}`;
  const button = holdButton(desk, `${cue}.pressed`, { text: number, label, className: "pad", signal });
  button.dataset.cue = cue;
  function show() {
    const called = tree.value(`${cue}.name`);
    const isSet = tree.value(`${cue}.set`) === true;
    write(button, called ? `${number} ${called}` : number);
    button.setAttribute("aria-label", `${label}: ${isSet ? called || "set" : "empty"}`);
    button.classList.toggle("set", isSet);
    button.style.setProperty("--pad", tree.value(`${cue}.colour`) || "var(--amber)");
  }
  for (const leaf of ["set", "name", "colour"]) tree.watch(`${cue}.${leaf}`, signal, show);
  return button;
}
