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
const zones = [[floor, -18, "#2fae62"], [-18, -6, "#c9b52c"], [-6, 0, "#e0662f"]];

/// Where on a meter a level is: 0 at its lower end.
export const meterPosition = (level) => Math.min(Math.max(1 - level / floor, 0), 1);

/// The meters of the page. They are drawn when their levels change and while they can be seen.
export class MeterBridge {
  #meters = new Set();
  #last = 0;
  #frame = 0;
  #byCanvas = new WeakMap();
  #sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const meter = this.#byCanvas.get(target);
      if (meter) meter.isSeen = isIntersecting;
    }
  });
  #size = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) this.#byCanvas.get(target)?.resize(contentRect);
  });
  /// Others who draw at the rate of the meters.
  onFrame = new Set();

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

  clearClips() {
    for (const meter of this.#meters) meter.clearClip();
  }

  #wake() {
    if (!this.#frame) this.#frame = requestAnimationFrame((time) => this.#draw(time));
  }

  #draw(time) {
    this.#frame = 0;
    const passed = time - this.#last;
    if (passed < frameTime - 4) return this.#wake();
    this.#last = time;
    let isMoving = false;
    for (const meter of this.#meters) if (meter.isSeen) isMoving = meter.draw(time, passed) || isMoving;
    for (const act of this.onFrame) act(time);
    if (isMoving) this.#wake();
  }
}

/// One meter of some channels.
class Meter {
  isSeen = true;
  #levels;
  #holds;
  #drawn = "";
  #context;
  #lit = null;
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

  clearClip() {
    this.#isClipped = false;
    this.clip.classList.remove("on");
    this.clip.setAttribute("aria-label", `${this.label} has not clipped`);
  }

  resize({ width, height }) {
    const ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.max(Math.round(width * ratio), 1);
    this.canvas.height = Math.max(Math.round(height * ratio), 1);
    this.#lit = ladder(this.canvas.height, ratio);
    this.#drawn = "";
  }

  /// Draws what has changed; says whether something still moves by itself.
  draw(time, passed) {
    const { width, height } = this.canvas;
    if (!this.#lit) return false;
    let isMoving = false;
    const rows = this.#levels.map((level, channel) => {
      const hold = this.#holds[channel];
      if (level >= hold.level) Object.assign(hold, { level, since: time });
      else if (time - hold.since > holdTime) hold.level = Math.max(level, hold.level - (holdFall * passed) / 1000);
      if (hold.level > floor && hold.level > level) isMoving = true;
      return [Math.round(meterPosition(level) * height), Math.round(meterPosition(hold.level) * height)];
    });
    const drawn = rows.join();
    if (drawn === this.#drawn) return isMoving;
    this.#drawn = drawn;
    this.#context.fillStyle = "#0a0c0e";
    this.#context.fillRect(0, 0, width, height);
    const breadth = Math.floor((width - rows.length + 1) / rows.length);
    rows.forEach(([lit, hold], channel) => {
      const x = channel * (breadth + 1);
      if (lit > 0) this.#context.drawImage(this.#lit, 0, height - lit, 1, lit, x, height - lit, breadth, lit);
      if (hold > 1) {
        this.#context.fillStyle = hold >= height ? "#ff5a4d" : "#e8eaed";
        this.#context.fillRect(x, height - hold, breadth, 2);
      }
    });
    return isMoving;
  }
}

const ladders = new Map();

/// The lit ladder of a meter, one pixel wide, from which each frame takes its part.
function ladder(height, ratio) {
  const key = `${height} ${ratio}`;
  if (ladders.has(key)) return ladders.get(key);
  const canvas = new OffscreenCanvas(1, height);
  const context = canvas.getContext("2d", { alpha: false });
  for (const [from, to, colour] of zones) {
    const top = Math.round(height - meterPosition(to) * height);
    context.fillStyle = colour;
    context.fillRect(0, top, 1, Math.round(height - meterPosition(from) * height) - top);
  }
  context.fillStyle = "#0a0c0e";
  for (let y = height; y > 0; y -= Math.round(4 * ratio)) context.fillRect(0, y, 1, 1);
  ladders.set(key, canvas);
  return canvas;
}
