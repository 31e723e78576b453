// SPDX-License-Identifier: Apache-2.0
// Meters: where they are and whether they have clipped. Their levels are drawn elsewhere, by `meter-worker.js`.

import { element } from "./dom.js";
import { meterMarks, meterPosition } from "./law.js";

/// The meters of the page. One canvas lies over all of their places: that a browser shows a canvas anew costs more than what
/// is drawn there. A thread of its own is told the levels and draws them, so that this one has nothing to do while they move.
export class MeterBridge {
  /// Lies over the places of all meters, and scrolls with them.
  canvas = element("canvas", { className: "meters", "aria-hidden": "true" });
  #worker = new Worker("/meter-worker.js", { type: "module" });
  #meters = new Map();
  #size = new ResizeObserver(() => this.#lay());

  constructor() {
    const drawing = this.canvas.transferControlToOffscreen();
    this.#worker.postMessage({ drawing }, [drawing]);
    this.#worker.onmessage = ({ data: { clipped } }) => this.#meters.get(clipped)?.clip(true);
  }

  /// A meter of the channels below `name`, with its scale and the field that shows whether it has clipped.
  add(desk, name, signal) {
    const place = element("div", { className: "meter" });
    const scale = element("div", { className: "meter-scale", "aria-hidden": "true" });
    for (const mark of meterMarks) {
      const text = element("span", { text: Math.abs(mark), className: mark === 0 ? "unity" : null });
      text.style.setProperty("--at", meterPosition(mark).toFixed(4));
      scale.append(text);
    }
    const field = element("button", { className: "clip", type: "button", on: { click: () => this.#forget(name) } });
    const clip = (isOn) => {
      field.classList.toggle("on", isOn);
      field.setAttribute("aria-label", isOn ? `${name} has clipped: forget it` : `${name} has not clipped`);
    };
    clip(false);
    const paths = desk.tree.branches(`${name}.meters`).map((channel) => `${name}.meters.${channel}.peak_db`);
    this.#meters.set(name, { place, paths, clip });
    signal.addEventListener("abort", () => {
      if (this.#meters.get(name)?.place === place) this.#meters.delete(name);
    });
    return element("div", { className: "level" }, field, place, scale);
  }

  /// Follows the strips that the meters stand in, wherever they go.
  follow(strips, signal) {
    for (const strip of strips) this.#size.observe(strip);
    signal.addEventListener("abort", () => this.#size.disconnect());
  }

  /// Whether somebody looks; nobody is told levels otherwise.
  set isSeen(isSeen) {
    this.#worker.postMessage({ isSeen });
  }

  forgetClips() {
    for (const name of this.#meters.keys()) this.#forget(name);
  }

  #forget(name) {
    this.#meters.get(name).clip(false);
    this.#worker.postMessage({ forgotten: name });
  }

  /// Puts the canvas over all meters, which stand side by side, and tells where on it each of them is.
  #lay() {
    const first = this.#meters.values().next().value?.place;
    const strips = this.canvas.parentElement;
    if (!first || !strips) return;
    const origin = strips.getBoundingClientRect();
    const [left, { top, height }] = [origin.left - strips.scrollLeft, first.getBoundingClientRect()];
    const width = Math.round(strips.scrollWidth);
    for (const [name, value] of Object.entries({ top: top - origin.top, width, height })) {
      this.canvas.style.setProperty(name, `${value}px`);
    }
    const meters = [...this.#meters].map(([name, { place, paths }]) => {
      const box = place.getBoundingClientRect();
      return { name, paths, x: Math.round(box.left - left), width: Math.round(box.width) };
    });
    this.#worker.postMessage({ meters, width, height });
  }
}
