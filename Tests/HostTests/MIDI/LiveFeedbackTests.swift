// SPDX-License-Identifier: Apache-2.0
// What the lights, rings and motors of a controller show, and learning.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("What a MIDI controller shows and learns", .serialized)
struct LiveFeedbackTests {
  private static let map = """
    midi_map:
      device: "hand:*"
      bindings:
        - { on: cc/1/11, set: deck.balance, feedback: on }
        - { on: note/1/36, toggle: deck.mute, feedback: note/2/1, lit: 1 }
        - { on: note/1/40, layer: shift, feedback: on }
        - { on: cc/1/11, in_layer: shift, set: deck.trim_db, range: [ -20, 0 ], curve: linear, feedback: on }
    """

  @Test("is everything once it is plugged in, then what others change, and never an echo")
  func feedback() async throws {
    try await ControlStage.run(Self.map) { stage in
      try stage.waits(shown: [0xB0, 11, 64])
      try stage.set("deck.mute", .toggle(true))
      try stage.waits(shown: [0x91, 1, 1])
      try stage.set("deck.balance", .number(1))
      try stage.waits(shown: [0xB0, 11, 127])

      // The control itself moves it; then another client changes a value, which shows that no echo
      // was under way.
      _ = stage.takeShown()
      stage.send(0xB0, 11, 126)
      try stage.waits("deck.balance", near: 1 - 2.0 / 126)
      try stage.ears.wait(frames: 48_000)
      try stage.set("deck.mute", .toggle(false))
      try stage.tarmac.wait("the light") { stage.hand.isDone }
      try stage.waits(shown: [0x91, 1, 0])
      #expect(stage.takeShown().isEmpty)

      // Another layer is shown as a whole, and so is a controller that comes back.
      stage.send(0x90, 40, 1)
      try stage.waits(shown: [0xB0, 11, 127])
      stage.send(0x80, 40, 0)
      try stage.waits(shown: [0xB0, 11, 126])
      stage.unplugController()
      try stage.plugInController()
      try stage.waits(shown: [0xB0, 11, 126])
    }
  }

  @Test("is learned from the next control that is moved, at once, and written into the preset")
  func learning() async throws {
    let map = "midi_map:\n  device: \"hand:*\" # mine\n"
    try await ControlStage.run(map) { stage in
      let line = try learn("deck.fader_db", stage) {
        // The touch of a motor fader, and then its way.
        stage.send(0x90, 104, 127)
        for value: UInt8 in [10, 20, 30] { stage.send(0xB0, 70, value) }
      }
      #expect(line.line == "- { on: cc/1/70, set: deck.fader_db, feedback: true }")
      // It is bound already.
      stage.send(0xB0, 70, 92)
      stage.send(0xB0, 70, 127)
      try stage.hears(12)
      let button = try learn("deck.mute", stage) { stage.send(0x90, 36, 10) }
      #expect(button.control == "note/1/36")
      stage.send(0x90, 36, 10)
      try stage.waits("deck.mute", true)
      stage.send(0x90, 36, 10)
      try stage.waits("deck.mute", false)
      #expect(try stage.tarmac.command("learn", "--list") == "\(line.line)\n\(button.line)\n")

      // A reload keeps it; forgetting ends it.
      try stage.tarmac.reload(ControlStage.preset(map))
      stage.send(0xB0, 70, 127)
      stage.send(0xB0, 70, 0)
      try stage.hears(-.infinity)
      #expect(try stage.tarmac.command("learn", "--forget", "deck.mute") == "\(line.line)\n")
      stage.send(0x90, 36, 10)

      let file = stage.tarmac.folder.appending(path: "rig.yaml")
      let before = try String(contentsOf: file, encoding: .utf8)
      #expect(try stage.tarmac.command("learn", "--write").hasSuffix("\(line.line)\n"))
      let after = try String(contentsOf: file, encoding: .utf8)
      let added = "# mine\n  bindings:\n    \(line.line)\n"
      #expect(after == before.replacing("# mine\n", with: added))
      #expect(try stage.tarmac.command("learn", "--list") == "")
      _ = try stage.tarmac.ask(ReloadRequest())
      stage.send(0xB0, 70, 0)
      stage.send(0xB0, 70, 127)
      try stage.hears(12)
      #expect(try stage.value("deck.mute") == .toggle(false))

      // A fader stops at a limit; what was written is taken out again.
      try stage.set("deck.fader_db.maximum", .number(0))
      stage.send(0xB0, 70, 95)
      stage.send(0xB0, 70, 60)
      try stage.tarmac.wait("the fader below its limit") {
        try stage.value("deck.fader_db")?.number ?? 0 < -10
      }
      stage.send(0xB0, 70, 127)
      try stage.hears(0)
      #expect(try stage.tarmac.command("learn", "--forget", "deck.fader_db") == "")
      #expect(try String(contentsOf: file, encoding: .utf8) == before)
      let nothing = try stage.tarmac.command("learn", "deck.cue", "--seconds", "1")
      #expect(nothing.contains("No control was moved within 1 seconds."))
      #expect(try stage.tarmac.command("learn", "deck.why").contains("can only be read"))
    }
  }

