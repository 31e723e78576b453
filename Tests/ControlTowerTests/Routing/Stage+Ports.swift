// SPDX-License-Identifier: Apache-2.0
// Ports named by one word, and what is read of routes, so that tests of routes read as stories.

package import ControlTower
import Quantities
import Testing

extension PortID: ExpressibleByStringLiteral {
  /// Names a port by a literal.
  package init(stringLiteral name: String) {
    self.init(name)
  }
}

extension PortDescription {
  static let speaker = Self(id: "speaker", role: .speaker, direction: .output)
  static let receiver = Self(id: "receiver", role: .receiver, direction: .output, channels: 1)
  static let mic = Self(id: "mic", role: .mic, direction: .input, channels: 1)
  static let phones = Self(id: "phones", role: .headphones, direction: .output)
  static let headset = Self(id: "headset", role: .headset, direction: .output)
  static let headsetMic = Self(id: "headsetMic", role: .headset, direction: .input, channels: 1)
  static let hdmi = Self(id: "hdmi", role: .hdmi, direction: .output, channels: 8)
  static let usb = Self(id: "usb", role: .usb, direction: .output)
  static let usbIn = Self(id: "usbIn", role: .usb, direction: .input)
  static let lineOut = Self(id: "lineOut", role: .lineOut, direction: .output)
  static let a2dp = Self(id: "a2dp", role: .a2dp, direction: .output)
  static let hfp = Self(id: "hfp", role: .hfp, direction: .output, channels: 1)
  static let hfpMic = Self(id: "hfpMic", role: .hfp, direction: .input, channels: 1)
  static let stream = Self(id: "stream", role: .net, direction: .output)
  static let mirror = Self(id: "mirror", role: .net, direction: .output, isMirrored: true)
  static let loopback = Self(id: "loopback", role: .virtual, direction: .output)

  /// One port for each role and direction, and both kinds of network output.
  static let everyKind: [Self] =
    PortRole.allCases.flatMap { role in
      PortDirection.allCases.map {
        Self(id: PortID("\(role) \($0)"), role: role, direction: $0)
      }
    } + [mirror]
}

extension SessionConfiguration {
  static func chat(
    _ id: SessionID = "chat",
    mode: Mode = .default,
    options: Set<CategoryOption> = []
  ) -> Self {
    Self(id: id, category: .playAndRecord, mode: mode, options: options, usesInput: true)
  }

  static func deck(_ id: SessionID = "deck", options: Set<CategoryOption> = []) -> Self {
    Self(id: id, category: .multiRoute, options: options)
  }

  static func recorder(_ id: SessionID = "recorder") -> Self {
    var recorder = Self(id: id, category: .record, usesInput: true)
    recorder.behaviour.routePolicy = .stopOnChange
    return recorder
  }

  func with(_ policy: RoutePolicy) -> Self {
    var copy = self
    copy.behaviour.routePolicy = policy
    return copy
  }

  /// Every category with every mode and option that goes with it.
  static let everyRouting: [Self] = Category.allCases.flatMap { category in
    Mode.allCases.flatMap { mode in
      [nil].appending(CategoryOption.allCases).map { option in
        Self(id: "a", category: category, mode: mode, options: option.map { [$0] } ?? [])
      }
    }
  }.filter { $0.refusals().isEmpty }
}

extension [CategoryOption?] {
  fileprivate func appending(_ options: [CategoryOption]) -> Self {
    self + options.map(Optional.some)
  }
}

extension Stage {
  /// Builds a rig, then puts one session on it and activates it.
  init(rig: [PortDescription], _ session: SessionConfiguration) throws {
    try self.init()
    for port in rig { try plug(port) }
    try self(.added(session))
    try self(.activate(session.id))
  }

  /// Builds a rig and puts sessions on it, inactive.
  init(rig: [PortDescription], idle sessions: SessionConfiguration...) throws {
    try self.init()
    for port in rig { try plug(port) }
    for session in sessions { try self(.added(session)) }
  }

  @discardableResult
  mutating func plug(_ port: PortDescription) throws -> [TowerEffect] { try self(.plugged(port)) }

  @discardableResult
  mutating func unplug(_ port: PortDescription) throws -> [TowerEffect] {
    try self(.unplugged(port.id))
  }

  func outputs(_ id: SessionID) -> [PortID]? { tower.session(id)?.route.outputs }

  func inputs(_ id: SessionID) -> [PortID]? { tower.session(id)?.route.inputs }

  func isPaused(_ id: SessionID) -> Bool? { tower.session(id)?.isPaused }
}

extension [TowerEffect] {
  /// The notifications of a session, in order.
  func told(_ id: SessionID) -> [TowerEffect.Notification] {
    compactMap { if case .notify(id, let notification) = $0.action { notification } else { nil } }
  }

  /// The route changes that a session is notified of.
  func routeChanges(_ id: SessionID) -> [RouteChangeReason] {
    told(id).compactMap { if case .routeChanged(let reason, _) = $0 { reason } else { nil } }
  }

  /// The rule of the effect that does this.
  func rule(of action: TowerEffect.Action) -> String? {
    first { $0.action == action }?.rule.description
  }
}
