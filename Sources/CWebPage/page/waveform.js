// SPDX-License-Identifier: Apache-2.0
// The waveform of what a player plays, behind the slider that moves in it.

import { element, watchSeen } from "./dom.js";

/// How long the rig is left alone before it is asked again for a waveform that it does not know yet, and at most, in ms.
const [patience, longestPatience] = [1000, 8000];

/// The questions of all players, one after the other.
let questions = Promise.resolve();

export class Waveform {
  element = element("canvas", { className: "waveform", "aria-hidden": "true", hidden: true });
  #desk;
  #player;
  #signal;
  /// What the rig has answered for the present track; `null` until it is known.
  #known = null;
  /// How often the track has changed: an answer for the one before is not drawn.
  #turn = 0;
  #isSeen = false;
  /// When the rig is asked again; 0 while it is not to be.
  #due = 0;
  #wait = patience;
  #position = 0;
  /// Width and height in pixels of the screen.
  #size = [0, 0];
  /// Of each column how high its peak and its level are.
  #columns = [];
  #shown = -1;

  /// Listens to which track the player has; asks for its waveform once a person sees the player.
  constructor(desk, session, source, signal) {
    this.#desk = desk;
    this.#player = { session, source };
    this.#signal = signal;
    const path = `${session}.sources.${source}`;
    for (const leaf of ["file", "title", "length_seconds"]) desk.tree.watch(`${path}.${leaf}`, signal, () => this.#forget());
  }

  /// Begins to watch whether `place`, in which it lies, is seen.
  watch(place) {
    watchSeen(place, this.#signal, (isSeen) => {
      this.#isSeen = isSeen;
      if (!this.#known && !this.#due) this.#ask(this.#turn);
      this.#draw();
    });
    const size = new ResizeObserver(() => {
      const ratio = globalThis.devicePixelRatio || 1;
      this.#size = [Math.round(this.element.clientWidth * ratio), Math.round(this.element.clientHeight * ratio)];
      this.#measure();
    });
    size.observe(this.element);
    this.#signal.addEventListener("abort", () => size.disconnect());
  }

  /// Shows up to where the player has played, in seconds.
  move(position) {
    this.#position = position;
    this.#draw();
  }

  #forget() {
    clearTimeout(this.#due);
    [this.#known, this.#due, this.#wait] = [null, 0, patience];
    this.#turn += 1;
    this.element.hidden = true;
    // All that changes with a track is told at once.
    this.#askIn(0);
  }

  #askIn(time) {
    const turn = this.#turn;
    this.#due = setTimeout(() => {
      this.#due = 0;
      this.#ask(turn);
    }, time);
  }

  #ask(turn) {
    const isOver = () => !this.#isSeen || turn !== this.#turn || this.#signal.aborted || this.#known || this.#due;
    questions = questions.then(async () => {
      if (isOver()) return;
      const answer = await this.#desk.connection.request("player.waveform", this.#player).catch(() => null);
      if (isOver()) return;
      if (answer?.points && answer.duration_seconds) {
        this.#known = answer;
        this.element.hidden = false;
        this.#measure();
      } else if (answer?.state !== "unknown") {
        this.#askIn(this.#wait);
        this.#wait = Math.min(2 * this.#wait, longestPatience);
      }
    });
  }

  /// Finds out how high the columns are.
  #measure() {
    const [width, height] = this.#size;
    if (!this.#known || !width) return;
    const { points, lead_seconds: lead, duration_seconds: duration } = this.#known;
    const highest = (values, first, last) => Math.round((Math.max(0, ...values.slice(first, last)) / 255) * height);
    this.#columns = Array.from({ length: width }, (_, column) => {
      const at = (x) => Math.floor((lead + (x / width) * duration) / points.seconds_each);
      const [first, last] = [at(column), Math.max(at(column) + 1, at(column + 1))];
      return [highest(points.peaks, first, last), highest(points.levels, first, last)];
    });
    [this.element.width, this.element.height] = [width, height];
    this.#shown = -1;
    this.#draw();
  }

  #draw() {
    if (!this.#known || !this.#isSeen || !this.#columns.length) return;
    const [width, height] = this.#size;
    const played = Math.min(width, Math.max(0, Math.round((this.#position / this.#known.duration_seconds) * width)));
    if (played === this.#shown) return;
    const style = getComputedStyle(this.element);
    const context = this.element.getContext("2d");
    // Only what has changed is drawn again.
    const [first, last] = this.#shown < 0 ? [0, width] : [Math.min(played, this.#shown), Math.max(played, this.#shown)];
    this.#shown = played;
    context.clearRect(first, 0, last - first, height);
    const colours = ["--amber", "--quiet"].map((name) => style.getPropertyValue(name));
    for (let column = first; column < last; column += 1) {
      context.fillStyle = colours[column < played ? 0 : 1];
      this.#columns[column].forEach((high, index) => {
        const size = Math.max(1, high);
        context.globalAlpha = index ? 1 : 0.45;
        context.fillRect(column, Math.floor((height - size) / 2), 1, size);
      });
    }
  }
}
