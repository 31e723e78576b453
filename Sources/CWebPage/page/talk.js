// SPDX-License-Identifier: Apache-2.0
// The key to talk: held, for as long as it is held; tapped, until it is tapped again.

import { toggleButton } from "./button.js";
import { letGo, whenHeld } from "./hold.js";

/// A key that turns the switch at `path` on at once, and off again when it is let go after more than a tap.
export function talkButton(desk, path, { text, label, signal }) {
  let isLone = () => false;
  const button = toggleButton(desk, path, {
    text,
    label,
    className: "talk wide",
    signal,
    // A press has done it; what is left are clicks without one.
    toggles: (event) => isLone(event),
  });
  button.setAttribute("aria-description", "Hold it to talk, tap it to stay on.");
  let wasOn = false;
  isLone = whenHeld(desk, button, signal, {
    press() {
      wasOn = button.getAttribute("aria-pressed") === "true";
      if (!wasOn) desk.hand.strike(path, true, false);
    },
    release(isTap) {
      if (isTap && !wasOn) return desk.hand.strike(path, true);
      // A microphone does not stay open because the network went away meanwhile.
      letGo(desk, path, false);
    },
  });
  return button;
}
