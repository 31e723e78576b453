// SPDX-License-Identifier: Apache-2.0
// A control for any value of the tree, after what kind it is: knob, switch, choice, text, reading, or something to do.

import { toggleButton, triggerButton } from "./button.js";
import { element, write } from "./dom.js";
import { guard } from "./guard.js";
import { knob } from "./knob.js";
import { decibels, numberLaw } from "./law.js";

/// The widest range that makes a good knob; beyond, a number is typed.
const widestRange = 20_000;

/// What values of the rules are called on a mixer.
const mixerWords = { foreground: "at the surface", permission: "may record", duck_db: "ducked by", category: "kind" };

/// The name of a value for people: what its plugin calls it; of other values the path's, without the unit that stands beside it.
///
/// Where two of one plugin have the same name, each says its symbol as well.
export function titleOf(tree, path) {
  const { title } = tree.node(path) ?? {};
  const [, leaf, ...more] = path.split(".");
  if (more.length === 0 && leaf in mixerWords) return mixerWords[leaf];
  if (title) return tree.isOnlyTitle(path) ? title : `${title} (${path.split(".").at(-1)})`;
  return path.split(".").at(-1).replace(/_(db|hz|ms|seconds|percent|bpm)$/, "").replaceAll("_", " ");
}

/// A control, with its name, for the value at `path`.
export function widget(desk, path, signal, title = titleOf(desk.tree, path)) {
  const node = desk.tree.node(path);
  const label = `${path.split(".").slice(0, -1).join(" ")} ${title}`;
  return element(
    "div",
    { className: `widget ${node.kind}`, title: node.summary },
    element("span", { className: "title", text: title, "aria-hidden": "true" }),
    ...control(desk, node, label, signal),
  );
}

function control(desk, node, label, signal) {
  const { path, kind } = node;
  if (kind === "trigger") return [triggerButton(desk, path, { text: "Do", label, signal })];
  if (node.isReadOnly || kind === "meter" || kind === "opaque") return [reading(desk, node, label, signal)];
  if (kind === "switch") {
    const names = new Map((node.scalePoints ?? []).map((point) => [point.value > 0, point.label]));
    const button = toggleButton(desk, path, { text: "Off", label, signal });
    desk.tree.watch(path, signal, (isOn) => write(button, names.get(isOn) ?? (isOn ? "On" : "Off")));
    return [button];
  }
  if (kind === "choice") return [choice(desk, node, label, signal, node.choices.map((word) => [word, word]))];
  if (kind === "text" || kind === "file") return [field(desk, node, label, signal, (text) => text)];
  if (isEnumeration(node)) {
    return [choice(desk, node, label, signal, node.scalePoints.map((point) => [point.label, point.value]))];
  }
  const isKnob = Number.isFinite(node.maximum - node.minimum) && node.maximum - node.minimum <= widestRange;
  if (!isKnob) return [field(desk, node, label, signal, Number)];
  const { face, readout } = knob(desk, path, label, signal);
  return [face, readout];
}

/// Whether a whole number has a name at each of its values.
function isEnumeration({ allowed, minimum, maximum, scalePoints = [] }) {
  return allowed.includes("whole") && scalePoints.length > 1 && scalePoints.length === maximum - minimum + 1;
}

/// A choice of `[name, value]`.
function choice(desk, { path }, label, signal, choices) {
  const select = element(
    "select",
    {
      "aria-label": label,
      "data-path": path,
      on: { change: () => desk.hand.set(path, choices[select.selectedIndex][1]) },
    },
    ...choices.map(([name]) => element("option", { text: name })),
  );
  guard(desk, path, select, signal);
  desk.tree.watch(path, signal, (value) => {
    select.selectedIndex = choices.findIndex(([, known]) => known === value);
  });
  return select;
}

/// A field to type a value into.
function field(desk, { path, unit }, label, signal, read) {
  const input = element("input", {
    type: "text",
    inputmode: read === Number ? "decimal" : undefined,
    "aria-label": unit ? `${label} in ${unit}` : label,
    "data-path": path,
    autocomplete: "off",
    spellcheck: "false",
    on: { change: () => desk.hand.set(path, read(input.value)) },
  });
  guard(desk, path, input, signal);
  desk.tree.watch(path, signal, (value) => {
    if (document.activeElement !== input) input.value = typeof value === "number" ? Number(value.toFixed(3)) : value;
  });
  return input;
}

/// A value that can only be read.
function reading(desk, node, label, signal) {
  const output = element("output", { className: "reading", "aria-label": label });
  const law = node.minimum === undefined ? null : numberLaw(node);
  desk.tree.watch(node.path, signal, (value) => write(output, words(node, value, law)));
  return output;
}

function words({ unit }, value, law) {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "number") return value;
  if (unit === "dB") return `${decibels(value)} dB`;
  return law ? law.text(value) : `${Number(value.toFixed(1))}${unit ? ` ${unit}` : ""}`;
}
