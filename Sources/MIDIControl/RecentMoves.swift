// SPDX-License-Identifier: Apache-2.0
// Which controls have moved a moment ago, so that a hand that goes on is not taken for one that
// begins.

package import Quantities

/// Controls, and when they have moved last.
package struct RecentMoves: Sendable {
  private var times: [UInt16: MonotonicTime] = [:]

  /// Knows of no moves.
  package init() {}

  /// Takes a message; pads and programs don't go on moving.
  package mutating func note(_ message: [UInt8], at now: MonotonicTime) {
    if let key = Self.key(message) { times[key] = now }
  }

  /// Whether a message is of a control that has been moving ever since; one that has rested is
  /// forgotten.
  mutating func goesOn(_ message: [UInt8], at now: MonotonicTime) -> Bool {
    guard let key = Self.key(message), let last = times[key] else { return false }
    let goesOn = now.elapsed(since: last) < MIDILearner.rest
    times[key] = goesOn ? now : nil
    return goesOn
  }

  /// One number for each control of each channel.
  private static func key(_ message: [UInt8]) -> UInt16? {
    guard let status = message.first else { return nil }
    switch (status & 0xF0, message.count) {
    case (0xB0, 3): return UInt16(clamping: status) << 8 | UInt16(clamping: message[1])
    case (0xD0, 2), (0xE0, 3): return UInt16(clamping: status) << 8
    default: return nil
    }
  }
}
