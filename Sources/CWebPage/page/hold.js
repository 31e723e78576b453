// SPDX-License-Identifier: Apache-2.0
// Buttons that do something for as long as they are held, by finger, mouse or key.

import { element } from "./dom.js";
import { guard } from "./guard.js";

/// How long a press is a tap, in ms.
const longestTap = 300;
const keys = [" ", "Enter"];

/// Calls `press` when a hand takes `button`, and `release` when it lets go, with whether that was a tap.
///
/// Returns whether a click belongs to no such press, as those of screen readers do.
export function whenHeld(desk, button, signal, { press, release }) {
  let since = null;
  let wasKey = false;
  function take(time) {
    if (since !== null || button.disabled || !desk.isReady) return;
    since = time;
    button.classList.add("held");
    press();
  }
  function leave(time) {
    if (since === null) return;
    const isTap = time - since < longestTap;
    since = null;
    button.classList.remove("held");
    release(isTap);
  }
  const letGo = () => leave(Infinity);

  button.classList.add("hold");
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    take(event.timeStamp);
  });
  button.addEventListener("pointerup", (event) => leave(event.timeStamp));
  button.addEventListener("pointercancel", letGo);
  button.addEventListener("keydown", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    wasKey = true;
    take(event.timeStamp);
  });
  button.addEventListener("keyup", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    leave(event.timeStamp);
    setTimeout(() => (wasKey = false));
  });
  button.addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", letGo, { signal });
  signal.addEventListener("abort", letGo);
  return (event) => event.detail === 0 && !wasKey;
}

/// Does `act` now, or once the rig is there again: what was pressed is let go all the same.
export function onceReady(desk, act) {
  if (desk.isReady) act();
  else desk.addEventListener("ready", act, { once: true });
}

/// A button that has the value at `path` be `on` while it is held, and `off` otherwise.
export function holdButton(desk, path, { text, label, className, signal, on = true, off = false }) {
  const button = element("button", {
    className: `button ${className ?? ""}`, text, type: "button", "aria-label": label, "data-path": path,
  });
  const press = () => desk.hand.strike(path, on);
  const release = () => onceReady(desk, () => desk.hand.strike(path, off));
  const isLone = whenHeld(desk, button, signal, { press, release });
  button.addEventListener("click", (event) => {
    if (!isLone(event) || !desk.isReady) return;
    press();
    release();
  });
  guard(desk, path, button, signal);
  return button;
}
