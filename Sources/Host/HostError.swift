// SPDX-License-Identifier: Apache-2.0
// Why the host can't do what was asked, ready for a terminal.

/// A failure of the host: one sentence, and the exit code that goes with it.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var message: String
  /// An exit code of sysexits.
  public var exitCode: Int32
  /// The rule of the tower that decided it, if one did.
  public var rule: String?
  /// The name of AVAudioSession's error for it, if the tower refused.
  public var sessionCode: String?

  /// Describes a failure.
  public init(_ message: String, exitCode: Int32, rule: String? = nil, sessionCode: String? = nil) {
    self.message = message
    self.exitCode = exitCode
    self.rule = rule
    self.sessionCode = sessionCode
  }

  /// The sentence.
  public var description: String { message }

  /// The input data were incorrect (EX_DATAERR).
  static func data(_ message: String) -> HostError { HostError(message, exitCode: 65) }
  /// Something is not there (EX_UNAVAILABLE).
  static func unavailable(_ message: String) -> HostError { HostError(message, exitCode: 69) }
  /// A file can't be written or read (EX_IOERR).
  static func inputOutput(_ message: String) -> HostError { HostError(message, exitCode: 74) }
}
