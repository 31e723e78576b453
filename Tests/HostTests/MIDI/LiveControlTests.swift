// SPDX-License-Identifier: Apache-2.0
// A MIDI controller steers a live rig: faders are heard, buttons do what they are bound to, and
// nothing jumps.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("A MIDI controller at a live rig", .serialized)
struct LiveControlTests {
  private static func map(_ bindings: String...) -> String {
    "midi_map:\n  device: \"hand:*\"\n  bindings:\n"
      + bindings.map { "    - { \($0) }\n" }.joined()
  }

  @Test("moves a fader, and the level is heard to the last bit")
  func fader() async throws {
    let map = Self.map(
      "on: cc/1/11, set: deck.fader_db, range: [ -60, 6 ], curve: linear, takeover: jump",
      "on: cc14/1/7, set: deck.fader_db, range: [ -60, 6 ], curve: linear, takeover: jump",
      "on: nrpn/2/300, set: deck.fader_db, range: [ -60, 6 ], curve: linear, takeover: jump",
      "on: bend/3, set: deck.fader_db, range: [ -60, 6 ], curve: linear",
      "on: cc/1/12, set: deck.fader_db, relative: offset, step: 0.5"
    )
    try await ControlStage.run(map) { stage in
      stage.send(0xB0, 11, 100)
      try stage.hears(-60 + 66 * 100 / 127)
      stage.send(all: [[0xB0, 7, 100], [0xB0, 39, 3]])
      try stage.hears(-60 + 66 * 12_803 / 16_383)
      stage.send(all: [[0xB1, 99, 2], [0xB1, 98, 44], [0xB1, 6, 90], [0xB1, 38, 5]])
      try stage.hears(-60 + 66 * 11_525 / 16_383)
      stage.send(0xE2, 1, 96)
      try stage.hears(-60 + 66 * 12_289 / 16_383)
      stage.send(0xB0, 11, 0)
      try stage.hears(-60)
      stage.send(0xB0, 12, 70)
      try stage.hears(-57)
      stage.send(0xB0, 12, 62)
      try stage.hears(-58)
    }
  }

  @Test("takes hold of a fader without a jump")
  func takeover() async throws {
    let map = Self.map("on: cc/1/11, set: deck.fader_db, range: [ -60, 6 ], curve: linear")
    try await ControlStage.run(map) { stage in
      // The value is 0 dB, at 115.45 of the control.
      let quiet = try stage.ears.capture(tail: 9_600) {
        stage.send(0xB0, 11, 20)
        stage.send(0xB0, 11, 90)
        try stage.tarmac.wait("the moves") { stage.hand.isDone }
        try stage.ears.wait(frames: 9_600)
      }
      #expect(quiet[0].allSatisfy { $0 == ControlStage.level })
      stage.send(0xB0, 11, 114)
      try stage.hears(-60 + 66 * 114 / 127)
      // Another client moves the value away, and later the control comes back past it.
      try stage.set("deck.fader_db", .number(-30))
      try stage.hears(-30)
      try stage.ears.wait(frames: 9_600)
      stage.send(0xB0, 11, 112)
      try stage.tarmac.wait("the move") { stage.hand.isDone }
      try stage.ears.wait(frames: 9_600)
      #expect(try stage.value("deck.fader_db") == .number(-30))
      stage.send(0xB0, 11, 40)
      try stage.hears(-60 + 66 * 40 / 127)
    }
  }

  @Test("has buttons that turn switches, talk while they are held, trigger, fade and shift")
  func buttons() async throws {
    let map = Self.map(
      "on: note/1/36, toggle: deck.cue",
      "on: note/1/37, set: voice.active",
      "on: note/1/38, trigger: main.record, arguments: { file: take.wav }",
      "on: program/1/5, trigger: main.stop_recording",
      "on: note/1/39, set: deck.fader_db, to: -20, over_seconds: 0.2",
      "on: note/1/40, layer: shift",
      "on: note/1/36, in_layer: shift, toggle: deck.mute"
    )
    try await ControlStage.run(map) { stage in
      stage.send(all: [[0x90, 36, 100], [0x80, 36, 0]])
      try stage.waits("deck.cue", true)
      stage.send(all: [[0x90, 36, 100], [0x80, 36, 0]])
      try stage.waits("deck.cue", false)

      stage.send(0x90, 37, 100)
      try stage.waits("voice.active", true)
      stage.send(0x80, 37, 0)
      try stage.waits("voice.active", false)

      stage.send(0x90, 38, 100)
      try stage.waits("main.recording", true)
      stage.send(0xC0, 5)
      try stage.waits("main.recording", false)
      let take = stage.tarmac.folder.appending(path: "take.wav")
      #expect(FileManager.default.fileExists(atPath: take.path))

      stage.send(0x90, 39, 100)
      try stage.hears(-20)

      stage.send(all: [[0x90, 40, 1], [0x90, 36, 1], [0x80, 36, 0]])
      try stage.waits("deck.mute", true)
      #expect(try stage.value("deck.cue") == .toggle(false))
      stage.send(all: [[0x80, 40, 0], [0x90, 36, 1], [0x80, 36, 0]])
      try stage.waits("deck.cue", true)
    }
  }

