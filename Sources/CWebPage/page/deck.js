// SPDX-License-Identifier: Apache-2.0
// One deck: its track, its cues, its loop, its beat, and its strip.

import { toggleButton, triggerButton } from "./button.js";
import { crate } from "./crate.js";
import { element, write } from "./dom.js";
import { across, fader } from "./fader.js";
import { holdButton } from "./hold.js";
import { numberLaw } from "./law.js";
import { pads } from "./pads.js";
import { Queue } from "./queue.js";
import { seekPlace } from "./seek.js";
import { trackHead } from "./track.js";
import { titleOf, widget } from "./widget.js";

/// How far the pitch goes to each side, in percent, before it goes all its way; and how far a nudge pushes.
const pitchRanges = [8, 16, 50];
const nudge = 2;
/// How many beats a loop has at first, and the shortest and the longest one.
const firstLoop = 4;
const [shortestLoop, longestLoop] = [1 / 32, 512];

/// The card of a deck.
export function deckCard(desk, session, source, phases, signal) {
  const path = `${session}.sources.${source}`;
  const name = desk.playerName(session, source);
  const { head, play } = trackHead(desk, session, source, signal, {
    isAtOnce: true,
    toggles() {
      // While a key lets it play, play has it go on when the key is let go.
      const isHeld = card.querySelector(".cue-key.held, .pad.held") !== null;
      if (isHeld) desk.hand.strike(`${path}.playing`, true);
      return !isHeld;
    },
  });
  const { times, place } = seekPlace(desk, session, source, signal);
  play.classList.add("large");
  head.append(tempo(desk, path, name, signal));
  const card = element(
    "section",
    { className: "card player deck", "aria-label": name, "data-deck": session },
    head,
    times,
    place,
    phases.meter(path, signal),
    element(
      "div",
      { className: "row" },
      holdButton(desk, `${path}.cue_button`, { text: "Cue", label: `${name} cue`, className: "large cue-key", signal }),
      play,
      ...[["sync", "Sync"], ["sync_leader", "Lead"], ["quantise", "Quant"], ["key_lock", "Key"], ["reverse", "Rev"]].map(([leaf, text]) =>
        toggleButton(desk, `${path}.${leaf}`, { text, label: `${name} ${leaf.replace("_", " ")}`, signal })),
    ),
    pads(desk, path, name, signal),
    loopRow(desk, path, name, signal),
    pitchRow(desk, path, name, signal),
    strip(desk, session, name, signal),
    crate(desk, path, name, signal),
    new Queue(desk, session, source, name, signal).element,
  );
  return card;
}

/// The tempo that is heard, and how far the pitch is from that of the track.
function tempo(desk, path, name, signal) {
  const shown = element("output", { className: "tempo", "aria-label": `${name} BPM`, "aria-live": "off" });
  const pitch = element("small");
  desk.tree.watch(`${path}.tempo_bpm`, signal, (bpm) => write(shown, bpm > 0 ? bpm.toFixed(1) : "–"));
  desk.tree.watch(`${path}.pitch_percent`, signal, (value) =>
    write(pitch, `BPM ${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)} %`));
  return element("div", { className: "beats" }, shown, pitch);
}

// MARK: Loops

/// A number of beats as people say it.
function beatsText(beats) {
  const parts = 1 / beats;
  return parts > 1 && Math.abs(Math.log2(parts) % 1) < 1e-6 ? `1/${Math.round(parts)}` : String(Number(beats.toFixed(2)));
}

/// Loops of beats, their ends, and jumps as long as they are chosen.
function loopRow(desk, path, name, signal) {
  let chosen = firstLoop;
  const isActive = () => desk.tree.value(`${path}.loop_active`) === true;
  const far = (leaf, sign) => () => desk.hand.trigger(`${path}.${leaf}`, { beats: String(sign * chosen) });
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
    chosen = Math.min(Math.max(chosen * by, shortestLoop), longestLoop);
    if (isActive()) desk.hand.trigger(`${path}.${leaf}`);
    show();
  }
  function show() {
    const measured = desk.tree.value(`${path}.loop_beats`);
    const text = beatsText(isActive() && measured > 0 ? measured : chosen);
    write(length, `⟳ ${text}`);
    length.setAttribute("aria-label", `${name} loop of ${text} beats`);
  }
  for (const leaf of ["loop_beats", "loop_active"]) desk.tree.watch(`${path}.${leaf}`, signal, show);
  show();
  return element(
    "div",
    { className: "row loops" },
    act("loop_halve", "½", "loop half as long", () => size(0.5, "loop_halve")),
    length,
    act("loop_double", "×2", "loop twice as long", () => size(2, "loop_double")),
    toggleButton(desk, `${path}.loop_active`, { text: "Re", label: `${name} loop again, or leave it`, className: "talk", signal }),
    act("loop_in", "In", "loop in"),
    act("loop_out", "Out", "loop out"),
    act("beat_jump", "◀", "jump back", far("beat_jump", -1)),
    act("beat_jump", "▶", "jump on", far("beat_jump", 1)),
  );
}

// MARK: Pitch

/// The pitch, over as far a way as is chosen and it needs, between the keys that nudge it.
function pitchRow(desk, path, name, signal) {
  const pitch = `${path}.pitch_percent`;
  const node = desk.tree.node(pitch);
  const ranges = [...pitchRanges.map((most) => ({ minimum: -most, maximum: most, text: `±${most}` })),
    { minimum: node.minimum, maximum: node.maximum, text: "all" }];
  const push = (percent, text, label) => holdButton(desk, `${path}.nudge_percent`, {
    text, label: `${name} ${label}`, signal, on: percent, off: 0,
  });
  const choice = element("button", { className: "button", type: "button", on: { click: () => choose(range + 1) } });
  const place = element("div", { className: "pitch" }, push(-nudge, "−", "nudge back"), element("span"), push(nudge, "+", "nudge on"), choice);
  let range = 0;
  let life = new AbortController();
  signal.addEventListener("abort", () => life.abort());
  /// Takes a range, or the next one that the pitch fits in.
  function choose(wanted) {
    const value = desk.tree.value(pitch) ?? 0;
    const fits = ({ minimum, maximum }) => value >= minimum && value <= maximum;
    range = wanted % ranges.length;
    while (!fits(ranges[range]) && range < ranges.length - 1) range += 1;
    life.abort();
    life = new AbortController();
    const law = numberLaw({ ...node, ...ranges[range] });
    place.children[1].replaceWith(across(desk, pitch, `${name} pitch`, life.signal, law));
    write(choice, ranges[range].text);
    choice.setAttribute("aria-label", `${name} range of the pitch: ${ranges[range].text}`);
  }
  choose(0);
  desk.tree.watch(pitch, signal, (value) => {
    if (value < ranges[range].minimum || value > ranges[range].maximum) choose(range);
  });
  return place;
}

// MARK: Strip

/// The equaliser and the filter of a session's own plugins, its trim, its fader, and its way to the headphones.
function strip(desk, session, name, signal) {
  const { tree } = desk;
  const leaves = tree.branches(session).flatMap((plugin) =>
    ["high_db", "mid_db", "low_db", "filter"].map((leaf) => `${session}.${plugin}.${leaf}`));
  const knobs = [`${session}.trim_db`, ...leaves].filter((path) => tree.node(path)).map((path) =>
    widget(desk, path, signal, path.endsWith(".filter") ? "Filter" : titleOf(tree, path)));
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
