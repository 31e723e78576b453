// SPDX-License-Identifier: Apache-2.0
// Faders: a cap on its way, the marks of its scale, and its value in words.

import { element } from "./dom.js";
import { faderMarks, levelLaw } from "./law.js";
import { Slider } from "./slider.js";

/// The fader of the level at `path`, and the readout that belongs to it.
export function fader(desk, path, label, signal) {
  const node = desk.tree.node(path);
  const law = levelLaw(node);
  const cap = element("div", { className: "cap" });
  const scale = element("div", { className: "scale", "aria-hidden": "true" });
  for (const mark of faderMarks) scale.append(markOf(law.toPosition(mark), Math.abs(mark), mark === 0));
  scale.append(markOf(0, "∞", false));
  const face = element("div", { className: "fader" }, scale, element("div", { className: "slot" }), cap);
  const readout = element("output", { className: "readout", "aria-hidden": "true" });
  new Slider(desk, {
    face,
    path,
    law,
    label,
    signal,
    travel: () => face.clientHeight - cap.clientHeight,
    paint(position, text) {
      face.style.setProperty("--position", position.toFixed(4));
      readout.textContent = text.replace(" dB", "");
    },
  });
  return { face, readout };
}

/// The place of a fader where there is nothing to move.
export function noFader(text) {
  return {
    face: element("div", { className: "fader none" }, element("span", { text })),
    readout: element("output", { className: "readout", "aria-hidden": "true", text: "–" }),
  };
}

function markOf(position, text, isUnity) {
  const mark = element("span", { className: isUnity ? "mark unity" : "mark", text });
  mark.style.setProperty("--at", position.toFixed(4));
  return mark;
}

/// A fader from left to right for the number at `path`.
export function across(desk, path, label, signal, law) {
  const cap = element("div", { className: "cap" });
  const face = element(
    "div",
    { className: "fader across" },
    element("div", { className: "slot" }),
    element("div", { className: "middle", "aria-hidden": "true" }),
    cap,
  );
  new Slider(desk, {
    face,
    path,
    law,
    label,
    signal,
    isAcross: true,
    travel: () => face.clientWidth - cap.clientWidth,
    paint: (position) => face.style.setProperty("--position", position.toFixed(4)),
  });
  return face;
}
