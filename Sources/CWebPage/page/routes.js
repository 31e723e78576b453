// SPDX-License-Identifier: Apache-2.0
// The strip of a route: its level, and whether it is connected.

import { toggleButton } from "./button.js";
import { element, nameClass, nameText, write } from "./dom.js";
import { fader, noFader } from "./fader.js";

/// What a route is connected to, in a word and in words.
export function connectionOf(route, isPresent) {
  const waiting = route?.waiting ?? [];
  const ports = (route?.connections ?? []).flat();
  const parted = route?.disconnected ?? [];
  if (parted.length) return ["disconnected", `another program has disconnected ${parted.join(", ")}`];
  if (isPresent === false) return ["missing", waiting.length ? `waits for ${waiting.join(", ")}` : "it is unplugged"];
  if (waiting.length) return ["missing", `waits for ${waiting.join(", ")}`];
  if (ports.length === 0) return ["unconnected", "nothing is connected"];
  return ["connected", ports.join(", ")];
}

/// A line that says what a route waits for; what it is connected to it says as well where `isFull`.
export function connectionBand(desk, route, signal, { isFull = false } = {}) {
  const word = element("strong");
  const ports = element("span", { className: "why" });
  const band = element("div", { className: "state" }, word, ports);
  function show() {
    const known = desk.status?.routes.find(({ name }) => name === route);
    const [state, words] = connectionOf(known, desk.tree.value(`${route}.present`));
    const isQuiet = state === "connected" && !isFull;
    write(word, isQuiet ? "" : state);
    write(ports, isQuiet ? "" : words);
    band.title = words;
    band.className = `state ${state}`;
  }
  desk.tree.watch(`${route}.present`, signal, show);
  desk.addEventListener("status", show, { signal });
  show();
  return band;
}

/// The strip of `route`; `open` shows what more there is of an output.
export function routeStrip(desk, route, signal, open) {
  const isOutput = desk.tree.node(`${route}.fader_db`) !== undefined;
  const { face, readout } = isOutput
    ? fader(desk, `${route}.fader_db`, `${route} fader`, signal)
    : noFader("input");
  const meter = desk.bridge.add(desk, route, signal);
  const className = nameClass(route);
  const name = element("span", {}, element("span", { className: "arrow", text: isOutput ? "→ " : "← " }), ...nameText(route));
  return element(
    "section",
    { className: `strip route ${desk.bus === route ? "chosen" : ""}`, "aria-label": `${route}, ${isOutput ? "output" : "input"}`, "data-strip": route },
    isOutput
      ? element("button", { className, type: "button", "aria-label": `${route}: fade and more`, on: { click: open } }, name)
      : element("div", { className }, name),
    connectionBand(desk, route, signal),
    element("div", { className: "trim" }),
    element("div", { className: "throw" }, face, meter),
    readout,
    element(
      "div",
      { className: "buttons" },
      isOutput
        ? toggleButton(desk, `${route}.mute`, { text: "Mute", label: `${route} mute`, className: "mute wide", signal })
        : element("span", { className: "button none wide", "aria-hidden": "true" }),
    ),
  );
}
