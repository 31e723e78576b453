// SPDX-License-Identifier: Apache-2.0
// How much is sent to who may not be there.

import OSC
import Synchronization

/// How much a sender by UDP may be told.
///
/// Nothing says where a datagram comes from: who writes another's address on a small one has a
/// large answer sent there. So a sender is sent no more bytes than have come from it, and nothing
/// unasked, until it has shown that it hears us: by sending back a word that it was sent. Those
/// whom the preset names, and those on this machine, need not.
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
  /// and may be told that much.
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
