// SPDX-License-Identifier: Apache-2.0
// A story on the engine as JACK drives it: whole cycles, gestures between them, players that end at
// their own time.

import ControlTower
import OfflineRendering
import Presets
import Quantities
import RenderCore
import RigEngine
import SoundFiles

/// A story that is played live, in this process, and the tower's decisions meanwhile.
@safe
final class LiveStory {
  /// A hundredth of a second holds two cycles, so that events of stories fall between cycles.
  private static let frames = 240

  private let simulated: SimulationEngine
  private var frame = 0
  private let buffers: [UnsafeMutablePointer<Float>]
  private let inputs: [UnsafePointer<Float>?]
  private let outputs: [UnsafeMutablePointer<Float>?]
  /// The decisions, in order.
  private(set) var decisions: [Decision] = []
  /// Predictions of `what-if` that differ from what followed, in sentences.
  private(set) var broken: [String] = []

  /// Plays a story from its start to its end, and asks `what-if` before each step.
  init(_ simulation: Simulation) throws {
    simulated = try SimulationEngine(simulation.scenario, world: simulation.world)
    let count = (simulated.channels.values.max() ?? 0) + 1
    unsafe buffers = (0..<2 * count).map { _ in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: LiveStory.frames)
      unsafe buffer.initialize(repeating: 0, count: LiveStory.frames)
      return unsafe buffer
    }
    unsafe inputs = buffers.prefix(count).map { unsafe UnsafePointer($0) }
    unsafe outputs = buffers.suffix(count).map { unsafe Optional($0) }
    let engine = simulated.engine
    decisions = engine.towerControl.decisions.entries.map(\.decision)
    engine.context.hooks.decided = { [unowned self] in decisions.append($0.decision) }
    simulated.start()
    for step in simulation.steps {
      // The engine's own players end by themselves.
      if case .end = step.action { continue }
      play(until: step.frame)
      carryOut(step.action)
    }
    play(until: Int(simulation.scenario.end.value * 48_000))
  }

  private func play(until end: Int) {
    while frame < end {
      cycle()
      frame += LiveStory.frames
    }
  }

  deinit {
    unsafe buffers.forEach { unsafe $0.deallocate() }
  }

  var tower: ControlTower { simulated.engine.tower }

  private func carryOut(_ action: SimulationStep.Action) {
    let before = decisions.count
    let said = whatIf(action)
    simulated.carryOut(action)
    guard let said else { return }
    let came = Array(decisions.dropFirst(before).prefix(said.count))
    if came != said { broken.append("\(action): what-if says \(said), and then comes \(came)") }
  }

  /// The prediction of `tarmac what-if`, if it can be asked.
  private func whatIf(_ action: SimulationStep.Action) -> [Decision]? {
    switch action {
    // An event that changes nothing is not sent to the tower.
    case .event(.plugged), .event(.unplugged): nil
    case .event(let event): [Decision(event, tower.whatIf(event))]
    case .gesture(let gesture, let id):
      simulated.engine.live.session(id.name).flatMap {
        try? simulated.engine.players.whatIf(gesture, on: $0)
      }
    case .launch, .comeBack, .end: nil
    }
  }

  private func cycle() {
    for session in simulated.engine.live.channels {
      for case let player? in session.players { player.file.fill() }
    }
    unsafe inputs.withUnsafeBufferPointer { inputs in
      unsafe outputs.withUnsafeBufferPointer { outputs in
        unsafe simulated.engine.controller.processor.render(
          DriverBlock(inputs: inputs, outputs: outputs, frames: LiveStory.frames)
        )
      }
    }
    simulated.engine.takeReports()
  }
}
