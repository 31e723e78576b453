// SPDX-License-Identifier: Apache-2.0
// Buttons: one that is on or off as a value of the tree is, and one that does something.

import { element } from "./dom.js";
import { guard } from "./guard.js";

/// A button that is pressed while the switch at `path` is on; clicks that it `toggles` by turn it.
export function toggleButton(desk, path, { text, label, className, signal, toggles = () => true }) {
  const button = element("button", {
    className: `button ${className ?? ""}`,
    text,
    type: "button",
    "aria-label": label,
    "aria-pressed": "false",
    "data-path": path,
    on: { click: (event) => toggles(event) && desk.hand.set(path, button.getAttribute("aria-pressed") !== "true") },
  });
  guard(desk, path, button, signal);
  desk.tree.watch(path, signal, (value) => button.setAttribute("aria-pressed", String(value === true)));
  return button;
}

/// A button that pulls the trigger at `path`.
export function triggerButton(desk, path, { text, label, className, signal }) {
  const button = element("button", {
    className: `button ${className ?? ""}`,
    text,
    type: "button",
    "aria-label": label,
    "data-path": path,
    on: { click: () => desk.hand.trigger(path) },
  });
  guard(desk, path, button, signal);
  return button;
}

/// A button that only operators can press.
export function operatorButton(desk, { text, label, className, act }) {
  return element("button", {
    className: `button ${className ?? ""}`,
    text,
    type: "button",
    "aria-label": label,
    disabled: !desk.rights.isOperator,
    on: { click: act },
  });
}
