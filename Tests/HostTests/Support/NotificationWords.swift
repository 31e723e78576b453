// SPDX-License-Identifier: Apache-2.0
// The notifications of a session, in a few words each, so that a test can list them.

import ControlProtocol

extension SessionNotification {
  /// The event and its important parts: `interrupted by alarm`, `newDeviceAvailable, was wall`.
  var words: String {
    switch self {
    case .didActivate: "active"
    case .didDeactivate: "inactive"
    case .interruptionBegan(.default, let cause, _, _): "interrupted by \(cause ?? "nobody")"
    case .interruptionBegan(let reason, _, _, _): "interrupted: \(reason.rawValue)"
    case .interruptionEnded(let shouldResume): shouldResume ? "may resume" : "should not resume"
    case .routeChanged(let reason, let inputs, let outputs):
      "\(reason.rawValue), was \((inputs + outputs).map(\.uid).joined(separator: "+"))"
    case .silenceSecondaryAudioHint(let hint): "hint \(hint.rawValue)"
    case .mediaServicesLost: "lost"
    case .mediaServicesReset: "reset"
    case .permissionAnswered(let isGranted): isGranted ? "may record" : "may not record"
    case .availableInputsChanged: "other inputs"
    case .inputAvailabilityChanged(let isAvailable): isAvailable ? "an input" : "no input"
    case .ioReconfigured: "reconfigured"
    case .outputMuteStateChanged(let isMuted): isMuted ? "muted" : "unmuted"
    case .inputMuteStateChanged(let isMuted): isMuted ? "input muted" : "input unmuted"
    case .outputVolumeChanged(let volume): "volume \(volume)"
    case .promptStyleChanged(let style): "prompts \(style)"
    }
  }
}

/// The notifications of one session, read in the order in which a test expects them.
///
/// An unexpected notification fails the next expectation, so none goes unnoticed.
final class Transcript {
  private let stage: LiveStage
  private let session: String
  private var read = 0

  init(of session: String, on stage: LiveStage) {
    (self.session, self.stage) = (session, stage)
  }

  /// Fails unless exactly these notifications come next; returns when they are there.
  func expect(_ words: [String], _ phase: String) throws {
    let end = read + words.count
    let told = { [stage, session] in stage.diary.told(session).map(\.words) }
    try stage.tarmac.wait("\(words) to \(session), \(phase); told: \(told())") {
      let all = told()
      return all.count >= end || !words.starts(with: all.dropFirst(read))
    }
    let all = told()
    guard all.prefix(end).dropFirst(read).elementsEqual(words) else {
      throw RunFailure(
        description: "\(session), \(phase): told \(all.dropFirst(read)), not \(words)"
      )
    }
    read = end
  }
}
