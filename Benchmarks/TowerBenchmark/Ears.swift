// SPDX-License-Identifier: Apache-2.0
// A client that plays a constant, and one that hears what the rig makes of it.

import JACKTestBench

/// JACK clients `voice`, whose `out_1` is a constant, and `ears`, whose input hears a port.
struct Ears {
  let voice: Listener
  let listener: Listener

  /// Runs `body` beside a voice that lasts a minute longer than `seconds`, and ears that are not
  /// connected yet.
  static func run<Result>(
    on server: String,
    seconds: Double,
    _ body: (Ears) throws -> Result
  ) throws -> Result {
    let voice = try Listener("voice", server: server, inputs: 0, outputs: 1)
    defer { voice.close() }
    let listener = try Listener("ears", server: server, inputs: 1, outputs: 0)
    defer { listener.close() }
    voice.play([[Float](repeating: 0.5, count: Int((seconds + 60) * 48_000))])
    return try body(Ears(voice: voice, listener: listener))
  }

  /// Connects a port to the ears.
  func hear(_ port: String) throws { try listener.connect(port, listener.input(1)) }
}
