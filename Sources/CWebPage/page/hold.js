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
  /// The pointer that holds it, or that a key does.
  let holder = null;
  let wasKey = false;
  function take(time, by) {
    if (since !== null || button.disabled || !desk.isReady) return;
    [since, holder] = [time, by];
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
  const drop = () => leave(Infinity);

  button.classList.add("hold");
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    take(event.timeStamp, event.pointerId);
  });
  button.addEventListener("pointerup", (event) => event.pointerId === holder && leave(event.timeStamp));
  button.addEventListener("pointercancel", (event) => event.pointerId === holder && drop());
  button.addEventListener("keydown", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    wasKey = true;
    // A key that repeats was pressed once, maybe on the button that was here before.
    if (!event.repeat) take(event.timeStamp, "key");
  });
  button.addEventListener("keyup", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    leave(event.timeStamp);
    setTimeout(() => (wasKey = false));
  });
  button.addEventListener("blur", () => {
    wasKey = false;
    drop();
  });
  document.addEventListener("visibilitychange", drop, { signal });
  signal.addEventListener("abort", drop);
  return (event) => event.type === "click" && event.detail === 0 && !wasKey;
}

/// Sets the value at `path` now, or once the rig is there again: what was pressed is let go all the same.
export async function letGo(desk, path, value) {
  if (desk.isReady && (await desk.hand.strike(path, value))) return;
  // A refusal is an answer; without one the network was gone, which is noticed late.
  if (desk.isReady && desk.connection.isOpen) return;
  desk.addEventListener("ready", () => letGo(desk, path, value), { once: true });
}

/// A button that has the value at `path` be `on` while it is held, and `off` otherwise.
///
/// A press that `takes` says is its own does nothing more.
export function holdButton(desk, path, { text, label, className, signal, on = true, off = false, takes = () => false }) {
  const button = element("button", {
    className: `button ${className ?? ""}`, text, type: "button", "aria-label": label, "aria-pressed": "false", "data-path": path,
  });
  let isStruck = false;
  function press() {
    isStruck = !takes();
    if (isStruck) desk.hand.strike(path, on, off);
  }
  function release() {
    if (isStruck) letGo(desk, path, off);
  }
  const isLone = whenHeld(desk, button, signal, { press, release });
  button.addEventListener("click", (event) => {
    if (!isLone(event) || !desk.isReady) return;
    press();
    release();
  });
  guard(desk, path, button, signal);
  desk.tree.watch(path, signal, (value) => button.setAttribute("aria-pressed", String(value === on)));
  return button;
}
