// SPDX-License-Identifier: Apache-2.0
// Sets a value over a time, locks it, limits it: what a hand on a fader can't do.

import { toggleButton } from "./button.js";
import { element } from "./dom.js";
import { guard } from "./guard.js";
import { titleOf } from "./widget.js";

const curves = [["even", "linear"], ["smooth", "smooth"], ["fast, then slow", "early"], ["slow, then fast", "late"]];

/// A group of controls for those of `paths` that can fade, of which people choose one; nothing if there is none.
export function fadeGroup(desk, paths, signal) {
  const fading = paths.filter((path) => canFade(desk, path));
  if (fading.length === 0) return null;
  const what = element("select", { "aria-label": "What fades" }, ...fading.map((path) =>
    element("option", { text: nameOf(desk, path), value: path })));
  const target = field("Fades to", "-inf");
  const seconds = field("Seconds of the fade", "8");
  const curve = element("select", { "aria-label": "Curve of the fade" }, ...curves.map(([text, value]) =>
    element("option", { text, value })));
  const outcome = element("output", { className: "file" });
  const fade = element("button", { className: "button grow", type: "button", text: "Fade", on: {
    async click() {
      const [path, to] = [what.value, target.value.trim()];
      const isBegun = await desk.hand.fade(path, to, Number(seconds.value), curve.value);
      outcome.textContent = isBegun ? `${nameOf(desk, path)} goes to ${to} in ${seconds.value} s` : "";
    },
  } });
  const guards = element("div", { className: "row" });
  let life = new AbortController();
  signal.addEventListener("abort", () => life.abort());
  function show() {
    life.abort();
    life = new AbortController();
    guard(desk, what.value, fade, life.signal);
    guards.replaceChildren(...(desk.rights.isOperator ? guardsOf(desk, what.value, life.signal) : []));
  }
  what.addEventListener("change", show);
  show();
  return element(
    "section",
    { "aria-label": "Fade, lock, limit", className: "fade" },
    element("h3", { text: "Fade, lock, limit" }),
    element("div", { className: "row" }, titled("what", what), titled("to", target)),
    element("div", { className: "row" }, titled("seconds", seconds), titled("curve", curve), fade),
    outcome,
    guards,
  );
}

/// Whether a value has a way that it can go.
function canFade(desk, path) {
  const node = desk.tree.node(path);
  const { kind, isReadOnly, allowed } = node;
  const isSmooth = kind === "level" || (kind === "number" && !allowed.includes("whole"));
  return isSmooth && !isReadOnly && desk.rights.may(node);
}

/// The lock of a value, and the most that it may be.
function guardsOf(desk, path, signal) {
  const most = field("The most that it may be", "");
  most.dataset.path = `${path}.maximum`;
  most.addEventListener("change", () => desk.hand.set(most.dataset.path, most.value.trim()));
  desk.tree.watch(most.dataset.path, signal, (value) => {
    if (document.activeElement !== most) most.value = Number(value.toFixed(3));
  });
  const lock = toggleButton(desk, `${path}.locked`, { text: "Locked", label: "Lock it", className: "mute", signal });
  return [titled("at most", most), lock];
}

function field(label, value) {
  return element("input", {
    type: "text", "aria-label": label, value, autocomplete: "off", spellcheck: "false",
  });
}

function titled(text, control) {
  return element("div", { className: "titled grow" }, element("span", { text, "aria-hidden": "true" }), control);
}

/// What a value is called below its session: `fader`, `→ main`, `limit Gain`.
function nameOf(desk, path) {
  const parts = path.split(".").slice(1);
  if (parts[0] === "sends") return `→ ${parts[1]}`;
  return [...parts.slice(0, -1), titleOf(desk.tree, path)].join(" ");
}
