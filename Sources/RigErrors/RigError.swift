// SPDX-License-Identifier: Apache-2.0
// Why a rig can't carry out a request; each door translates this for itself, into an exit code or a
// number on the socket.

import Suggestions

/// A failure: its kind, and one sentence for people.
package struct RigError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; a door answers each kind in its own way.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// The words of the request make no sense together.
    case usage
    /// A preset, a file or a value is wrong.
    case data
    /// Something that is needed is not there.
    case unavailable
    /// The session rules, or the state of the rig, do not allow it.
    case refused
    /// The client may not do this.
    case forbidden
    /// Not at the moment; the same request may succeed soon.
    case busy
    /// A file or a connection broke.
    case inputOutput
    /// The system has no more of something, such as memory.
    case system
    /// The program contradicts itself.
    case software
  }

  /// The kind.
  package var kind: Kind
  private let text: String
  /// The unknown word, where the sentence ends with a suggestion.
  private let unknown: UnknownWord?
  /// The rule of the tower that decided it, if one did.
  package var rule: String?
  /// The name of AVAudioSession's error for it, if the tower refused.
  package var sessionCode: String?

  /// Describes a failure.
  package init(_ kind: Kind, _ message: String, rule: String? = nil, sessionCode: String? = nil) {
    self.kind = kind
    (text, unknown) = (message, nil)
    self.rule = rule
    self.sessionCode = sessionCode
  }

  private init(_ text: String, _ unknown: UnknownWord) {
    kind = .data
    (self.text, self.unknown) = (text, unknown)
  }

  /// What is wrong and what to do.
  ///
  /// The suggestion for an unknown word is looked up here, which takes time: doors read the
  /// sentence, but nothing on the rig's actor may.
  package var message: String { unknown.map { "\(text); \($0.hint)" } ?? text }

  /// Whether it takes time to read its sentence.
  package var isSlowToRead: Bool { unknown != nil }

  /// Whether two errors say the same.
  package static func == (lhs: RigError, rhs: RigError) -> Bool {
    (lhs.kind, lhs.message, lhs.rule, lhs.sessionCode)
      == (rhs.kind, rhs.message, rhs.rule, rhs.sessionCode)
  }

  /// Hashes the parts that are quick to read.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(rule)
  }

  /// The sentence.
  package var description: String { message }

  /// A preset, a file or a value is wrong.
  package static func data(_ message: String) -> RigError { RigError(.data, message) }
  /// A word of a request is not known.
  package static func data(_ message: String, _ unknown: UnknownWord) -> RigError {
    RigError(message, unknown)
  }
  /// Something that is needed is not there.
  package static func unavailable(_ message: String) -> RigError { RigError(.unavailable, message) }
  /// The state of the rig does not allow it.
  package static func refused(_ message: String) -> RigError { RigError(.refused, message) }
  /// The client may not do this.
  package static func forbidden(_ message: String) -> RigError { RigError(.forbidden, message) }
  /// Not at the moment.
  package static func busy(_ message: String) -> RigError { RigError(.busy, message) }
  /// A file or a connection broke.
  package static func inputOutput(_ message: String) -> RigError { RigError(.inputOutput, message) }
}
