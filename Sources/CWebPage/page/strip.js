// SPDX-License-Identifier: Apache-2.0
// The strip of a session.

import { toggleButton } from "./button.js";
import { element, nameClass, nameText } from "./dom.js";
import { fader, noFader } from "./fader.js";
import { knob } from "./knob.js";
import { isSendTo } from "./rights.js";
import { stateBand } from "./state.js";
import { talkButton } from "./talk.js";

/// The path of what the faders set: a fader of its own, or a session's send to the chosen output.
export function faderPath(desk, session) {
  if (desk.bus === null || desk.bus === session) return `${session}.fader_db`;
  const sends = desk.tree.branches(`${session}.sends`);
  const send = sends.find((name) => isSendTo(desk.bus, name)) ?? sends.find((name) => desk.followsTo(session, name, desk.bus));
  return send && `${session}.sends.${send}.level_db`;
}

/// The strip of `session`; `open` shows what more there is of it.
export function sessionStrip(desk, session, signal, open) {
  const has = (leaf) => desk.tree.node(`${session}.${leaf}`) !== undefined;
  const path = faderPath(desk, session);
  const label = desk.bus ? `${session} to ${desk.bus}` : `${session} fader`;
  const { face, readout } = path ? fader(desk, path, label, signal) : noFader(`not sent to ${desk.bus}`);
  const meter = desk.bridge.add(desk, session, signal);
  const trim = has("trim_db") ? knob(desk, `${session}.trim_db`, `${session} trim`, signal) : null;
  const toggle = (leaf, text, className) =>
    has(leaf)
      ? toggleButton(desk, `${session}.${leaf}`, { text, label: `${session} ${leaf}`, className, signal })
      : element("span", { className: "button none", "aria-hidden": "true" });
  return element(
    "section",
    { className: "strip", "aria-label": session, "data-strip": session },
    element("button", {
      className: nameClass(session),
      type: "button",
      "aria-label": `${session}: plugins and more`,
      on: { click: open },
    }, element("span", {}, ...nameText(session))),
    has("active") ? stateBand(desk, session, signal, open) : element("div", { className: "state always" }),
    element("div", { className: "trim" }, ...(trim ? [trim.face, trim.readout] : [])),
    element("div", { className: "throw" }, face, meter),
    readout,
    element(
      "div",
      { className: "buttons" },
      toggle("mute", "Mute", "mute"),
      toggle("cue", "PFL", "cue"),
      activeButton(desk, session, signal, has),
    ),
  );
}

/// The button that asks the rules to let a session sound; of a session that records it is the key to talk.
function activeButton(desk, session, signal, has) {
  if (!has("active")) return element("span", { className: "button none wide", "aria-hidden": "true" });
  const path = `${session}.active`;
  return desk.mayRecord(session)
    ? talkButton(desk, path, { text: "Talk", label: `${session} talk`, signal })
    : toggleButton(desk, path, { text: "Active", label: `${session} active`, className: "talk wide", signal });
}
