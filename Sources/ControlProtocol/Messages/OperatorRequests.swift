// SPDX-License-Identifier: Apache-2.0
// Requests of the operator: switches, interrupters that ring, routes, permissions, system sounds.

/// Says that an interrupter (`phone`, `alarm`, `assistant`) announces itself; it can be declined.
public struct InterruptRingRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "interrupt.ring"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var interrupter: String

  /// Says that an interrupter rings.
  public init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter that rang was accepted and begins.
public struct InterruptAcceptRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "interrupt.accept"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var interrupter: String

  /// Says that an interrupter was accepted.
  public init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter that rang was declined; the interrupted sessions go on.
public struct InterruptDeclineRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "interrupt.decline"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var interrupter: String

  /// Says that an interrupter was declined.
  public init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Turns a switch of the rig on or off.
public struct SwitchRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SwitchesStatus
  /// The JSON-RPC method.
  public static let method = "rig.switch"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var name: Name
  /// Whether it is to be on.
  public var isOn: Bool
  /// The operator that turns it; kept with `doNotInterrupt`.
  public var operatorName: String?

  /// The switches of a rig.
  public enum Name: String, Codable, Hashable, Sendable, CaseIterable {
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
  public init(name: Name, isOn: Bool, operatorName: String? = nil) {
    self.name = name
    self.isOn = isOn
    self.operatorName = operatorName
  }
}

/// Picks an input or output in place of the one last plugged in, or ends that choice.
public struct RoutePickRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "route.pick"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// `input` or `output`.
  public var direction: String
  /// The name of the route; `nil` ends the choice.
  public var route: String?

  /// Picks a route.
  public init(direction: String, route: String?) {
    self.direction = direction
    self.route = route
  }
}

/// Says whether a session may record.
public struct PermissionSetRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "permission.set"
  /// The name of the session.
  public var session: String
  /// `granted`, `denied` or `undetermined`.
  public var permission: String

  /// Answers for a session.
  public init(session: String, permission: String) {
    self.session = session
    self.permission = permission
  }
}

/// Plays a system sound of the preset.
public struct SystemSoundRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "sound.play"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// The name of the sound.
  public var name: String

  /// Asks for a sound.
  public init(name: String) {
    self.name = name
  }
}
