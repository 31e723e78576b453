// SPDX-License-Identifier: Apache-2.0
// Another client beside a rig that a clock drives: it plays constants, and captures what it hears.

internal import AudioBackend
internal import Synchronization

/// A client of a `ClockGraph`, such as a pair of headphones that a test plugs in.
///
/// > Threading: Any.
package final class ClockDevice: Sendable {
  /// Its name as a client.
  package let name: String
  /// The names of the ports that sound enters, without its own.
  package let inputs: [String]
  /// The names of the ports that sound leaves, without its own.
  package let outputs: [String]
  private let aliases: [String: String]
  private let state = Mutex(State())

  private struct State {
    var levels: [Float] = []
    var tape: [[Float]]?
    var frames = 0
  }

  /// Describes a client with the ports `in_1` … and `out_1` …, which plays these constants.
  package convenience init(_ name: String, inputs: Int, levels: [Float] = []) {
    self.init(
      name,
      inputs: (0..<inputs).map { "in_\($0 + 1)" },
      outputs: levels.indices.map { "out_\($0 + 1)" }
    )
    play(levels)
  }

  private init(
    _ name: String,
    inputs: [String],
    outputs: [String],
    aliases: [String: String] = [:]
  ) {
    (self.name, self.inputs, self.outputs, self.aliases) = (name, inputs, outputs, aliases)
  }

  /// The ports of JACK's dummy driver.
  static let system = ClockDevice(
    "system",
    inputs: (1...4).map { "playback_\($0)" },
    outputs: (1...4).map { "capture_\($0)" },
    aliases: Dictionary(
      uniqueKeysWithValues: (1...4).flatMap { number in
        ["playback": "out", "capture": "in"].map { port, alias in
          ("\(port)_\(number)", "dummy_pcm:clock:\(alias)\(number)")
        }
      }
    )
  )

  /// Plays a constant on each output from the next cycle on; outputs without one are silent.
  package func play(_ levels: [Float]) { state.withLock { $0.levels = levels } }

  /// How many frames it has run.
  package var frames: Int { state.withLock(\.frames) }

  /// Captures all inputs from the next cycle on; what was captured before is dropped.
  package func beginCapture() {
    state.withLock { $0.tape = inputs.map { _ in [] } }
  }

  /// How many frames have been captured; 0 before there is a capture, and without inputs.
  package var capturedFrames: Int { state.withLock { $0.tape?.first?.count ?? 0 } }

  /// Takes the first frames that have been captured, as many as there are; returns the samples of
  /// each input.
  package func take(_ frames: Int) -> [[Float]] {
    state.withLock { state in
      let taken = (state.tape ?? []).map { Array($0.prefix(frames)) }
      state.tape = state.tape?.map { Array($0.dropFirst(frames)) }
      return taken
    }
  }

  /// Ends the capture.
  package func endCapture() { state.withLock { $0.tape = nil } }

  // MARK: The cycle's side

  func level(_ output: Int) -> Float {
    state.withLock { $0.levels.indices.contains(output) ? $0.levels[output] : 0 }
  }

  /// Notes what a cycle has brought; `samples` makes an input's samples.
  func hear(frames: Int, _ samples: (_ input: Int) -> [Float]) {
    state.withLock { state in
      state.frames += frames
      guard state.tape != nil else { return }
      for input in inputs.indices { state.tape?[input] += samples(input) }
    }
  }

  /// Its ports, as others see them.
  var ports: [PresentPort] {
    func present(_ ports: [String], _ direction: PortDirection) -> [PresentPort] {
      ports.map { port in
        PresentPort(
          name: "\(name):\(port)",
          aliases: aliases[port].map { [$0] } ?? [],
          direction: direction,
          isPhysical: !aliases.isEmpty
        )
      }
    }
    return present(inputs, .input) + present(outputs, .output)
  }
}
