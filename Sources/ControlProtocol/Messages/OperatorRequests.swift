// SPDX-License-Identifier: Apache-2.0
// Requests of the operator: switches, interrupters that ring, routes, permissions, system sounds.

/// Says that an interrupter (`phone`, `alarm`, `assistant`) announces itself; it can be declined.
package struct InterruptRingRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "interrupt.ring"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var interrupter: String

  /// Says that an interrupter rings.
  package init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter that rang was accepted and begins.
package struct InterruptAcceptRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "interrupt.accept"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var interrupter: String

  /// Says that an interrupter was accepted.
  package init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter that rang was declined; the interrupted sessions go on.
package struct InterruptDeclineRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "interrupt.decline"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var interrupter: String

  /// Says that an interrupter was declined.
  package init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Turns a switch of the rig on or off.
package struct SwitchRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SwitchesStatus
  /// The JSON-RPC method.
  package static let method = "rig.switch"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var name: Name
  /// Whether it is to be on.
  package var isOn: Bool
  /// The operator that turns it; kept with `doNotInterrupt`.
  package var operatorName: String?

  /// The switches of a rig.
  package enum Name: String, Codable, Hashable, Sendable, CaseIterable {
    /// Silences the sessions that follow it, while their time runs on.
    case silent
    /// Pauses the sessions that follow it where they are.
    case lock
    /// Cuts all microphones off.
    case microphone
    /// Keeps ringing and the assistant from interrupting.
    case doNotInterrupt
  }

  /// Turns a switch.
  package init(name: Name, isOn: Bool, operatorName: String? = nil) {
    self.name = name
    self.isOn = isOn
    self.operatorName = operatorName
  }
}

/// Picks an input or output in place of the one last plugged in, or ends that choice.
package struct RoutePickRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "route.pick"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// `input` or `output`.
  package var direction: String
  /// The name of the route; `nil` ends the choice.
  package var route: String?

  /// Picks a route.
  package init(direction: String, route: String?) {
    self.direction = direction
    self.route = route
  }
}

/// Says whether a session may record.
package struct PermissionSetRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "permission.set"
  /// The name of the session.
  package var session: String
  /// `granted`, `denied` or `undetermined`.
  package var permission: String

  /// Answers for a session.
  package init(session: String, permission: String) {
    self.session = session
    self.permission = permission
  }
}

/// Plays a system sound of the preset.
package struct SystemSoundRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "sound.play"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// The name of the sound.
  package var name: String

  /// Asks for a sound.
  package init(name: String) {
    self.name = name
  }
}
