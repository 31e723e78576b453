// SPDX-License-Identifier: Apache-2.0
// The cues of live decks: the cue button, hot cues, memory cues, and what is kept of them.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The cues of a live deck", .serialized)
struct LiveCueTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      one: { role: dj, source: { player: count.wav, channels: 1 }, sends: [ { to: main } ] }
    """

  /// A deck, and what hears it.
  private struct Deck {
    let tarmac: RunningTarmac
    var ears: Listener?
    private var deck: LiveDeck { LiveDeck(tarmac: tarmac, session: "one") }

    init(tarmac: RunningTarmac, ears: Listener? = nil) { (self.tarmac, self.ears) = (tarmac, ears) }

    func set(_ word: String, _ value: String) throws { try deck.set(word, value) }
    func pull(_ word: String, _ arguments: [String: String] = [:]) throws {
      try deck.pull(word, arguments)
    }
    func get(_ word: String) throws -> String { try deck.get(word) }
    func seconds(_ word: String = "position_seconds") throws -> Double { try deck.number(word) }
    func press(_ word: String) throws { try set(word, "on") }
    func letGo(_ word: String) throws { try set(word, "off") }

    /// The frames that are heard now.
    func frames(_ count: Int = 256) throws -> [Int] {
      try #require(ears).counted(count)
    }

    /// Waits for silence.
    func isSilent() throws -> Bool {
      try #require(ears).capture(frames: 512)[0].allSatisfy { $0 == 0 }
    }
  }

  private static func run(_ body: (Deck) throws -> Void) async throws {
    try await CountingDeck.run(preset) { deck, ears in
      try body(Deck(tarmac: deck.tarmac, ears: ears))
    }
  }

  @Test("go where they were set, to the frame, and play for as long as they are held")
  func hotCues() async throws {
    try await Self.run { deck in
      try deck.set("hot_cues.2.seconds", "30.5")
      #expect(try deck.get("hot_cues.2.set") == "on")
      #expect(try deck.get("hot_cues.3.set") == "off")
      #expect(throws: (any Error).self) { try deck.pull("hot_cue", ["number": "3"]) }
      #expect(throws: (any Error).self) { try deck.pull("hot_cue", ["number": "9"]) }
      let way = try #require(deck.ears).capture(tail: 24_000) {
        try deck.press("hot_cues.2.pressed")
      }
      try deck.letGo("hot_cues.2.pressed")
      let heard = way[0].map(CountingFile.index)
      // Behind the fade each sample is that of the file.
      let place = try #require(heard.firstIndex { $0 >= 30 * 48_000 + 24_000 + 480 })
      #expect(heard[place...].enumerated().allSatisfy { $1 == heard[place] + $0 })
      #expect(try deck.get("playing") == "on", "a deck that plays goes on")
      // One that is not set is set where the deck is.
      try deck.press("hot_cues.4.pressed")
      try deck.letGo("hot_cues.4.pressed")
      #expect(try deck.seconds("hot_cues.4.seconds") > 30.5)
      // Stopped: it plays while it is held, and comes back.
      try deck.set("playing", "off")
      try deck.tarmac.wait("silence") { try deck.isSilent() }
      try deck.press("hot_cues.2.pressed")
      try deck.tarmac.wait("the cue") { try deck.frames().allSatisfy { $0 > 30 * 48_000 } }
      try deck.letGo("hot_cues.2.pressed")
      try deck.tarmac.wait("silence") { try deck.isSilent() }
      #expect(abs(try deck.seconds() - 30.5) < 1e-4)
      #expect(try deck.get("playing") == "off")
      // Play that is pressed meanwhile lets it play on.
      try deck.press("hot_cues.2.pressed")
      try deck.set("playing", "on")
      try deck.letGo("hot_cues.2.pressed")
      #expect(try deck.get("playing") == "on")
      try deck.letGo("hot_cues.2.set")
      #expect(try deck.get("hot_cues.2.set") == "off")
    }
  }

  @Test("are set by the cue button in the ways that DJs know")
  func button() async throws {
    try await Self.run { deck in
      func stop(at place: String) throws {
        try deck.set("playing", "off")
        try deck.set("position_seconds", place)
      }
      func tap() throws {
        try deck.press("cue_button")
        try deck.letGo("cue_button")
      }
      for mode in ["pioneer", "mixxx", "denon", "numark", "cup"] {
        try deck.set("cue_mode", mode)
        let sets = mode == "pioneer" || mode == "mixxx"
        try stop(at: "10")
        try deck.pull("set_cue")
        // Playing: back to the cue point; cup plays from there when the button is let go.
        try deck.set("position_seconds", "20")
        try deck.set("playing", "on")
        if mode == "denon" || mode == "numark" {
          #expect(try deck.seconds("cue_seconds") == 20, "\(mode) sets the cue where it is started")
          try stop(at: "10")
          try deck.pull("set_cue")
          try deck.set("playing", "on")
        }
        try deck.press("cue_button")
        #expect(try deck.get("playing") == "off", "\(mode)")
        #expect(try deck.seconds() == 10, "\(mode)")
        try deck.letGo("cue_button")
        #expect(try deck.get("playing") == (mode == "cup" ? "on" : "off"), "\(mode)")
        // Waiting at the cue point: it plays while the button is held.
        try stop(at: "10")
        try deck.press("cue_button")
        #expect(try deck.get("playing") == (mode == "cup" ? "off" : "on"), "\(mode)")
        try deck.letGo("cue_button")
        #expect(try deck.get("playing") == (mode == "cup" ? "on" : "off"), "\(mode)")
        // Waiting anywhere else.
        try stop(at: "15")
        try tap()
        let cue = try deck.seconds("cue_seconds")
        #expect(cue == (sets || mode == "cup" ? 15 : 10), "\(mode): \(cue)")
        if mode != "cup" { #expect(try deck.seconds() == (sets ? 15 : 10), "\(mode)") }
      }
    }
  }

  @Test("are kept with the grid and their names, and called one after the other")
  func kept() async throws {
    let write = { (folder: URL) in
      try folder.write(CountingFile.samples(48_000 * 60), as: "count.wav")
    }
    try await RunningTarmac.runByClock(Self.preset, files: write) { tarmac in
      let deck = Deck(tarmac: tarmac)
      try deck.set("playing", "off")
      try deck.set("hot_cues.1.seconds", "12.25")
      try deck.set("hot_cues.1.name", "Drop")
      try deck.set("hot_cues.1.colour", "#FF8800")
      #expect(throws: (any Error).self) { try deck.set("hot_cues.1.colour", "orange") }
      #expect(throws: (any Error).self) { try deck.set("hot_cues.5.name", "nothing") }
      #expect(try deck.get("hot_cues.1.colour") == "#ff8800")
      for place in ["5", "40", "22"] {
        try deck.set("position_seconds", place)
        try deck.pull("set_cue")
        try deck.pull("memory_store")
      }
      try deck.set("bpm", "128")
      try deck.set("position_seconds", "7.1")
      try deck.pull("grid_here")
      try deck.pull("grid_later")
      let first = try deck.seconds("grid_seconds")
      #expect(abs((7.11 - first).remainder(dividingBy: 60 / 128)) < 1e-6)
      #expect(throws: (any Error).self) { try deck.set("bpm", "10") }
      tarmac.end()
      let again = try tarmac.again(Self.preset)
      defer { again.end() }
      let next = Deck(tarmac: again)
      #expect(try next.get("hot_cues.1.name") == "Drop")
      #expect(try next.get("hot_cues.1.colour") == "#ff8800")
      #expect(try next.seconds("hot_cues.1.seconds") == 12.25)
      #expect(try next.seconds("bpm") == 128)
      #expect(abs(try next.seconds("grid_seconds") - first) < 1e-6)
      try next.set("playing", "off")
      try next.set("position_seconds", "0")
      for place in [5.0, 22, 40] {
        try next.pull("memory_next")
        #expect(try next.seconds() == place)
        #expect(try next.seconds("cue_seconds") == place)
      }
      #expect(throws: (any Error).self) { try next.pull("memory_next") }
      try next.pull("memory_previous")
      #expect(try next.seconds() == 22)
      try next.pull("memory_delete")
      try next.set("position_seconds", "0")
      try next.pull("memory_next")
      try next.pull("memory_next")
      #expect(try next.seconds() == 40)
      try next.pull("memory_previous")
      #expect(throws: (any Error).self) { try next.pull("memory_previous") }
    }
  }
}
