// SPDX-License-Identifier: Apache-2.0
// Where a player is in its track: times, and a slider over the waveform with its cues and its loop.

import { element, write } from "./dom.js";
import { guard } from "./guard.js";
import { Waveform } from "./waveform.js";

/// Minutes, seconds and tenths, always as wide.
export function clock(seconds) {
  const tenths = Math.max(Math.round(seconds * 10), 0);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}

/// The times of the player `source` of `session`, and the place to move in its track.
export function seekPlace(desk, session, source, signal) {
  const { tree } = desk;
  const path = `${session}.sources.${source}`;
  const name = desk.playerName(session, source);
  const position = element("output", { className: "time", "aria-label": `${name} position` });
  const remaining = element("output", { className: "time left", "aria-label": `${name} remaining` });
  const seek = slider(desk, path, name, signal);
  const waveform = new Waveform(desk, session, source, signal);
  const loop = element("span", { className: "loop-mark", "aria-hidden": "true" });
  const cue = element("span", { className: "cue-mark", "aria-hidden": "true" });
  const place = element("div", { className: "seek" }, loop, waveform.element, seek, cue, ...hotCues(tree, path, signal));
  waveform.watch(place);

  let isSeeking = false;
  seek.addEventListener("pointerdown", () => (isSeeking = true));
  seek.addEventListener("change", () => {
    isSeeking = false;
    desk.hand.set(`${path}.position_seconds`, Number(seek.value));
  });
  const length = () => tree.value(`${path}.length_seconds`) ?? 0;
  // Tracks of a list are of all lengths.
  tree.watch(`${path}.length_seconds`, signal, (seconds) => {
    seek.max = seconds;
    place.style.setProperty("--length", seconds || 1);
  });
  const show = () => {
    const value = tree.value(`${path}.position_seconds`) ?? 0;
    write(position, clock(value));
    const stream = tree.value(`${path}.stream`);
    write(remaining, stream ? (stream === "playing" ? "live" : stream) : `−${clock(length() - value)}`);
    place.toggleAttribute("hidden", Boolean(stream));
    if (!isSeeking && !desk.hand.isUnderway(`${path}.position_seconds`)) seek.value = value;
    waveform.move(value);
    seek.setAttribute("aria-valuetext", `${clock(value)} of ${clock(length())}`);
  };
  for (const leaf of ["position_seconds", "length_seconds", "stream"]) tree.watch(`${path}.${leaf}`, signal, show);
  tree.watch(`${path}.cue_seconds`, signal, (value) => cue.style.setProperty("--at", value));
  for (const end of ["in", "out"]) {
    tree.watch(`${path}.loop_${end}_seconds`, signal, (value) => loop.style.setProperty(`--${end}`, value));
  }
  tree.watch(`${path}.loop_active`, signal, (isActive) => loop.classList.toggle("active", isActive === true));
  return { times: element("div", { className: "times" }, position, remaining), place };
}

function slider(desk, path, name, signal) {
  const node = desk.tree.node(`${path}.position_seconds`);
  const seek = element("input", {
    type: "range",
    min: 0,
    max: node.maximum,
    step: 0.1,
    value: 0,
    "aria-label": `${name} position`,
    "data-path": node.path,
  });
  guard(desk, node.path, seek, signal);
  return seek;
}

/// The marks of the hot cues that are set, in their colours.
function hotCues(tree, path, signal) {
  return tree.branches(`${path}.hot_cues`).map((number) => {
    const cue = `${path}.hot_cues.${number}`;
    const mark = element("span", { className: "cue-mark hot", text: number, "aria-hidden": "true", hidden: true });
    tree.watch(`${cue}.set`, signal, (isSet) => (mark.hidden = isSet !== true));
    tree.watch(`${cue}.seconds`, signal, (value) => mark.style.setProperty("--at", value));
    tree.watch(`${cue}.colour`, signal, (colour) => mark.style.setProperty("--pad", colour || "var(--amber)"));
    return mark;
  });
}
