// SPDX-License-Identifier: Apache-2.0
// Makes an element a slider for fingers, pens, mice, keys and screen readers; faders and knobs are its faces.

import { markGuard } from "./guard.js";

const doubleTap = 350;
/// Movement in px that is no tap any more.
const slack = 4;
/// How far a wheel turns for a step, in px; a notch of a mouse's wheel is about as much.
const notch = 100;

const keySteps = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 6, PageDown: -6,
};

/// Ties `face` to the value at `path`. `paint` draws a value; `travel` says how many px are the whole way, which goes upwards, or
/// with `isAcross` to the right.
export class Slider {
  #desk;
  #path;
  #law;
  #face;
  #paint;
  #travel;
  #isAcross;
  #value;
  /// The finger that holds it, where it was, and the place that it has reached, which the value rounds.
  #grip = null;
  #lastTap = 0;
  /// How far a wheel has turned since the last step, in px.
  #turned = 0;

  constructor(desk, { face, path, law, label, travel, paint, signal, isAcross = false }) {
    this.#desk = desk;
    [this.#path, this.#law, this.#face, this.#paint, this.#travel] = [path, law, face, paint, travel];
    this.#isAcross = isAcross;
    face.setAttribute("role", "slider");
    face.setAttribute("aria-label", label);
    face.setAttribute("aria-valuemin", law.minimum);
    face.setAttribute("aria-orientation", isAcross ? "horizontal" : "vertical");
    face.tabIndex = 0;
    face.dataset.path = path;
    this.#show(law.lowest);
    desk.guarded(path, signal, () => this.#guard());
    desk.tree.watch(path, signal, (value) => {
      if (!this.#grip && !desk.hand.isUnderway(path)) this.#show(value);
    });
    face.addEventListener("pointerdown", (event) => this.#take(event), { signal });
    face.addEventListener("pointermove", (event) => this.#move(event), { signal });
    face.addEventListener("pointerup", (event) => this.#leave(event, true), { signal });
    face.addEventListener("pointercancel", (event) => this.#leave(event, false), { signal });
    face.addEventListener("keydown", (event) => this.#press(event), { signal });
    face.addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
  }

  #show(value) {
    if (typeof value !== "number") return;
    this.#value = value;
    this.#paint(this.#law.toPosition(value), this.#law.text(value));
    // Silence, and what a rig without a tempo says, lie outside of what can be set.
    const inRange = Math.min(Math.max(value, this.#law.minimum), this.#law.maximum);
    this.#face.setAttribute("aria-valuenow", Number(inRange.toFixed(3)));
    this.#face.setAttribute("aria-valuetext", this.#law.spoken(value));
  }

  /// Shows what an operator keeps it from.
  #guard() {
    const { tree } = this.#desk;
    const limit = tree.limit(this.#path);
    const isLimited = limit < this.#law.maximum;
    this.#face.setAttribute("aria-valuemax", Math.min(limit, this.#law.maximum));
    this.#face.classList.toggle("limited", isLimited);
    if (isLimited) this.#face.style.setProperty("--limit", this.#law.toPosition(limit).toFixed(4));
    markGuard(this.#desk, this.#path, this.#face);
    if (this.#desk.may(this.#path)) this.#face.removeAttribute("aria-disabled");
    else this.#face.setAttribute("aria-disabled", "true");
  }

  #set(wanted) {
    const value = Math.min(wanted, this.#desk.tree.limit(this.#path));
    if (value === this.#value) return;
    this.#show(value);
    this.#desk.hand.set(this.#path, value);
  }

  get #mayMove() {
    return this.#desk.isReady && this.#desk.may(this.#path);
  }

  // MARK: Pointers

  #take(event) {
    if (this.#grip || event.button !== 0 || !this.#mayMove) return;
    this.#face.setPointerCapture(event.pointerId);
    this.#face.classList.add("held");
    this.#grip = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      position: this.#law.toPosition(this.#value),
      moved: 0,
    };
  }

  #move(event) {
    const grip = this.#grip;
    if (grip?.pointer !== event.pointerId) return;
    const way = this.#isAcross ? event.clientX - grip.x : grip.y - event.clientY;
    grip.moved += Math.abs(way);
    if (this.#isAcross) grip.x = event.clientX;
    else grip.y = event.clientY;
    if (grip.moved < slack) return;
    const step = (way / this.#travel()) * this.#fineness(event, grip);
    grip.position = Math.min(Math.max(grip.position + step, 0), 1);
    this.#set(this.#law.toValue(grip.position));
  }

  /// Finer with Shift, in fine mode, and the further a finger has gone aside.
  #fineness(event, grip) {
    if (event.shiftKey || this.#desk.isFine) return 1 / 8;
    const aside = this.#isAcross ? event.clientY - grip.y : event.clientX - grip.x;
    return Math.abs(aside) > 90 ? 1 / 4 : 1;
  }

  #leave(event, isDone) {
    const grip = this.#grip;
    if (grip?.pointer !== event.pointerId) return;
    this.#grip = null;
    this.#face.classList.remove("held");
    if (isDone && grip.moved < slack) this.#tap(event.timeStamp);
  }

  #tap(time) {
    if (time - this.#lastTap < doubleTap) this.#goHome();
    this.#lastTap = time;
  }

  #goHome() {
    if (this.#law.home !== undefined) this.#set(Math.min(this.#law.home, this.#law.maximum));
  }

  // MARK: Wheels

  /// A notch is a step. Knobs, and all on decks, are turned by the wheel only while they have the focus: where they are, pages scroll.
  #turn(event) {
    const isMeant = this.#face.matches(".fader:not(.deck .fader), :focus") && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (!isMeant || event.ctrlKey || !this.#mayMove) return;
    event.preventDefault();
    this.#turned -= event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * (notch / 3);
    const steps = Math.trunc(this.#turned / notch);
    this.#turned -= steps * notch;
    if (steps) this.#set(this.#law.step(this.#value, steps, event.shiftKey || this.#desk.isFine));
  }

  // MARK: Keys

  #press(event) {
    if (!this.#mayMove || event.ctrlKey || event.altKey || event.metaKey) return;
    const isFine = event.shiftKey || this.#desk.isFine;
    if (event.key in keySteps) this.#set(this.#law.step(this.#value, keySteps[event.key], isFine));
    else if (event.key === "Home") this.#set(this.#law.lowest);
    else if (event.key === "End") this.#set(this.#law.maximum);
    else if (event.key === "0" || event.key === "Delete") this.#goHome();
    else return;
    event.preventDefault();
  }
}
