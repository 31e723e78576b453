// SPDX-License-Identifier: Apache-2.0
// What this device may do; the rig checks it again, this only spares people a refusal.

/// Whether a send goes to an output: a second one to the same output has a colon and its number behind the name, which no name has.
export function isSendTo(output, send) {
  const [route, number, ...rest] = send.split(":");
  return route === output && (number === undefined || /^[0-9]+$/.test(number)) && rest.length === 0;
}

export class Rights {
  /// `operator`, `staff`, `mixer:ROUTE` or `viewer`; nothing while that is not known.
  constructor(access) {
    this.access = access;
    this.isOperator = access === "operator";
    /// The output whose mix is all that this device may change.
    this.bus = access.startsWith("mixer:") ? access.slice("mixer:".length) : null;
  }

  /// Whether a value can be set from here, by its node of the tree; a lock or a limit has none, and is the operator's.
  may(node) {
    return this.isOperator || (node?.sharedWith ?? []).includes(this.access);
  }

  /// What to tell people about it; nothing to an operator.
  get sentence() {
    if (this.isOperator) return "";
    if (this.bus) return `This device mixes ‘${this.bus}’: its sends, its fader and its mute. All else is to look at.`;
    if (this.access === "staff") return "This device plays announcements, and sets faders and mutes within the operator’s limits. All else is to look at.";
    return "This device may look and change nothing: pair it as operator to mix.";
  }
}
