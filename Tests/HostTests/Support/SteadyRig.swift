// SPDX-License-Identifier: Apache-2.0
// A rig that plays constants, so that each output shows by its level what was done to them.

import ControlProtocol
import JACKTestBench

/// A rig whose sources, `source:out_1` and so on, play constants, and a second client that hears
/// its outputs.
struct SteadyRig {
  let tarmac: RunningTarmac
  /// The client with the inputs `ears:in_1` and so on.
  let ears: Listener

  /// Runs `body` beside a preset while each source plays its level.
  static func run(
    _ preset: String,
    sources: [Float],
    outputs: Int,
    _ body: (SteadyRig) throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: sources.count)
      let ears = try Listener("ears", on: server, inputs: outputs)
      source.play(sources.map { [Float](repeating: $0, count: 48_000 * 300) })
      try body(SteadyRig(tarmac: tarmac, ears: ears))
      source.close()
      ears.close()
    }
  }

  /// Waits until the first outputs carry these levels for a whole cycle, to a millionth.
  func expect(_ levels: [Float], _ what: String) throws {
    var heard: [Float] = []
    try tarmac.wait("\(what): \(levels), not \(heard)") {
      let take = try ears.capture(frames: 256)
      heard = take.compactMap(\.last)
      return zip(take, levels).allSatisfy { samples, level in
        samples.allSatisfy { abs($0 - level) <= 1e-6 }
      }
    }
  }

  func set(_ path: String, _ value: String) throws {
    _ = try tarmac.ask(SetRequest(path: path, value: value))
  }
}
