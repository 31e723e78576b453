// SPDX-License-Identifier: Apache-2.0
// The error that the methods throw: an NSError, as Apple's listings expect, with its code as a
// type.

public import Foundation
import ControlClient
import ControlProtocol

extension AVAudioSession {
  /// Why something was refused.
  public enum ErrorCode: Int, Hashable, Sendable, CaseIterable {
    /// Nothing was refused.
    case none = 0
    /// There is no host, or no sound server.
    case mediaServicesFailed = 0x6D73_7276
    /// Something blocks it for a while.
    case isBusy = 0x2161_6374
    /// The category does not go with that.
    case incompatibleCategory = 0x2163_6174
    /// A session that does not mix cannot become active from the background.
    case cannotInterruptOthers = 0x2169_6E74
    /// The rig's owner has not allowed it.
    case missingEntitlement = 0x656E_743F
    /// The assistant is listening.
    case siriIsRecording = 0x7369_7269
    /// The category does not play.
    case cannotStartPlaying = 0x2170_6C61
    /// The category does not record.
    case cannotStartRecording = 0x2172_6563
    /// A value is not valid.
    case badParam = -50
    /// An interrupter outranks all sessions.
    case insufficientPriority = 0x2170_7269
    /// There is no such port now.
    case resourceNotAvailable = 0x2172_6573
    /// Something else.
    case unspecified = 0x7768_6174
    /// The session is not there any more.
    case expiredSession = 0x2173_6573
    /// Only an active session can do that.
    case sessionNotActive = 0x696E_6163

    /// The code with this word on the wire.
    init?(word: String) {
      guard let code = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
      self = code
    }
  }
}

/// Why the host refused, or why it could not be asked.
///
/// `localizedDescription` is one sentence that says what is wrong and what to do.
public final class AVAudioSessionError: NSError, @unchecked Sendable {
  /// The domain of these errors.
  public static let domain = "AVAudioSessionErrorDomain"

  /// The kind of error.
  public let sessionCode: AVAudioSession.ErrorCode
  /// The session rule behind a refusal, for `tarmac rules`.
  public let rule: String?

  init(_ code: AVAudioSession.ErrorCode, _ sentence: String, rule: String? = nil) {
    sessionCode = code
    self.rule = rule
    super.init(
      domain: Self.domain,
      code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: sentence]
    )
  }

  /// Cannot be read from archives.
  public required init?(coder: NSCoder) {
    nil
  }

  convenience init(_ error: ControlClientError) {
    guard case .refused(let refusal) = error else {
      self.init(Self.code(of: error), error.description)
      return
    }
    let fallback: AVAudioSession.ErrorCode =
      refusal.code == .invalidParams ? .badParam : .unspecified
    let code = refusal.sessionCode.flatMap(AVAudioSession.ErrorCode.init(word:)) ?? fallback
    self.init(code, refusal.message, rule: refusal.rule)
  }

  private static func code(of error: ControlClientError) -> AVAudioSession.ErrorCode {
    switch error {
    case .notRunning, .timedOut, .disconnected: .mediaServicesFailed
    case .notAllowed, .path: .missingEntitlement
    case .unspeakable: .badParam
    case .refused, .badAnswer, .system: .unspecified
    }
  }
}
