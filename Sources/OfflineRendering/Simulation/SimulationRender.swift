// SPDX-License-Identifier: Apache-2.0
// What a scenario sounds like: the steps of its simulation, put to the same conductor that a live rig has.

import ControlTower
import Dispatch
import FileDriver
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import SoundFiles

/// A scenario that is being rendered.
final class SimulationRender {
  let conductor: RigConductor
  private let scenario: Scenario
  /// The driver's channel of each port of the rig, plugged in or not.
  private let channels: [PortKey: Int]
  private let filling = DispatchGroup()
  private var filledTo = Int.min

  /// How often players' rings are topped up; less than half of what they hold.
  private static let fillFrames = 16_384

  init(_ scenario: Scenario, world: LV2World) throws(RigError) {
    self.scenario = scenario
    conductor = try RigConductor(
      scenario.rig,
      world: world,
      sampleRate: VirtualHardware.rate,
      blockFrames: VirtualHardware.blockFrames,
      diskThread: nil,
      surroundings: scenario.surroundings
    )
    channels = conductor.numberPorts()
  }

  /// Renders one file for each output and each session, from the start of the scenario to its end.
  func run(_ steps: [SimulationStep], to directory: String) throws(RigError) -> [String] {
    let inputs = try inputSignals()
    try makeFolder(directory)
    let ears = SessionEars(conductor.live, after: conductor.outputFiles(in: "", channels: channels))
    conductor.stage.refine = ears.listen
    publish()
    conductor.mixer.setLevels()
    conductor.controller.settleWithoutDriver()
    // What is refused at the start the log has said.
    _ = conductor.start()
    let outputs =
      conductor.outputFiles(in: directory, channels: channels) + ears.files(in: directory)
    let driver = FileDriver(
      processor: conductor.controller.processor,
      sampleRate: VirtualHardware.rate,
      blockFrames: VirtualHardware.blockFrames,
      inputs: inputs,
      outputs: outputs
    )
    var left = steps[...]
    do {
      let end = scenario.end.frames(at: VirtualHardware.rate).value
      try driver.render(frames: end, cuts: steps.map(\.frame)) { frame in
        while let step = left.first, step.frame <= frame {
          carryOut(step.gesture)
          left = left.dropFirst()
          filledTo = .min
        }
        if frame >= filledTo {
          conductor.fillPlayers(filling)
          filling.wait()
          filledTo = frame + Self.fillFrames
        }
        takeReports()
      }
    } catch {
      throw .inputOutput("\(error)")
    }
    // What happens at the very end is decided, though nobody hears it.
    for step in left { carryOut(step.gesture) }
    return outputs.map(\.path)
  }

  // MARK: Steps

  private func carryOut(_ gesture: SimulationStep.Gesture) {
    switch gesture {
    case .event(.plugged(let port)): setPresent(conductor.mixer.present.union([port.id.name]))
    case .event(.unplugged(let port)): setPresent(conductor.mixer.present.subtracting([port.name]))
    case .event(let event):
      attempt { () throws(RigError) in try conductor.handle(event) }
      if event == .mediaServicesLost { publish() }
    case .launch(let configuration):
      let session = scenario.rig.sessions.first { $0.name == configuration.id.name }
      attempt { () throws(RigError) in
        if let session {
          try conductor.desk.add(session)
        } else {
          try conductor.handle(.added(configuration))
        }
      }
    case .comeBack(let hardware):
      conductor.resume(on: hardware)
      publish()
    case .activate(let id):
      guard let session = conductor.live.session(id.name) else {
        return carryOut(.event(.activate(id)))
      }
      attempt { () throws(RigError) in try conductor.players.activate(session) }
    case .play(let id, let source): control(id, source, .play, orElse: .setPlaying(id, true))
    case .pause(let id, let source): control(id, source, .pause, orElse: .setPlaying(id, false))
    case .jump(let id, let source, let place): jump(id, source, place)
    case .end(let id, let player): end(id, player)
    }
  }

