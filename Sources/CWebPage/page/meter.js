// SPDX-License-Identifier: Apache-2.0
// Meters: peak, peak hold and clip of each channel, all drawn by one loop.

import { element } from "./dom.js";

const floor = -60;
/// What counts as clipped.
const full = -0.05;
const holdTime = 1500;
/// How fast a held peak falls afterwards, in dB a second.
const holdFall = 20;
const frameTime = 1000 / 30;
/// How long a frame waits for its screen, at most.
const refresh = 16;
/// How many rows a held peak takes.
const holdHeight = 2;
const ground = "#0a0c0e";
const zones = [[floor, -18, "#2fae62"], [-18, -6, "#c9b52c"], [-6, 0, "#e0662f"]];

/// Where on a meter a level is: 0 at its lower end.
export const meterPosition = (level) => Math.min(Math.max(1 - level / floor, 0), 1);

/// The meters of the page. They are drawn when their levels change and while they can be seen.
export class MeterBridge {
  #meters = new Set();
  #last = 0;
  #isAwake = false;
  #byCanvas = new WeakMap();
  #sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const meter = this.#byCanvas.get(target);
      if (meter) meter.isSeen = isIntersecting;
    }
    this.#wake();
  });
  #size = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) this.#byCanvas.get(target)?.resize(contentRect);
    this.#wake();
  });

  /// A meter of the channels at `path`.
  add(desk, path, label, signal) {
    const channels = desk.tree.branches(`${path}.meters`);
    const meter = new Meter(channels.length, label);
    this.#meters.add(meter);
    this.#byCanvas.set(meter.canvas, meter);
    this.#sight.observe(meter.canvas);
    this.#size.observe(meter.canvas);
    channels.forEach((channel, index) => {
      desk.tree.watch(`${path}.meters.${channel}.peak_db`, signal, (level) => {
        meter.take(index, level);
        this.#wake();
      });
    });
    signal.addEventListener("abort", () => {
      this.#meters.delete(meter);
      this.#sight.unobserve(meter.canvas);
      this.#size.unobserve(meter.canvas);
    });
    return meter;
  }

  /// Lets all meters fall: nobody says any more how loud it is.
  silence() {
    for (const meter of this.#meters) meter.silence();
    this.#wake();
  }

  clearClips() {
    for (const meter of this.#meters) meter.clearClip();
  }

  /// Has a frame drawn, and none more often than they are wanted: each that is asked for costs, even if nothing moves.
  #wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    const pause = frameTime - (performance.now() - this.#last);
    setTimeout(() => requestAnimationFrame((time) => this.#draw(time)), Math.max(pause - refresh, 0));
  }

  #draw(time) {
    this.#isAwake = false;
    const passed = time - this.#last;
    this.#last = time;
    let isMoving = false;
    for (const meter of this.#meters) if (meter.isSeen) isMoving = meter.draw(time, passed) || isMoving;
    if (isMoving) this.#wake();
  }
}

/// One meter of some channels.
class Meter {
  isSeen = true;
  #levels;
  #holds;
  /// What each channel shows, in rows.
  #drawn;
  #context;
  #ladder = null;
  #isClipped = false;

  constructor(channels, label) {
    this.#levels = new Array(channels).fill(-Infinity);
    this.#holds = this.#levels.map(() => ({ level: -Infinity, since: 0 }));
    this.canvas = element("canvas", { className: "meter", "aria-hidden": "true" });
    this.#context = this.canvas.getContext("2d", { alpha: false });
    this.clip = element("button", {
      className: "clip",
      type: "button",
      "aria-label": `${label} has not clipped`,
      on: { click: () => this.clearClip() },
    });
    this.label = label;
  }

  take(channel, level) {
    this.#levels[channel] = level;
    if (level >= full && !this.#isClipped) {
      this.#isClipped = true;
      this.clip.classList.add("on");
      this.clip.setAttribute("aria-label", `${this.label} has clipped: forget it`);
    }
  }

  silence() {
    this.#levels.fill(-Infinity);
  }

  clearClip() {
    this.#isClipped = false;
    this.clip.classList.remove("on");
    this.clip.setAttribute("aria-label", `${this.label} has not clipped`);
  }

  resize({ width, height }) {
    const ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.max(Math.round(width * ratio), 1);
    this.canvas.height = Math.max(Math.round(height * ratio), 1);
    const channels = Math.max(this.#levels.length, 1);
    this.breadth = Math.max(Math.floor((this.canvas.width - channels + 1) / channels), 1);
    this.#ladder = ladder(this.breadth, this.canvas.height, ratio);
    this.#drawn = this.#levels.map(() => ({ lit: 0, held: 0 }));
    this.#context.fillStyle = ground;
    this.#context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /// Draws what has changed; says whether something still moves by itself.
  draw(time, passed) {
    if (!this.#ladder) return false;
    let isMoving = false;
    this.#levels.forEach((level, channel) => {
      const hold = this.#holds[channel];
      if (level >= hold.level) Object.assign(hold, { level, since: time });
      else if (time - hold.since > holdTime) hold.level = Math.max(level, hold.level - (holdFall * passed) / 1000);
      isMoving ||= hold.level > floor && hold.level > level;
      this.#drawChannel(channel, this.#row(level), this.#row(hold.level));
    });
    return isMoving;
  }

  #row(level) {
    return Math.round(meterPosition(level) * this.canvas.height);
  }

  /// Draws the rows alone that are other than in the last frame.
  #drawChannel(channel, lit, held) {
    const drawn = this.#drawn[channel];
    if (drawn.lit === lit && drawn.held === held) return;
    const { height } = this.canvas;
    const { breadth } = this;
    const x = channel * (breadth + 1);
    const rows = (from, to) => [x, height - to, breadth, to - from];
    const context = this.#context;
    const dark = (from, to) => {
      context.fillStyle = ground;
      if (to > from) context.fillRect(...rows(from, to));
    };
    const light = (from, to) => {
      const [, y, , count] = rows(from, to);
      if (to > from) context.drawImage(this.#ladder, 0, y, breadth, count, x, y, breadth, count);
    };
    if (drawn.held > drawn.lit) dark(Math.max(drawn.lit, drawn.held - holdHeight), drawn.held);
    light(Math.max(Math.min(drawn.lit, drawn.held - holdHeight), 0), Math.min(lit, height));
    dark(lit, drawn.lit);
    if (held > holdHeight) {
      context.fillStyle = held >= height ? "#ff5a4d" : "#e8eaed";
      context.fillRect(...rows(held - holdHeight, held));
    }
    Object.assign(drawn, { lit, held });
  }
}

const ladders = new Map();

/// A channel with all of its ladder lit, from which each frame takes its part.
function ladder(breadth, height, ratio) {
  const key = `${breadth} ${height} ${ratio}`;
  if (ladders.has(key)) return ladders.get(key);
  const canvas = new OffscreenCanvas(breadth, height);
  const context = canvas.getContext("2d", { alpha: false });
  for (const [from, to, colour] of zones) {
    const top = Math.round(height - meterPosition(to) * height);
    context.fillStyle = colour;
    context.fillRect(0, top, breadth, Math.round(height - meterPosition(from) * height) - top);
  }
  context.fillStyle = ground;
  for (let y = height; y > 0; y -= Math.round(4 * ratio)) context.fillRect(0, y, breadth, 1);
  ladders.set(key, canvas);
  return canvas;
}
