// SPDX-License-Identifier: Apache-2.0
// Events for people.

internal import ControlProtocol
internal import ControlTree

/// How `tarmac watch` says what happened.
enum EventReport {
  /// The event in one or more lines, after a line about lost events.
  static func text(_ message: EventMessage) -> String {
    let losses = message.lost.map { "(\($0) events lost: read faster)\n" } ?? ""
    return losses + text(message.event)
  }

  private static func text(_ event: HostEvent) -> String {
    switch event {
    case .session(let session, let notification): "session \(session): \(words(notification))\n"
    case .route(let route, let notification): "route \(route): \(notification.rawValue)\n"
    case .rig(let notification): "rig: \(words(notification))\n"
    case .decision(let decision): LogCommand.text(decision)
    case .values(let update):
      update.values.map { "\($0.path) \($0.value.words)\n" }.joined()
    }
  }

  private static func words(_ notification: SessionNotification) -> String {
    switch notification {
    case .didActivate: return "active"
    case .didDeactivate(let source): return source == .app ? "inactive" : "made inactive"
    case .interruptionBegan(let reason, let cause, let wasSuspended, _):
      let suffix = cause.map { " by \($0)" } ?? ""
      let late = wasSuspended ? ", told late" : ""
      return "interruption began (\(reason.rawValue)\(suffix)\(late))"
    case .interruptionEnded(let shouldResume):
      return "interruption ended (\(shouldResume ? "should" : "should not") resume)"
    case .routeChanged(let reason, let inputs, let outputs):
      let before = (inputs + outputs).map(\.uid).joined(separator: ", ")
      return "route changed (\(reason.rawValue), before: \(before.isEmpty ? "none" : before))"
    case .silenceSecondaryAudioHint(let type): return "secondary audio hint, \(type.rawValue)"
    case .mediaServicesLost: return "media services lost"
    case .mediaServicesReset: return "media services reset"
    case .permissionAnswered(let granted):
      return "recording \(granted ? "granted" : "denied")"
    case .availableInputsChanged: return "available inputs changed"
    case .inputAvailabilityChanged(let isAvailable):
      return isAvailable ? "an input is available" : "no input is available"
    case .ioReconfigured: return "the hardware runs with other values"
    case .outputMuteStateChanged(let isMuted): return isMuted ? "muted" : "not muted"
    case .inputMuteStateChanged(let isMuted): return isMuted ? "input muted" : "input not muted"
    case .outputVolumeChanged(let volume): return "output volume \(volume)"
    case .promptStyleChanged(let style): return "prompt style \(style)"
    }
  }

  static func words(_ notification: RigNotification) -> String {
    switch notification {
    case .interrupterRang(let interrupter): return "\(interrupter) rings"
    case .interrupterDeclined(let interrupter): return "\(interrupter) declined"
    case .interrupterBegan(let interrupter): return "\(interrupter) began"
    case .interrupterEnded(let interrupter, let shouldResume):
      return "\(interrupter) ended (\(shouldResume ? "should" : "should not") resume)"
    case .switched(let name, let isOn): return "switch \(name.rawValue) \(isOn ? "on" : "off")"
    case .reloaded(let preset): return "reloaded \(preset)"
    case .recordPermissionAsked(let session):
      return "\(session) asks to record: 'tarmac permission grant \(session)' answers"
    case .serverLost: return "sound server lost"
    case .isolationLost(let session, let reason): return "session \(session) lost: \(reason)"
    case .isolationReturned(let session): return "session \(session) returned"
    case .pluginMisbehaved(let session, let plugin, let reason):
      return "plugin \(plugin) of session \(session) \(reason)"
    case .sandboxRefused(let session, let what, let plugin, let call):
      let who = plugin.map { " plugin \($0)" } ?? ""
      return "session \(session) refused\(who) \(what)" + (call.map { " in \($0)" } ?? "")
    case .alertRaised(let alert, _, let sentence): return "alert \(alert.rawValue): \(sentence)"
    case .alertCleared(let alert, let subject, let sentence):
      return "alert \(alert.rawValue) is over: \(sentence ?? subject)"
    case .serverReturned: return "sound server returned"
    case .stopping: return "stopping"
    }
  }
}