  @Test("is waited for no more once who asked has gone")
  func cancelling() async throws {
    try await ControlStage.run("midi_map: { device: \"hand:*\" }") { stage in
      func second() throws -> String {
        try stage.tarmac.command("learn", "deck.cue", "--seconds", "1")
      }
      let first = try stage.tarmac.anotherClient().connect()
      let asking = Thread {
        _ = try? first.send(MIDILearnRequest(path: "deck.mute"), timeoutSeconds: nil)
      }
      asking.start()
      try stage.tarmac.wait("the learning") { try second().contains("Somebody else is learning") }
      first.close()
      try stage.tarmac.wait("its end") { try second().contains("No control was moved") }
    }
  }

  @Test("needs no map to learn: the ports come when somebody asks")
  func withoutMap() async throws {
    try await ControlStage.run("", isControlled: false) { stage in
      #expect(stage.ears.ports(matching: "rig:control").isEmpty)
      let learned = try learn("deck.mute", stage) {
        try stage.tarmac.wait("the ports") {
          stage.ears.ports(matching: "rig:control").count == 2
        }
        try stage.ears.connect("hand:midi_out", "rig:control_in")
        stage.send(0x90, 36, 10)
      }
      #expect(learned.line == "- { on: note/1/36, toggle: deck.mute, feedback: true }")
      stage.send(0x90, 36, 10)
      try stage.waits("deck.mute", true)
    }
  }

  /// Asks to learn, and moves a control until one is learned.
  private func learn(
    _ path: String,
    _ stage: ControlStage,
    _ move: () throws -> Void
  ) throws -> LearnedBinding {
    let connection = try stage.tarmac.anotherClient().connect()
    defer { connection.close() }
    let answer = Answer()
    let asking = Thread {
      answer.give(Result { try connection.send(MIDILearnRequest(path: path), timeoutSeconds: nil) })
    }
    asking.start()
    var result: LearnedBinding?
    try stage.tarmac.wait("\(path) to be learned") {
      // The request may arrive after the move; a control that was moving before does not count
      // until it has rested.
      try move()
      try stage.ears.wait(frames: 24_000)
      result = try answer.value
      return result != nil
    }
    return try #require(result)
  }
}

/// The answer that a thread received.
private final class Answer: @unchecked Sendable {
  private let lock = NSLock()
  private var result: Result<LearnedBinding, any Error>?

  func give(_ result: Result<LearnedBinding, any Error>) { lock.withLock { self.result = result } }

  var value: LearnedBinding? {
    get throws { try lock.withLock { try result?.get() } }
  }
}
