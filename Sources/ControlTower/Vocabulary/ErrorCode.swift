// SPDX-License-Identifier: Apache-2.0
// The errors of AVAudioSession, and the refusals that they stand for (ANC-ACT-05).

/// An error of AVAudioSession, by its name.
package enum ErrorCode: String, Hashable, Sendable, CaseIterable {
  case isBusy, incompatibleCategory, cannotInterruptOthers, missingEntitlement, siriIsRecording,
    cannotStartPlaying, cannotStartRecording, badParam, insufficientPriority, resourceNotAvailable,
    unspecified, expiredSession, sessionNotActive, mediaServicesFailed
}

extension Refusal {
  /// The corresponding error of AVAudioSession.
  package var code: ErrorCode {
    switch reason {
    case .unknownSession: .expiredSession
    case .duplicateSession, .systemSoundsSilenced: .isBusy
    case .incompatibleMode, .incompatibleOption, .incompatiblePolicy, .categoryForbidsOverride:
      .incompatibleCategory
    case .insufficientPriority:
      cause == .interrupter(.assistant) ? .siriIsRecording : .insufficientPriority
    case .cannotInterruptOthers, .doNotInterrupt: .cannotInterruptOthers
    case .categoryForbidsPlayback, .suspended: .cannotStartPlaying
    case .categoryForbidsInput: .cannotStartRecording
    case .sessionNotActive: .sessionNotActive
    case .notRinging, .unknownPort, .duplicatePort, .badValue, .fixedVolume, .badVolume: .badParam
    case .noInput, .portNotAvailable: .resourceNotAvailable
    case .mediaServicesLost: .mediaServicesFailed
    case .notConnectable: .missingEntitlement
    case .connectionCycle: .badParam
    }
  }
}
