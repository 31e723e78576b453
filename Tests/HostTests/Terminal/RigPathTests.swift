// SPDX-License-Identifier: Apache-2.0
// The paths that a preset is known to have are those of the rig that plays it, each of them.

import ControlProtocol
import InstalledPlugins
import LV2Hosting
import Testing

@testable import Presets

@Suite("The paths of a rig", .serialized)
struct RigPathTests {
  /// Owners of all kinds, called like words of paths and like one another, two channels and one,
  /// and two sends to one output.
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2, loudness: on, graph: [ { plugin: "urn:tarmac:isolator", id: eq } ] }
      main2: { role: headphones, channels: [ fader_db, 1 ] }
      mic: { role: mic, channels: 1 }
    buses:
      sends: { graph: [ { plugin: "urn:tarmac:limiter", id: limit } ], sends: [ { to: main }, { to: main2 } ] }
    groups: { cue: { members: [ a1, sends ] } }
    interrupters:
      phone:
        source: { jack: [ "phone:out_1" ] }
        sends: [ { to: main } ]
        ring: { sound: beep.wav, sends: [ { to: main }, { to: main2 } ] }
    system_sounds: { sounds: { mute: beep.wav }, sends: [ { to: main } ] }
    sessions:
      a1:
        category: multiRoute
        source: { player: beep.wav, channels: 1 }
        graph: [ { plugin: "urn:tarmac:limiter", id: mute } ]
        sends: [ { to: main }, { to: main, tap: pre }, { to: main2 }, { to: sends } ]
      a10: { category: playback, source: { jack: [ "nobody:out_1" ] }, sends: [ { to: currentRoute } ] }
    """

  @Test("are all that its preset is known to have, and no others but those of plugins and alerts")
  func live() async throws {
    try await RunningTarmac.runByClock(Self.preset) { folder in
      try folder.write([Float](repeating: 0, count: 48_000), as: "beep.wav")
    } _: { tarmac in
      let nodes = Set(try tarmac.ask(TreeListRequest()).map(\.path))
      let world = LV2World(indexFolder: nil)
      world.load()
      let rig = try PresetReader(catalogue: InstalledPlugins(world: world))
        .read(file: tarmac.ask(StatusRequest()).preset)
      let paths = RigPaths(of: rig)
      let values = Set(paths.parts.filter(\.value.isEmpty).keys)
      #expect(paths.open == ["main.eq", "sends.limit", "a1.mute", "rig.alerts"])
      let behind = nodes.filter { node in paths.open.contains { node.hasPrefix($0 + ".") } }
      #expect(paths.open.allSatisfy { open in behind.contains { $0.hasPrefix(open + ".") } })
      #expect(nodes.subtracting(values).subtracting(behind).sorted() == [])
      #expect(values.subtracting(nodes).subtracting(paths.open).sorted() == [])
    }
  }
}
