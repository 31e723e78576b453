// SPDX-License-Identifier: Apache-2.0
// What a session is at the moment, in a word, and why, in words.

import { element, write } from "./dom.js";

const conditionWords = {
  silenced: "silenced", held: "held", paused: "paused", input_muted: "input muted", background: "background",
};

/// The word for the state of a session, and the class that colours it; all is well without a word.
export function stateOf({ active, interrupted, fault, duck, conditions }) {
  if (fault) return ["fault", "faulty"];
  if (interrupted) return ["interrupted", "interrupted"];
  const condition = conditions.find((name) => name in conditionWords);
  if (condition) return [conditionWords[condition], "silenced"];
  if (!active) return ["inactive", "inactive"];
  if (duck < -0.05) return [`duck −${Math.round(-duck)} dB`, "ducked"];
  return ["", "active"];
}

/// Whether a session of that state is let through to its outputs.
export const isLetThrough = (state) => ["active", "ducked"].includes(stateOf(state)[1]);

/// Calls `show` with the state of `session`, now and whenever it changes.
export function watchState(desk, session, signal, show) {
  const now = { active: false, interrupted: false, fault: "", duck: 0, why: "", conditions: desk.conditions(session) };
  const leaves = { active: "active", interrupted: "interrupted", duck_db: "duck", why: "why", fault: "fault" };
  for (const [leaf, key] of Object.entries(leaves)) {
    desk.tree.watch(`${session}.${leaf}`, signal, (value) => {
      now[key] = value;
      show(now);
    });
  }
  desk.addEventListener("status", () => {
    now.conditions = desk.conditions(session);
    show(now);
  }, { signal });
}

/// A band that says what keeps a session from sounding as it would by itself; it opens what explains it.
export function stateBand(desk, session, signal, explain) {
  const word = element("strong");
  const reason = element("span", { className: "why" });
  const band = element(
    "button",
    { className: "state inactive", type: "button", "data-session": session, on: { click: explain } },
    word,
    reason,
  );
  watchState(desk, session, signal, (now) => {
    const [text, className] = stateOf(now);
    write(word, text);
    // What nobody has asked to sound has nothing to explain unasked.
    write(reason, className === "inactive" ? "" : now.why);
    band.className = `state ${className}`;
    band.title = now.why;
    band.setAttribute("aria-label", `${session} is ${text || "active"}. ${now.why}`.trim());
  });
  return band;
}
