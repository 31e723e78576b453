// SPDX-License-Identifier: Apache-2.0
// Whatever is plugged, picked and asked for: what must hold of routes after every event.

import ControlTower
import Quantities
import RuleProofs
import SeededNumbers
import Testing

@Suite("Random routes")
struct RandomRouteTests {
  @Test(
    "the promises hold after each of 3,000 random events",
    .proves("RTE-08", "RTE-11", "ANC-RTE-03", "MRT-09", "OVR-04", "VOL-03"),
    arguments: [1, 2, 3] as [UInt64]
  )
  func promisesHold(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var stage = try Stage()
    var rig = ConnectedRig()
    var refusals = 0
    for _ in 0..<3_000 {
      let event = TowerEvent.randomRoute(using: &random)
      let before = stage.tower
      do {
        let effects = try stage.tower.handle(event)
        rig.carryOut(effects)
        try #require(complaint(effects, event, before, stage.tower, rig) == nil, "after \(event)")
      } catch is Refusal {
        refusals += 1
        #expect(stage.tower == before)
      }
    }
    #expect(refusals > 200 && refusals < 2_500)
  }

  /// What is wrong with the effects; `nil` when nothing is.
  private func complaint(
    _ effects: [TowerEffect],
    _ event: TowerEvent,
    _ before: ControlTower,
    _ after: ControlTower,
    _ rig: ConnectedRig
  ) -> String? {
    let present = Set(after.ports.map(\.id))
    for session in after.sessions {
      let (id, route, row) = (session.id, session.route, session.configuration.category.behaviour)
      if !present.isSuperset(of: route.inputs + route.outputs) { return "\(id): a port is gone" }
      guard session.isActive else { continue }
      if route.inputs.count > 1 { return "\(id): two inputs" }
      if route.outputs.count > 1, session.configuration.category != .multiRoute {
        return "\(id): two outputs"
      }
      if !row.hasInput && !route.inputs.isEmpty || !row.hasOutput && !route.outputs.isEmpty {
        return "\(id): a port that its category has not"
      }
      if rig.routes[id, default: .empty] != route { return "\(id): the rig is connected otherwise" }
      if let complaint = changeComplaint(session, since: before.session(id), effects) {
        return complaint
      }
    }
    for port in after.ports where (after.volume(of: port.id) ?? .unity) != rig.volume(port.id) {
      return "\(port.id): the rig has another volume"
    }
    return after.whatIf(.setSilent(after.switches.isSilent)) == .success([]) ? nil : "unsettled"
  }

  /// Checks that a change is notified once, with the route before, and that sound that lost its
  /// only output is not heard elsewhere.
  private func changeComplaint(
    _ session: SessionState,
    since old: SessionState?,
    _ effects: [TowerEffect]
  ) -> String? {
    guard let old, old.isActive else { return nil }
    let changes = effects.told(session.id).compactMap { notification -> RouteDescription? in
      if case .routeChanged(_, let previous) = notification { previous } else { nil }
    }
    if changes != (old.route == session.route ? [] : [old.route]) {
      return "\(session.id): told \(changes)"
    }
    if !changes.isEmpty, session.override != .none, session.override == old.override {
      return "\(session.id): an override outlived a change"
    }
    let isLost = effects.routeChanges(session.id) == [.oldDeviceUnavailable]
    if isLost, old.isPlaying, old.override == session.override, !session.isPaused,
      !old.route.outputs.isEmpty,
      Set(old.route.outputs).isDisjoint(with: session.route.outputs)
    {
      return "\(session.id): bursts out"
    }
    return nil
  }
}

/// A rig that connects and sets volumes as the effects say.
private struct ConnectedRig {
  var routes: [SessionID: RouteDescription] = [:]
  var volumes: [PortID: Decibels] = [:]

  func volume(_ port: PortID) -> Decibels { volumes[port] ?? .unity }

  mutating func carryOut(_ effects: [TowerEffect]) {
    for effect in effects {
      switch effect.action {
      case .route(let id, let route): routes[id] = route
      case .setVolume(let port, let level): volumes[port] = level
      default: break
      }
    }
  }
}

extension TowerEvent {
  fileprivate static func randomRoute(using random: inout SeededNumbers) -> TowerEvent {
    let id = SessionID("abcd".randomElement(using: &random).map(String.init) ?? "a")
    let port = PortDescription.everyKind.randomElement(using: &random) ?? .speaker
    let routing =
      SessionConfiguration.everyRouting.randomElement(using: &random)
      ?? SessionConfiguration(id: "a")
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      var session = routing
      session.id = id
      return .added(session)
    case 1: return .setCategory(id, routing.category, routing.mode, routing.options)
    case 2..<5: return .activate(id)
    case 5: return .deactivate(id, notifyingOthers: Bool.random(using: &random))
    case 6: return .setPlaying(id, Bool.random(using: &random))
    case 7: return .overrideOutput(id, Bool.random(using: &random) ? .speaker : .none)
    case 8: return .pickRoute(port.direction, Bool.random(using: &random) ? port.id : nil)
    case 9: return .setPreferences(id, [.input(port.id)])
    case 10: return .setVolume(port.id, Decibels(Float(Int.random(in: -30...0, using: &random))))
    case 11: return .interrupterBegan(.phone)
    case 12: return .interrupterEnded(.phone, shouldResume: true)
    case 13..<18: return .unplugged(port.id)
    default: return .plugged(port)
    }
  }
}
