// SPDX-License-Identifier: Apache-2.0
// Buttons: one that is on or off as a value of the tree is, and one that does something.

import { element } from "./dom.js";
import { guard } from "./guard.js";
import { whenTapped } from "./tap.js";

/// How long a question waits for its answer, in ms.
const patience = 4000;

/// A button that is pressed while the switch at `path` is on; clicks that it `toggles` by turn it.
///
/// With `isAtOnce` it does not wait for the finger to be lifted. With a `question` it is turned on by a second press: the first has the button ask.
export function toggleButton(desk, path, { text, label, className, signal, question, isAtOnce, toggles = () => true }) {
  const button = element("button", {
    className: `button ${className ?? ""}`,
    text,
    type: "button",
    "aria-label": label,
    "aria-pressed": "false",
    "data-path": path,
  });
  whenTapped(button, (event) => toggles(event) && turn(), isAtOnce);
  let asked = 0;
  function ask(isAsking) {
    clearTimeout(asked);
    asked = isAsking ? setTimeout(() => ask(false), patience) : 0;
    button.classList.toggle("asks", isAsking);
    button.textContent = isAsking ? "Sure?" : text;
    button.setAttribute("aria-label", isAsking ? `${question} Press again to do it.` : label);
  }
  function turn() {
    const isOn = button.getAttribute("aria-pressed") === "true";
    if (question && !isOn && !asked) return ask(true);
    if (question) ask(false);
    desk.hand.set(path, !isOn);
  }
  if (question) button.addEventListener("blur", () => ask(false), { signal });
  guard(desk, path, button, signal);
  desk.tree.watch(path, signal, (value) => button.setAttribute("aria-pressed", String(value === true)));
  return button;
}

/// A button that pulls the trigger at `path`, by `pull` where it takes arguments.
export function triggerButton(desk, path, { text, label, className, signal, pull = () => desk.hand.trigger(path) }) {
  const button = element("button", {
    className: `button ${className ?? ""}`,
    text,
    type: "button",
    "aria-label": label,
    "data-path": path,
  });
  whenTapped(button, pull);
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