  private func setPresent(_ names: Set<String>) {
    conductor.mixer.setPresent(names)
    publish()
  }

  /// Notes what has fallen silent; players end when the simulation says so, wherever the renderer is.
  private func takeReports() {
    for case .closed(let strip, let closings) in conductor.controller.poll() {
      conductor.gates.noteSilence(ofStrip: strip, closings: closings)
    }
  }

  /// The player of this name; all of the session without one.
  private func players(_ id: SessionID, _ source: String?) -> [LivePlayer] {
    let players = conductor.live.session(id)?.players.compactMap(\.self) ?? []
    return players.filter { source == nil || $0.source == source }
  }

  private func control(
    _ id: SessionID,
    _ source: String?,
    _ action: PlayerAction,
    orElse event: TowerEvent
  ) {
    let players = players(id, source)
    if players.isEmpty { return carryOut(.event(event)) }
    for player in players {
      attempt { () throws(RigError) in
        try conductor.players.control(id.name, source: player.source, action)
      }
    }
  }

  private func jump(_ id: SessionID, _ source: String?, _ place: Seconds?) {
    for player in players(id, source) {
      let target = min((place ?? player.cuePoint).value, player.file.duration.value)
      attempt { () throws(RigError) in
        try conductor.players.control(id.name, source: player.source, .seek(Seconds(target)))
      }
    }
  }

  private func end(_ id: SessionID, _ number: Int) {
    guard let players = conductor.live.session(id.name)?.players.compactMap(\.self) else { return }
    let node = players[number].node
    conductor.controller.setPlaying(node, false)
    conductor.players.noteEnd(ofPlayer: node.id, jumps: node.jumps)
  }

  /// What the tower refuses the log has said.
  private func attempt(_ body: () throws(RigError) -> Void) {
    do throws(RigError) { try body() } catch {}
  }

  /// Gives the renderer the ports that are plugged in; nothing reaches the others, and nothing comes from them.
  private func publish() {
    let tower = conductor.tower
    let ports = tower.isServerLost ? [] : Set(tower.ports.map(\.id.name))
    let present = channels.filter { key, _ in
      if case .route(let name, _) = key { ports.contains(name) } else { !tower.isServerLost }
    }
    conductor.stage.publish(channels: present, blockFrames: VirtualHardware.blockFrames)
  }

  // MARK: Inputs

  /// The signal of each input channel of the driver.
  private func inputSignals() throws(RigError) -> [InputSignal] {
    var signals: [InputSignal] = []
    func set(_ key: PortKey, _ signal: InputSignal) {
      guard let channel = channels[key] else { return }
      while signals.count <= channel { signals.append(.silence) }
      signals[channel] = signal
    }
    for route in scenario.rig.routes where route.direction == .input {
      let given = try scenario.signals[route.name].map(samples) ?? [.silence]
      for channel in route.channels.indices {
        set(.route(route.name, channel: channel), given[channel % given.count])
      }
    }
    for session in conductor.live.strips {
      for source in session.session.sources {
        guard case .jack(let connections) = source.kind else { continue }
        for (channel, patterns) in connections.enumerated() {
          let name = patterns.map(\.text).first { scenario.signals[$0] != nil }
          let given = try name.flatMap { scenario.signals[$0] }.map(samples) ?? [.silence]
          let key = PortKey.source(session: session.name, source: source.name, channel: channel)
          set(key, given[channel % given.count])
        }
      }
    }
    return signals
  }

  /// The channels of a signal.
  private func samples(_ signal: ScenarioSignal) throws(RigError) -> [InputSignal] {
    switch signal {
    case .tone(let hertz): return [.tone(hertz: hertz, peak: 0.25)]
    case .file(let path):
      do throws(SoundFileError) {
        return try SoundFile.read(path, at: VirtualHardware.rate).map { .samples($0) }
      } catch {
        throw .data(error.description)
      }
    }
  }
}
