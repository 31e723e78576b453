// SPDX-License-Identifier: Apache-2.0
// What a session is at the moment, in a word, and why, in words.

import { element, write } from "./dom.js";

const conditionWords = {
  silenced: "silenced", held: "held", paused: "paused", input_muted: "input muted", background: "background",
};

/// The word for the state of a session, and the class that colours it.
export function stateOf({ active, interrupted, fault, duck, conditions }) {
  if (fault) return ["fault", "faulty"];
  if (interrupted) return ["interrupted", "interrupted"];
  const condition = conditions.find((name) => name in conditionWords);
  if (condition) return [conditionWords[condition], "silenced"];
  if (!active) return ["inactive", "inactive"];
  if (duck < -0.05) return [`duck −${Math.round(-duck)} dB`, "ducked"];
  return ["active", "active"];
}

/// A band that says what a session is and why; it opens what explains it.
export function stateBand(desk, session, signal, explain) {
  const word = element("strong");
  const reason = element("span", { className: "why" });
  const band = element(
    "button",
    { className: "state inactive", type: "button", "data-session": session, on: { click: explain } },
    word,
    reason,
  );
  const now = { active: false, interrupted: false, fault: "", duck: 0, why: "", conditions: [] };
  function show() {
    const [text, className] = stateOf(now);
    write(word, text);
    write(reason, now.why);
    band.className = `state ${className}`;
    band.title = now.why;
    band.setAttribute("aria-label", `${session} is ${text}. ${now.why}`);
  }
  const watch = (leaf, key) =>
    desk.tree.watch(`${session}.${leaf}`, signal, (value) => {
      now[key] = value;
      show();
    });
  watch("active", "active");
  watch("interrupted", "interrupted");
  watch("duck_db", "duck");
  watch("why", "why");
  watch("fault", "fault");
  desk.addEventListener("status", () => {
    now.conditions = desk.conditions(session);
    show();
  }, { signal });
  return band;
}
