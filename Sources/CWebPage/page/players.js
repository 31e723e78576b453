// SPDX-License-Identifier: Apache-2.0
// Players: where they are in their files, and what moves them.

import { Artwork } from "./artwork.js";
import { toggleButton, triggerButton } from "./button.js";
import { element, write } from "./dom.js";
import { guard } from "./guard.js";
import { Queue, trackName } from "./queue.js";
import { isLetThrough, stateOf, watchState } from "./state.js";
import { Waveform } from "./waveform.js";
import { widget } from "./widget.js";

/// Minutes, seconds and tenths, always as wide.
export function clock(seconds) {
  const tenths = Math.max(Math.round(seconds * 10), 0);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}

export class PlayersView {
  #desk;
  #place = document.getElementById("players-list");
  #life = new AbortController();

  constructor(desk) {
    this.#desk = desk;
  }

  build() {
    this.#life.abort();
    this.#life = new AbortController();
    const cards = this.#desk.sessions.flatMap((session) =>
      this.#desk.players(session).map((source) => this.#card(session, source)));
    this.#place.replaceChildren(
      ...(cards.length ? cards : [element("p", { className: "empty", text: "No session of this preset plays a file." })]),
    );
  }

  #card(session, source) {
    const desk = this.#desk;
    const { signal } = this.#life;
    const path = `${session}.sources.${source}`;
    const name = desk.playerName(session, source);
    const file = element("span", { className: "file" });
    const silence = element("span", { className: "file failed", role: "status" });
    const position = element("output", { className: "time", "aria-label": `${name} position` });
    const remaining = element("output", { className: "time left", "aria-label": `${name} remaining` });
    const cueMark = element("span", { className: "cue-mark", "aria-hidden": "true" });
    const seek = this.#seek(path, name);
    const waveform = new Waveform(desk, session, source, signal);
    const artwork = new Artwork(desk, session, source, signal);
    let isSeeking = false;
    seek.addEventListener("pointerdown", () => (isSeeking = true));
    seek.addEventListener("change", () => {
      isSeeking = false;
      desk.hand.set(`${path}.position_seconds`, Number(seek.value));
    });
    const length = () => desk.tree.value(`${path}.length_seconds`) ?? 0;
    // Tracks of a list are of all lengths.
    desk.tree.watch(`${path}.length_seconds`, signal, (seconds) => (seek.max = seconds));
    const show = () => {
      const value = desk.tree.value(`${path}.position_seconds`) ?? 0;
      write(position, clock(value));
      const stream = desk.tree.value(`${path}.stream`);
      write(remaining, stream ? (stream === "playing" ? "live" : stream) : `−${clock(length() - value)}`);
      seek.parentElement?.toggleAttribute("hidden", Boolean(stream));
      if (!isSeeking && !desk.hand.isUnderway(`${path}.position_seconds`)) seek.value = value;
      waveform.move(value);
      seek.setAttribute("aria-valuetext", `${clock(value)} of ${clock(length())}`);
    };
    for (const leaf of ["position_seconds", "length_seconds", "stream"]) desk.tree.watch(`${path}.${leaf}`, signal, show);
    desk.tree.watch(`${path}.cue_seconds`, signal, (value) =>
      cueMark.style.setProperty("--at", length() ? value / length() : 0));
    desk.addEventListener("status", () => {
      const told = desk.status.sessions.find((known) => known.name === session)?.sources
        .find((known) => known.name === source);
      const mix = [told?.bpm && `${Math.round(told.bpm * 10) / 10} BPM`, told?.key].filter(Boolean).join(" · ");
      const track = [trackName(told ?? {}), mix].filter(Boolean).join(" · ");
      write(file, told?.failure ?? (told?.state === "empty" ? "No track is loaded." : track));
      file.classList.toggle("failed", told?.failure !== undefined);
    }, { signal });
    const play = toggleButton(desk, `${path}.playing`, { text: "Play", label: `${name} play`, className: "talk", signal });
    this.#markSilence(session, play, silence);
    const place = element("div", { className: "seek" }, waveform.element, seek, cueMark);
    waveform.watch(place);
    const card = element(
      "section",
      { className: "card player", "aria-label": name },
      element("div", { className: "head" }, artwork.element, element("div", {}, element("h3", { text: name }), file, silence)),
      element("div", { className: "times" }, position, remaining),
      place,
      element(
        "div",
        { className: "row" },
        play,
        triggerButton(desk, `${path}.cue`, { text: "Cue", label: `${name} go to the cue point`, signal }),
        triggerButton(desk, `${path}.set_cue`, { text: "Set cue", label: `${name} set the cue point here`, signal }),
        triggerButton(desk, `${path}.eject`, { text: "Eject", label: `${name} eject`, signal }),
      ),
      element("div", { className: "row" }, ...[["in", "Loop in"], ["out", "Loop out"], ["halve", "½"], ["double", "×2"]].map(([leaf, text]) =>
        triggerButton(desk, `${path}.loop_${leaf}`, { text, label: `${name} loop ${leaf}`, signal })),
        toggleButton(desk, `${path}.loop_active`, { text: "Loop", label: `${name} loop`, className: "talk", signal })),
      element("div", { className: "widgets" }, ...["pitch_percent", "nudge_percent"].map((leaf) =>
        widget(desk, `${path}.${leaf}`, signal))),
      this.#list(path, name),
      new Queue(desk, session, source, name, signal).element,
    );
    artwork.watch(card);
    return card;
  }

  /// What comes next in a list, and the ways there and back.
  #list(path, name) {
    const desk = this.#desk;
    const { signal } = this.#life;
    const next = element("span", { className: "file" });
    desk.tree.watch(`${path}.next_file`, signal, (file) => write(next, file ? `Next: ${file.split("/").at(-1)}` : ""));
    const row = element(
      "div",
      { className: "row" },
      triggerButton(desk, `${path}.previous`, { text: "Previous", label: `${name} previous track`, signal }),
      triggerButton(desk, `${path}.next`, { text: "Next", label: `${name} next track`, signal }),
      next,
    );
    row.hidden = true;
    desk.tree.watch(`${path}.list`, signal, (list) => (row.hidden = !list));
    return row;
  }

  /// The button of a player that plays and is not heard is not lit; beside it stands why.
  #markSilence(session, play, place) {
    const { tree } = this.#desk;
    const { signal } = this.#life;
    let state = null;
    function show() {
      if (!state) return;
      const isMuted = tree.value(`${session}.mute`) === true;
      const reason = isLetThrough(state) ? (isMuted ? "muted" : "") : `${stateOf(state)[0]}. ${state.why}`;
      play.classList.toggle("unheard", reason !== "");
      write(place, play.getAttribute("aria-pressed") === "true" ? reason : "");
    }
    watchState(this.#desk, session, signal, (now) => {
      state = now;
      show();
    });
    tree.watch(`${session}.mute`, signal, show);
    tree.watch(play.dataset.path, signal, show);
  }

  #seek(path, name) {
    const node = this.#desk.tree.node(`${path}.position_seconds`);
    const seek = element("input", {
      type: "range",
      min: 0,
      max: node.maximum,
      step: 0.1,
      value: 0,
      "aria-label": `${name} position`,
      "data-path": node.path,
    });
    guard(this.#desk, node.path, seek, this.#life.signal);
    return seek;
  }
}
