// SPDX-License-Identifier: Apache-2.0
// A rig that has something of everything, for tests of what is reported of rigs.

import Foundation

/// A rig with a player, a system sound, an interrupter, an input and a plugin, all of them silent.
enum FullRig {
  private static let preset = """
    tarmac: 1
    routes:
      main:
        role: lineOut
        channels: 2
        loudness: on
        graph: [ { plugin: "urn:tarmac:isolator", id: eq } ]
      phones: { role: headphones, channels: 2 }
      mic: { role: mic, channels: 1 }
    solo: { to: phones, main: main }
    buses:
      room: { graph: [ { plugin: "urn:tarmac:limiter", id: limit } ], sends: [ { to: main } ] }
    groups: { all: { members: [ deckA, room ] } }
    interrupters:
      phone: { source: { jack: [ "phone:out_1" ] }, sends: [ { to: main } ] }
    system_sounds:
      sounds: { beep: beep.wav }
      sends: [ { to: main } ]
    sessions:
      deckA:
        category: playback
        source: { player: beep.wav, channels: 1 }
        graph: [ { plugin: "urn:tarmac:limiter", id: limit } ]
        sends: [ { to: main } ]
      voice: { category: playback, source: { jack: [ "nobody:out_1" ] }, sends: [ { to: main } ] }
    """

  /// Runs `body` beside it.
  static func run(_ body: (RunningTarmac) throws -> Void) async throws {
    try await RunningTarmac.runByClock(preset) { folder in
      try folder.write([Float](repeating: 0, count: 48_000), as: "beep.wav")
    } _: { tarmac in
      try body(tarmac)
    }
  }
}