  @Test("is told why a control does nothing, once, and does no harm")
  func refusal() async throws {
    let map = Self.map(
      "on: cc/1/11, set: deck.fader_db, takeover: jump",
      "on: cc/1/12, set: deck.plugin.gain"
    ).replacing("deck.plugin.gain", with: "system_sounds.fader_db")
    try await ControlStage.run(map) { stage in
      try stage.tarmac.waitForLog("MIDI cc/1/12 does nothing: there is no value")
      try stage.set("deck.fader_db.locked", .toggle(true))
      for value: UInt8 in 1...20 { stage.send(0xB0, 11, value) }
      try stage.tarmac.wait("the reason") { try stage.tarmac.log("'deck.fader_db' is locked") }
      #expect(try stage.tarmac.count("'deck.fader_db' is locked") == 1)
      #expect(try stage.ears.capture(frames: 256)[0].allSatisfy { $0 == ControlStage.level })
    }
  }

  @Test("can be bound to whatever the tree has, as far as a control can say it")
  func everything() async throws {
    try await ControlStage.run(Self.map("on: cc/1/1, set: deck.fader_db")) { stage in
      let nodes = try stage.tarmac.ask(TreeListRequest()).filter { node in
        let isTold = node.arguments?.contains { !$0.isOptional } == true
        return !node.isReadOnly && !["text", "file", "opaque", "meter"].contains(node.kind)
          && !isTold
      }
      #expect(nodes.count > 40)
      let bindings = nodes.enumerated().map { number, node in
        let act = node.kind == "trigger" ? "trigger" : "set"
        // A value without limits gets some.
        let isOpen = node.kind == "number" && (node.minimum == nil || node.maximum == nil)
        let range = isOpen ? ", range: [ 10, 20 ]" : ""
        return "    - { on: nrpn/16/\(number), \(act): \(node.path)\(range) }\n"
      }
      let map = "midi_map:\n  device: \"hand:*\"\n  bindings:\n\(bindings.joined())"
      try stage.tarmac.reload(ControlStage.preset(map))
      try stage.tarmac.wait("the reload") { try stage.tarmac.log("Reloaded") }
      #expect(try stage.tarmac.lines("does nothing") == [])
    }
  }

  @Test("comes, goes, comes again, and outlives reloads and the server")
  func life() async throws {
    let map = Self.map(
      "on: cc/1/11, set: deck.fader_db, range: [ -60, 6 ], curve: linear, takeover: jump"
    )
    try await ControlStage.run(map) { stage in
      stage.send(0xB0, 11, 127)
      try stage.hears(6)
      stage.unplugController()
      try stage.plugInController()
      stage.send(0xB0, 11, 0)
      try stage.hears(-60)
      let other = map.replacing("[ -60, 6 ]", with: "[ -20, 0 ]")
      try stage.tarmac.reload(ControlStage.preset(other))
      stage.send(0xB0, 11, 127)
      try stage.hears(0)
      stage.server.kill()
      try stage.tarmac.wait("the loss") {
        try !stage.tarmac.ask(StatusRequest()).server.isConnected
      }
      try stage.returnToServer()
      try stage.waitForController()
      stage.send(0xB0, 11, 0)
      try stage.hears(-20)
      // Without a map there are no ports.
      try stage.tarmac.reload(ControlStage.preset(""))
      #expect(stage.ears.ports(matching: "rig:control").isEmpty)
    }
  }
}
