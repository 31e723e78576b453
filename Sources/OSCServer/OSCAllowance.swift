// SPDX-License-Identifier: Apache-2.0
// How much is sent to an address that may be forged.

import OSC
import Synchronization

/// How much may be sent to a sender by UDP.
///
/// A datagram can carry a forged source address: a small one could direct a large answer at a third
/// party. So a sender gets no more bytes than have come from it, and nothing unasked, until it has
/// shown that it receives us: by sending back a word that it was sent. Senders that the preset
/// names, and those on this machine, need not do that.
///
/// > Threading: Any.
final class OSCAllowance: Sendable {
  private let state: Mutex<State>

  private struct State {
    var isProven: Bool
    /// How much more has come than was sent.
    var bytes = 0
    /// Whether something was left out.
    var isShort = false
    /// What is to be sent back.
    let word: String
  }

  /// What a datagram takes beside its content: the heads of IP and UDP.
  private static let head = 28

  init(isProven: Bool) {
    let word = String(UInt64.random(in: .min ... .max), radix: 16)
    state = Mutex(State(isProven: isProven, word: word))
  }

  /// Whether the sender has shown that it is there.
  var isProven: Bool { state.withLock(\.isProven) }

  /// Notes a datagram that has come; returns what it is to send back, if it has missed something
  /// and its allowance is large enough for that.
  func earn(_ count: Int) -> [UInt8]? {
    state.withLock { state in
      guard !state.isProven else { return nil }
      state.bytes += count + Self.head
      let question = OSCMessage(OSCService.prove.rawValue, [.string(state.word)]).bytes
      guard state.isShort, state.bytes >= question.count + Self.head else { return nil }
      state.bytes -= question.count + Self.head
      state.isShort = false
      return question
    }
  }

  /// Whether a datagram may be sent; it is counted then.
  func spend(_ count: Int) -> Bool {
    state.withLock { state in
      guard !state.isProven else { return true }
      guard state.bytes >= count + Self.head else {
        state.isShort = true
        return false
      }
      state.bytes -= count + Self.head
      return true
    }
  }

  /// Takes what was sent back.
  func prove(_ word: String) {
    state.withLock { if $0.word == word { $0.isProven = true } }
  }
}
