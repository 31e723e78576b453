// SPDX-License-Identifier: Apache-2.0
// The rig under torture: bystanders, an isolated graph, decks, and everything that gestures use.

import Foundation
import JACKTestBench

/// The preset of a campaign.
enum StageRig {
  static let file = "storm.yaml"
  /// A session that must sound on, whatever happens to others: from `source:out_1` to `ears:in_1`.
  static let bystander = "plain"
  /// The session whose plugin crashes: from `source:out_2` to `ears:in_2`.
  static let isolated = "glass"
  /// Sessions that gestures change.
  static let decks = ["deckA", "deckB", "game", "memo"]

  private static let gain = "http://plugin.org.uk/swh-plugins/amp"

  /// The preset, whose deck is also sent to the stick.
  static let preset = text(
    routes: """
        stick: { role: usb, direction: output, ports: [ "guest_*:in_1" ] }
      """,
    alsoTo: ", { to: stick, level_db: -6 }",
    sessions: """
        deckB:
          category: playback
          options: [ mixWithOthers ]
          source: { player: noise.wav, channels: 2, loop: on }
          graph: [ { plugin: "http://calf.sourceforge.net/plugins/Compressor", id: comp } ]
          sends: [ { to: currentRoute } ]
        game:
          category: ambient
          active: true
          source: { player: noise.wav, channels: 2, loop: on }
          sends: [ { to: deck } ]
        memo:
          category: playAndRecord
          options: [ mixWithOthers ]
          record_permission: ask
          source: { route: mic }
          sends: [ { to: deck } ]
      """
  )

  /// The same without some routes and sessions, to reload.
  static let small = text()

  /// The common part of all presets of a campaign, and options for more.
  private static func text(
    routes: String = "",
    alsoTo more: String = "",
    sessions: String = ""
  ) -> String {
    """
    tarmac: 1
    routes:
      main:  { role: lineOut, ports: [ "ears:in_1" ] }
      booth: { role: headphones, ports: [ "ears:in_2" ] }
      deck:  { role: hdmi, ports: [ "system:playback_1", "system:playback_2" ] }
      mic:   { role: mic, ports: [ "source:out_3" ] }
    \(routes)
    sessions:
      plain:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        prefers_no_interruptions_from_system_alerts: on
        source: { jack: [ "source:out_1" ] }
        graph: [ { plugin: "\(gain)", set: { gain: 0 } } ]
        sends: [ { to: main } ]
      glass:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        isolation: process
        source: { jack: [ "source:out_2" ] }
        graph:
          nodes:
            fragile: { plugin: "urn:tarmac:fixture:fragile", set: { level: 1 } }
            memory: { plugin: "urn:tarmac:fixture:state" }
            params: { plugin: "http://lv2plug.in/plugins/eg-params" }
          connections: [ source -> fragile, fragile -> out ]
        sends: [ { to: booth } ]
      deckA:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { player: noise.wav, channels: 2, loop: on }
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/dj_eq", id: eq }, { plugin: "http://plugin.org.uk/swh-plugins/sc4", id: comp } ]
        sends: [ { to: deck }\(more) ]
    \(sessions)
    state: storm.state
    """
  }

  /// A preset that is refused.
  static let broken = preset.replacing("category: ambient", with: "category: ambiance")

  /// Writes presets and sounds.
  static func write(into folder: URL) throws {
    for (name, text) in [(file, preset), ("small.yaml", small), ("broken.yaml", broken)] {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try NoiseFile.write(to: folder.appending(path: "noise.wav"))
    for name in ["tmp", "takes"] {
      let path = folder.appending(path: name)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
  }
}
