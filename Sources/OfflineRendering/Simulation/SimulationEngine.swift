// SPDX-License-Identifier: Apache-2.0
// The engine of a live rig in a scenario, which gets the scenario's events as from a host.

import ControlTower
package import LV2Hosting
package import Presets
import Quantities
import RenderCore
package import RigEngine
package import RigErrors
import RigModel

/// The rig of a scenario, on the engine of a live rig.
///
/// > Threading: Control.
package final class SimulationEngine {
  package let engine: Engine
  /// The driver's channel of each port of the rig, plugged in or not.
  package let channels: [PortKey: Int]
  private let scenario: Scenario

  package init(_ scenario: Scenario, world: LV2World) throws(RigError) {
    self.scenario = scenario
    engine = try Engine(
      scenario.rig,
      world: world,
      sampleRate: VirtualHardware.rate,
      blockFrames: VirtualHardware.blockFrames,
      lanes: nil,
      initialState: scenario.initialState
    )
    channels = engine.numberPorts()
  }

  /// Brings the rig up; refusals are in the log already.
  package func start() {
    publish()
    engine.mixer.setLevels()
    engine.controller.settleWithoutDriver()
    _ = engine.start()
  }

  /// Carries out a step.
  package func carryOut(_ action: SimulationStep.Action) {
    switch action {
    case .event(.plugged(let port)): setPresent(engine.mixer.present.union([port.id.name]))
    case .event(.unplugged(let port)): setPresent(engine.mixer.present.subtracting([port.name]))
    case .event(let event):
      attempt { () throws(RigError) in try engine.handle(event) }
      if event == .mediaServicesLost { publish() }
    case .launch(let configuration):
      let session = scenario.rig.session(configuration.id.name)
      attempt { () throws(RigError) in
        if let session {
          try engine.towerControl.add(session)
        } else {
          try engine.handle(.added(configuration))
        }
      }
    case .comeBack(let hardware):
      engine.resume(on: hardware)
      publish()
    case .gesture(let gesture, let id): perform(gesture, on: id)
    case .end(let id, let player): end(id, player)
    }
  }

  private func setPresent(_ names: Set<String>) {
    engine.mixer.setPresent(names)
    publish()
  }

  /// A guest has no strip: its gestures go to the tower only.
  private func perform(_ gesture: Gesture, on id: SessionID) {
    attempt { () throws(RigError) in
      guard let session = engine.live.session(id.name) else {
        for case .ask(let event) in SourceStates.live.steps(of: gesture, id) {
          try engine.handle(event)
        }
        return
      }
      try engine.players.perform(gesture, on: session)
    }
  }

  private func end(_ id: SessionID, _ number: Int) {
    guard let players = engine.live.session(id.name)?.players.compactMap(\.self) else { return }
    let node = players[number].node
    engine.controller.setPlaying(node, false)
    engine.players.noteEnd(ofPlayer: node.id, jumps: node.jumps)
  }

  /// Ignores refusals of the tower, which are in the log already.
  private func attempt(_ body: () throws(RigError) -> Void) {
    do throws(RigError) { try body() } catch {}
  }

  /// Gives the renderer the ports that are plugged in; nothing reaches the others, and nothing
  /// comes from them.
  private func publish() {
    let tower = engine.tower
    let ports = tower.isServerLost ? [] : Set(tower.ports.map(\.id.name))
    let present = channels.filter { key, _ in
      if case .route(let name, _) = key { ports.contains(name) } else { !tower.isServerLost }
    }
    engine.context.publish(channels: present, blockFrames: VirtualHardware.blockFrames)
  }
}
