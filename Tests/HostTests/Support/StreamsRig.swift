// SPDX-License-Identifier: Apache-2.0
// The rig of three streams with a client that plays and a client that listens, all connected.

import JACKTestBench

extension RunningTarmac {
  /// Runs `body` with `TestPreset.streams`, four outputs of `source` and six inputs of `ears`.
  static func runStreams(
    _ body: (_ tarmac: RunningTarmac, _ source: Listener, _ ears: Listener) async throws -> Void
  ) async throws {
    try await run(TestPreset.streams) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 4)
      let ears = try Listener("ears", on: server, inputs: 6)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("all connections") {
        (1...4).allSatisfy { ears.connections(of: "rig:show_\($0)") == [source.output($0)] }
          && (1...6).allSatisfy { ears.connections(of: ears.input($0)).count == 1 }
      }
      try await body(tarmac, source, ears)
    }
  }
}
