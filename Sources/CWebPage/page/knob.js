// SPDX-License-Identifier: Apache-2.0
// A knob: an arc from seven o'clock to five, and its value in words.

import { element, shape } from "./dom.js";
import { lawOf } from "./law.js";
import { Slider } from "./slider.js";

/// The part of a whole turn that a knob can be turned.
const turn = 0.75;
const radius = 20;
const circle = 2 * Math.PI * radius;

/// The knob of the number or level at `path`.
export function knob(desk, path, label, signal) {
  const node = desk.tree.node(path);
  const law = lawOf(node);
  // What has a middle shows how far it is from there, everything else how far it is from its least.
  const middle = node.minimum < 0 && law.maximum > 0 ? law.toPosition(0) : 0;
  const arc = shape("circle", { className: "arc", r: radius, cx: 24, cy: 24 });
  const hand = shape("line", { className: "pointer", x1: 24, y1: 12, x2: 24, y2: 5 });
  const track = shape("circle", { className: "track", r: radius, cx: 24, cy: 24 });
  track.style.strokeDasharray = `${circle * turn} ${circle}`;
  const face = element(
    "div",
    { className: "knob" },
    shape("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, track, arc, hand),
  );
  const readout = element("output", { className: "readout", "aria-hidden": "true" });
  new Slider(desk, {
    face,
    path,
    law,
    label,
    signal,
    travel: () => 180,
    paint(position, text) {
      const [start, end] = position < middle ? [position, middle] : [middle, position];
      arc.style.strokeDasharray = `${circle * turn * (end - start)} ${circle}`;
      arc.style.strokeDashoffset = `${-circle * turn * start}`;
      hand.style.rotate = `${(position - 0.5) * 360 * turn}deg`;
      readout.textContent = text;
    },
  });
  return { face, readout };
}
