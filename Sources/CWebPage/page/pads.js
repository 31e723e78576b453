// SPDX-License-Identifier: Apache-2.0
// The pads of a deck: its hot cues, played by pressing them and kept by pressing an empty one.

import { element, write } from "./dom.js";
import { guard } from "./guard.js";
import { holdButton } from "./hold.js";

/// The pads of the player at `path`.
export function pads(desk, path, name, signal) {
  const numbers = desk.tree.branches(`${path}.hot_cues`);
  const forget = element("button", {
    className: "button mute",
    type: "button",
    text: "Clear",
    "aria-label": `${name} clear hot cues: the next pad is emptied`,
    "aria-pressed": "false",
    on: { click: () => clear(!isClearing()) },
  });
  const isClearing = () => forget.getAttribute("aria-pressed") === "true";
  const clear = (isOn) => forget.setAttribute("aria-pressed", String(isOn));
  const made = numbers.map((number) => pad(desk, `${path}.hot_cues.${number}`, number, name, signal, (cue) => {
    if (!isClearing()) return false;
    clear(false);
    desk.hand.set(`${cue}.set`, false);
    return true;
  }));
  guard(desk, `${path}.hot_cues.${numbers[0]}.set`, forget, signal);
  return element("div", { className: "pads" }, ...made, forget);
}

function pad(desk, cue, number, name, signal, takes) {
  const { tree } = desk;
  const label = `${name} hot cue ${number}`;
  const button = holdButton(desk, `${cue}.pressed`, { text: number, label, className: "pad", signal, takes: () => takes(cue) });
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
