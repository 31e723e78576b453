// SPDX-License-Identifier: Apache-2.0
// The sound of a scenario: the steps of its simulation, carried out by the engine of a live rig.

import ControlTower
import Dispatch
import FileDriver
import JACKVocabulary
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigFiles
import RigModel
import SoundFiles

/// A scenario that is being rendered.
final class SimulationRender {
  private let simulated: SimulationEngine
  private let scenario: Scenario
  private let filling = DispatchGroup()
  private var filledTo = Int.min

  /// How often players' rings are filled; less than half of what they hold.
  private static let fillFrames = 16_384

  init(_ scenario: Scenario, world: LV2World) throws(RigError) {
    self.scenario = scenario
    simulated = try SimulationEngine(scenario, world: world)
  }

  private var engine: Engine { simulated.engine }
  private var channels: [PortKey: Int] { simulated.channels }
  /// The tower that decides what is heard.
  var tower: ControlTower { engine.tower }

  /// Renders one file for each output and each session, from the start of the scenario to its end.
  func run(_ steps: [SimulationStep], to directory: String) throws(RigError) -> [String] {
    let inputs = try inputSignals()
    try makeFolder(directory)
    let taps = SessionTaps(engine.live, after: engine.outputFiles(in: "", channels: channels))
    engine.context.hooks.refine = taps.listen
    simulated.start()
    let outputs =
      engine.outputFiles(in: directory, channels: channels) + taps.files(in: directory)
    let driver = FileDriver(
      processor: engine.controller.processor,
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
          simulated.carryOut(step.action)
          left = left.dropFirst()
          filledTo = .min
        }
        if frame >= filledTo {
          engine.fillPlayers(filling)
          filling.wait()
          filledTo = frame + Self.fillFrames
        }
        takeReports()
      }
    } catch {
      throw .inputOutput("\(error)")
    }
    // Events at the very end are decided, although they are not heard.
    for step in left { simulated.carryOut(step.action) }
    return outputs.map(\.path)
  }

  /// Takes reports of sessions that have fallen silent; players end when the simulation says so,
  /// wherever the renderer is.
  private func takeReports() {
    for case .closed(let strip, let closings) in engine.controller.poll() {
      engine.gates.noteSilence(ofStrip: strip, closings: closings)
    }
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
    for session in engine.live.channels {
      for source in session.current.sources {
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
