// SPDX-License-Identifier: Apache-2.0
// What this device may do; the rig checks it again, this only spares people a refusal.

/// Whether a send goes to an output: a second one to the same output has a colon and its number behind the name, which no name has.
export function isSendTo(output, send) {
  const [route, number, ...rest] = send.split(":");
  return route === output && (number === undefined || /^[0-9]+$/.test(number)) && rest.length === 0;
}

/// What has a strip and is no business of the staff.
const interrupters = ["phone", "alarm", "assistant"];

/// Whether a path is something to play, or how loud it is, and does not interrupt.
function isForStaff(path) {
  const [owner, second, , last] = path.split(".");
  const { length } = path.split(".");
  if (owner === "rig") return length === 3 && second === "sounds";
  if (interrupters.includes(owner)) return false;
  if (length === 2) return ["active", "fader_db", "mute"].includes(second);
  return length === 4 && second === "sources" && ["playing", "cue"].includes(last);
}

export class Rights {
  /// `operator`, `staff`, `mixer:ROUTE` or `viewer`; nothing while that is not known.
  constructor(access) {
    this.access = access;
    this.isOperator = access === "operator";
    /// The output whose mix is all that this device may change.
    this.bus = access.startsWith("mixer:") ? access.slice("mixer:".length) : null;
  }

  /// Whether the value at a path can be set from here.
  may(path) {
    if (this.isOperator) return true;
    if (this.access === "staff") return isForStaff(path);
    if (this.bus === null) return false;
    const parts = path.split(".");
    if (parts.length === 2) return parts[0] === this.bus && ["fader_db", "mute"].includes(parts[1]);
    return parts.length === 4 && parts[1] === "sends" && isSendTo(this.bus, parts[2]);
  }

  /// What to tell people about it; nothing to an operator.
  get sentence() {
    if (this.isOperator) return "";
    if (this.bus) return `This device mixes ‘${this.bus}’: its sends, its fader and its mute. All else is to look at.`;
    if (this.access === "staff") return "This device plays announcements, and sets faders and mutes within the operator’s limits. All else is to look at.";
    return "This device may look and change nothing: pair it as operator to mix.";
  }
}
