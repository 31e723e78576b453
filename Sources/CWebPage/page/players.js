// SPDX-License-Identifier: Apache-2.0
// Players: where they are in their files, and what moves them.

import { toggleButton, triggerButton } from "./button.js";
import { element, write } from "./dom.js";
import { Queue } from "./queue.js";
import { seekPlace } from "./seek.js";
import { trackHead } from "./track.js";
import { widget } from "./widget.js";

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
    const { head, play } = trackHead(desk, session, source, signal);
    const { times, place } = seekPlace(desk, session, source, signal);
    return element(
      "section",
      { className: "card player", "aria-label": name },
      head,
      times,
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
}
