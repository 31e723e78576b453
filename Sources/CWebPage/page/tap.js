// SPDX-License-Identifier: Apache-2.0
// Taps: browsers make clicks for one finger alone, and a deck is played with several.

/// Calls `act` when `button` is tapped by a finger, clicked by a mouse, or pressed by a key or a screen reader; `isAtOnce` does not wait
/// for the finger to be lifted.
export function whenTapped(button, act, isAtOnce = false) {
  let pointer = null;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || button.disabled) return;
    if (isAtOnce) act(event);
    else pointer = event.pointerId;
  });
  button.addEventListener("pointercancel", () => (pointer = null));
  button.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (isInside && !button.disabled) act(event);
  });
  // What came from a pointer has been done.
  button.addEventListener("click", (event) => event.detail === 0 && act(event));
}
