// SPDX-License-Identifier: Apache-2.0
// The key to talk: held, for as long as it is held; tapped, until it is tapped again.

import { toggleButton } from "./button.js";

/// How long a press is a tap, in ms.
const longestTap = 300;
const keys = [" ", "Enter"];

/// A key that turns the switch at `path` on at once, and off again when it is let go after more than a tap.
export function talkButton(desk, path, { text, label, signal }) {
  const button = toggleButton(desk, path, {
    text,
    label,
    className: "talk hold wide",
    signal,
    // A press has done it; what is left are clicks without one, such as those of screen readers.
    toggles: (event) => event.detail === 0 && !wasPressed,
  });
  button.setAttribute("aria-description", "Hold it to talk, tap it to stay on.");
  /// The press under way: when it began, and whether the switch was on before.
  let held = null;
  let wasPressed = false;

  const isOn = () => button.getAttribute("aria-pressed") === "true";
  function press(time) {
    if (held || button.disabled || !desk.isReady) return;
    held = { since: time, wasOn: isOn() };
    button.classList.add("held");
    if (!held.wasOn) desk.hand.set(path, true);
  }
  function release(time, isTap = time - held?.since < longestTap) {
    if (!held) return;
    const { wasOn } = held;
    held = null;
    button.classList.remove("held");
    if (isTap && !wasOn) return;
    if (desk.isReady) desk.hand.set(path, false);
    // A microphone does not stay open because the network went away meanwhile.
    else desk.addEventListener("ready", () => desk.hand.set(path, false), { once: true });
  }
  const letGo = () => release(0, false);

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    press(event.timeStamp);
  });
  button.addEventListener("pointerup", (event) => release(event.timeStamp));
  button.addEventListener("pointercancel", letGo);
  button.addEventListener("keydown", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    wasPressed = true;
    press(event.timeStamp);
  });
  button.addEventListener("keyup", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    release(event.timeStamp);
    setTimeout(() => (wasPressed = false));
  });
  button.addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", letGo, { signal });
  signal.addEventListener("abort", letGo);
  return button;
}
