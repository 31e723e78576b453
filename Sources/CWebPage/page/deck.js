// SPDX-License-Identifier: Apache-2.0
// One deck: its track, its cues, its loop, its beat, and its strip.

import { toggleButton, triggerButton } from "./button.js";
import { element, write } from "./dom.js";
import { across, fader } from "./fader.js";
import { holdButton } from "./hold.js";
import { knob } from "./knob.js";
import { numberLaw } from "./law.js";
import { pads } from "./pads.js";
import { Queue } from "./queue.js";
import { seekPlace } from "./seek.js";
import { trackHead } from "./track.js";
import { titleOf } from "./widget.js";

/// How far the pitch goes to each side, in percent, and how far a nudge pushes.
const pitchRanges = [8, 16, 50];
const nudge = 2;
/// How many beats a loop has at first.
const firstLoop = 4;

/// The card of a deck.
export function deckCard(desk, session, source, phases, signal) {
  const path = `${session}.sources.${source}`;
  const name = desk.playerName(session, source);
  const { head, play } = trackHead(desk, session, source, signal);
  const { times, place } = seekPlace(desk, session, source, signal);
  play.classList.add("large");
  head.append(tempo(desk, path, signal));
  return element(
    "section",
    { className: "card player deck", "aria-label": name, "data-deck": session },
    head,
    times,
    place,
    phases.meter(path),
    element(
      "div",
      { className: "row" },
      holdButton(desk, `${path}.cue_button`, { text: "Cue", label: `${name} cue`, className: "large cue-key", signal }),
      play,
      ...[["sync", "Sync"], ["sync_leader", "Lead"], ["quantise", "Quant"], ["key_lock", "Key"]].map(([leaf, text]) =>
        toggleButton(desk, `${path}.${leaf}`, { text, label: `${name} ${leaf.replace("_", " ")}`, signal })),
    ),
    pads(desk, path, name, signal),
    loopRow(desk, path, name, signal),
    pitchRow(desk, path, name, signal),
    strip(desk, session, name, signal),
    new Queue(desk, session, source, name, signal).element,
  );
}

/// The tempo that is heard, and how far the pitch is from that of the track.
function tempo(desk, path, signal) {
  const shown = element("output", { className: "tempo", "aria-label": "BPM" });
  const pitch = element("small");
  desk.tree.watch(`${path}.tempo_bpm`, signal, (bpm) => write(shown, bpm > 0 ? bpm.toFixed(1) : "–"));
  desk.tree.watch(`${path}.pitch_percent`, signal, (value) =>
    write(pitch, `BPM ${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)} %`));
  return element("div", { className: "beats" }, shown, pitch);
}

// MARK: Loops

/// A number of beats as people say it.
const beatsText = (beats) => (beats < 1 ? `1/${Math.round(1 / beats)}` : String(Number(beats.toFixed(2))));

/// Loops of beats, their ends, and jumps as long as they are.
function loopRow(desk, path, name, signal) {
  let beats = firstLoop;
  const isActive = () => desk.tree.value(`${path}.loop_active`) === true;
  const far = (leaf, sign) => () => desk.hand.trigger(`${path}.${leaf}`, { beats: String(sign * beats) });
  const act = (leaf, text, label, pull) =>
    triggerButton(desk, `${path}.${leaf}`, { text, label: `${name} ${label}`, signal, pull });
  const length = toggleButton(desk, `${path}.loop_active`, {
    text: "",
    label: `${name} loop`,
    className: "talk loop",
    signal,
    toggles() {
      if (isActive()) return true;
      far("beat_loop", 1)();
      return false;
    },
  });
  function size(by, leaf) {
    if (isActive()) return desk.hand.trigger(`${path}.${leaf}`);
    beats = Math.min(Math.max(beats * by, 1 / 32), 512);
    return show();
  }
  const show = () => write(length, `⟳ ${beatsText(beats)}`);
  desk.tree.watch(`${path}.loop_beats`, signal, (known) => {
    if (known > 0) beats = known;
    show();
  });
  show();
  return element(
    "div",
    { className: "row loops" },
    act("loop_halve", "½", "loop half as long", () => size(0.5, "loop_halve")),
    length,
    act("loop_double", "×2", "loop twice as long", () => size(2, "loop_double")),
    act("loop_in", "In", "loop in"),
    act("loop_out", "Out", "loop out"),
    act("beat_jump", "◀", "jump back", far("beat_jump", -1)),
    act("beat_jump", "▶", "jump on", far("beat_jump", 1)),
  );
}

// MARK: Pitch

/// The pitch, over as far a way as is chosen, between the keys that nudge it.
function pitchRow(desk, path, name, signal) {
  const pitch = `${path}.pitch_percent`;
  const push = (percent, text, label) => holdButton(desk, `${path}.nudge_percent`, {
    text, label: `${name} ${label}`, signal, on: percent, off: 0,
  });
  let range = pitchRanges[0];
  let life = new AbortController();
  signal.addEventListener("abort", () => life.abort());
  const make = () => {
    life.abort();
    life = new AbortController();
    const law = { ...desk.tree.node(pitch), minimum: -range, maximum: range };
    return across(desk, pitch, `${name} pitch`, life.signal, numberLaw(law));
  };
  let slider = make();
  const choice = element("button", {
    className: "button", type: "button", text: `±${range}`, "aria-label": `${name} range of the pitch`,
    on: {
      click() {
        range = pitchRanges[(pitchRanges.indexOf(range) + 1) % pitchRanges.length];
        write(choice, `±${range}`);
        const next = make();
        slider.replaceWith(next);
        slider = next;
      },
    },
  });
  return element("div", { className: "pitch" }, push(-nudge, "−", "nudge back"), slider, push(nudge, "+", "nudge on"), choice);
}

// MARK: Strip

/// The equaliser and the filter of a session's own plugins, its trim, its fader, and its way to the headphones.
function strip(desk, session, name, signal) {
  const { tree } = desk;
  const leaves = tree.branches(session).flatMap((plugin) =>
    ["high_db", "mid_db", "low_db", "filter"].map((leaf) => `${session}.${plugin}.${leaf}`));
  const knobs = [`${session}.trim_db`, ...leaves].filter((path) => tree.node(path)).map((path) => {
    const title = path.endsWith(".filter") ? "Filter" : titleOf(tree, path);
    const { face, readout } = knob(desk, path, `${name} ${title}`, signal);
    return element("div", { className: "widget" }, element("span", { className: "title", text: title, "aria-hidden": "true" }), face, readout);
  });
  const { face, readout } = fader(desk, `${session}.fader_db`, `${name} fader`, signal);
  const cue = tree.node(`${session}.cue`)
    ? toggleButton(desk, `${session}.cue`, { text: "PFL", label: `${name} PFL`, className: "cue", signal })
    : null;
  return element(
    "div",
    { className: "channel" },
    element("div", { className: "widgets" }, ...knobs),
    element("div", { className: "throw" }, face, readout, cue),
  );
}
