// SPDX-License-Identifier: Apache-2.0
// Two decks and a microphone in the hands of a DJ with a MIDI controller, and the mix as it is
// reckoned from the tracks.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import SeededNumbers
import Testing

final class NightDesk {
  static let decks = ["A", "B"]
  /// What the microphone hears.
  private static let voice: Float = 0.125

  /// What the controller has; the decks' own keys are on a channel each.
  enum Key: UInt8 {
    case play = 1
    case next, cue, pad, loop, talk, record, stopRecording
  }

  let tarmac: RunningTarmac
  private let ears: Listener
  private let hand: Musician
  private let tracks: [[Float]]
  /// Which track each deck has.
  private var loaded = ["A": 0, "B": 1]
  /// The parts of the night that were compared, in order.
  private(set) var heard: [[Float]] = []
  /// How far the worst sample was from what was reckoned.
  private(set) var worst: Float = 0

  private init(_ tarmac: RunningTarmac, _ server: PrivateServer, _ tracks: [[Float]]) throws {
    (self.tarmac, self.tracks) = (tarmac, tracks)
    ears = try Listener("ears", on: server, inputs: 3)
    hand = try Musician("hand", on: server)
  }

  private static func preset() -> String {
    let keys = decks.enumerated().map { index, deck in
      let (channel, player) = (index + 1, "\(deck).sources.source")
      return """
            - { on: note/\(channel)/1, toggle: \(player).playing }
            - { on: note/\(channel)/2, trigger: \(player).next }
            - { on: note/\(channel)/3, set: \(player).cue_button }
            - { on: note/\(channel)/4, set: \(player).hot_cues.1.pressed }
            - { on: note/\(channel)/5, trigger: \(player).beat_loop, arguments: { beats: 0.25 } }
            - { on: cc14/\(channel)/7, set: \(deck).fader_db, takeover: jump }
        """
    }
    let sessions = decks.map {
      """
        \($0): { role: dj, crossfader: \($0), source: { playlist: \($0).m3u, channels: 1, play: false }, sends: [ { to: main } ] }
      """
    }
    return """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
        phones: { role: headphones, ports: [ "ears:in_2", "ears:in_3" ] }
        mic: { role: mic, ports: [ "booth:out_1" ] }
      solo: { to: phones, main: main }
      sessions:
      \(sessions.joined(separator: "\n"))
        voice:
          category: playAndRecord
          options: [ duckOthers ]
          duck: { level_db: -12, attack_seconds: 0.05, release_seconds: 0.05 }
          source: { route: mic }
          sends: [ { to: main } ]
      midi_map:
        device: "hand:*"
        bindings:
      \(keys.joined(separator: "\n"))
          - { on: cc14/3/8, set: rig.crossfader.position, takeover: jump }
          - { on: note/3/6, set: voice.active }
          - { on: note/3/7, trigger: main.record, arguments: { file: night.wav } }
          - { on: note/3/8, trigger: main.stop_recording }
      """
  }

  static func file(_ number: Int) -> String { "track-\(number).wav" }

  /// Noise, so that a part of a track is like no other part of any.
  static func tracks(_ count: Int) -> [[Float]] {
    (0..<count).map { number in
      var random = SeededNumbers(seed: UInt64(number))
      return (0..<48_000 * 20).map { _ in
        Float(Int.random(in: -6_000...6_000, using: &random)) / 32_768
      }
    }
  }

  /// Runs `body` at a desk whose decks have the even and the odd ones of the tracks.
  static func run(_ tracks: [[Float]], _ body: (NightDesk) throws -> Void) async throws {
    func write(into folder: URL) throws {
      for (number, track) in tracks.enumerated() {
        try folder.write(track, as: file(number))
      }
      for (index, deck) in decks.enumerated() {
        let list = tracks.indices.filter { $0 % 2 == index }.map(file)
        try Data(list.joined(separator: "\n").utf8)
          .write(to: folder.appending(path: "\(deck).m3u"))
      }
    }
    try await RunningTarmac.run(preset(), files: write) { tarmac, server in
      let booth = try Listener("booth", on: server, outputs: 1)
      booth.play([[Float](repeating: voice, count: 48_000 * 600)])
      let desk = try NightDesk(tarmac, server, tracks)
      try tarmac.wait("the controller and the room") {
        desk.ears.connections(of: "rig:control_in") == ["hand:midi_out"]
          && !desk.ears.connections(of: "ears:in_1").isEmpty
          && !desk.ears.connections(of: "booth:out_1").isEmpty
      }
      try body(desk)
      booth.close()
      desk.ears.close()
      desk.hand.close()
    }
  }

  /// Says which track a deck has from now on.
  func load(_ number: Int, on deck: String) { loaded[deck] = number }

  // MARK: Hands

  private func channel(of deck: String?) -> UInt8 {
    UInt8(deck.flatMap { Self.decks.firstIndex(of: $0) } ?? 2)
  }

  private func send(_ messages: [[UInt8]]) throws {
    hand.send(messages.map { TimedMIDI(0, $0) })
    try tarmac.wait("the controller") { hand.isDone }
  }

  func hold(_ key: Key, _ deck: String? = nil) throws {
    try send([[0x90 + channel(of: deck), key.rawValue, 127]])
  }

  func letGo(_ key: Key, _ deck: String? = nil) throws {
    try send([[0x80 + channel(of: deck), key.rawValue, 0]])
  }

  func press(_ key: Key, _ deck: String? = nil) throws {
    try hold(key, deck)
    try letGo(key, deck)
  }

  private func move(_ channel: UInt8, _ control: UInt8, to value: Int) throws {
    try send([
      [0xB0 + channel, control, UInt8(value >> 7)],
      [0xB0 + channel, control + 32, UInt8(value & 127)],
    ])
  }

  /// Moves a fader, and waits until it has arrived.
  func fader(_ deck: String, _ value: Int) throws {
    let before = try number("\(deck).fader_db")
    try move(channel(of: deck), 7, to: value)
    try tarmac.wait("the fader of \(deck)") { try number("\(deck).fader_db") != before }
  }

  /// Moves the crossfader on its way in steps of a hand.
  func crossfade(to place: Double) throws {
    let wanted = Int((place + 1) / 2 * 16_383)
    let start = Int((try number("rig.crossfader.position") + 1) / 2 * 16_383)
    for step in 1...16 {
      try move(2, 8, to: start + (wanted - start) * step / 16)
    }
    try tarmac.wait("the crossfader at \(place)") {
      abs(try number("rig.crossfader.position") - place) < 1e-3
    }
  }

  // MARK: Eyes

  private func value(_ path: String) throws -> TreeValue? {
    try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
  }

  private func number(_ path: String) throws -> Double {
    try #require(try value(path)?.number, "\(path)")
  }

  func waits(_ path: String, _ wanted: TreeValue) throws {
    try tarmac.wait("\(path) to be \(wanted)") { try value(path) == wanted }
  }

  func waits(_ path: String, near wanted: Double) throws {
    try tarmac.wait("\(path) to be \(wanted)") { abs(try number(path) - wanted) < 1e-6 }
  }

  func waits(_ path: String, ending wanted: String) throws {
    try tarmac.wait("\(path) to be \(wanted)") { try tarmac.get(path).hasSuffix(wanted) }
  }

  // MARK: Ears

  /// What a deck plays while it is listened to.
  private struct Part {
    let track: [Float]
    let gain: Float
    /// Where it may be.
    var places: Range<Int>
    let loop: Range<Int>?

    /// The frame of the track that comes `count` frames behind `place`.
    func frame(_ place: Int, _ count: Int) -> Int {
      guard let loop, place + count >= loop.upperBound else { return place + count }
      return loop.lowerBound + (place + count - loop.lowerBound) % loop.count
    }
  }

  /// Compares a fifth of a second of the main output with the mix that is reckoned.
  func listens(_ what: String) throws {
    let crossfader = try number("rig.crossfader.position")
    let starts = try Self.decks.map { try number("\($0).sources.source.position_seconds") }
    // What has been done is heard from the next cycles on.
    try ears.wait(frames: 4_800)
    let sound = try ears.capture(frames: 9_600)[0]
    var reckoned = [Float](repeating: 0, count: sound.count)
    if try value("voice.active") == .toggle(true) {
      for index in reckoned.indices { reckoned[index] = Self.voice }
    }
    for (index, deck) in Self.decks.enumerated() {
      let side = index == 0 ? min(1, 1 - crossfader) : min(1, 1 + crossfader)
      guard let part = try part(of: deck, from: starts[index], side: Float(side)) else { continue }
      // Without what is known already, which would hide it.
      let rest = zip(sound, reckoned).map { $0 - $1 }
      let place = try #require(find(part, in: rest), "\(what): \(deck) is not heard")
      for frame in reckoned.indices {
        reckoned[frame] += part.gain * part.track[part.frame(place, frame)]
      }
    }
    let off = zip(sound, reckoned).map { abs($0 - $1) }.max() ?? 1
    #expect(off < 1e-6, "\(what): \(off)")
    worst = max(worst, off)
    heard.append(sound)
  }

  /// What a deck adds to the sound, as the tree says it; nothing where it is silent.
  private func part(of deck: String, from start: Double, side: Float) throws -> Part? {
    let player = "\(deck).sources.source"
    guard side > 0, try value("\(player).playing") == .toggle(true) else { return nil }
    let levels = try [number("\(deck).fader_db"), number("\(deck).duck_db")]
    let gain = levels.map { LinearGain(Decibels(Float($0))).factor }.reduce(side, *)
    let track = tracks[try #require(loaded[deck])]
    let end = try number("\(player).position_seconds")
    guard try value("\(player).loop_active") == .toggle(true) else {
      let places = Int(start * 48_000) - 4_800..<Int(end * 48_000) + 4_800
      return Part(track: track, gain: gain, places: places.clamped(to: track.indices), loop: nil)
    }
    let ends = try ["in", "out"].map {
      Int((try number("\(player).loop_\($0)_seconds") * 48_000).rounded())
    }
    return Part(track: track, gain: gain, places: ends[0]..<ends[1], loop: ends[0]..<ends[1])
  }

  /// Where in its track a part begins: where it is most like the sound.
  private func find(_ part: Part, in sound: [Float]) -> Int? {
    let likeness = part.places.map { place -> (place: Int, likeness: Float) in
      var sum: Float = 0
      for count in 0..<256 {
        let frame = part.frame(place, count)
        guard frame < part.track.count else { return (place, 0) }
        sum += sound[count] * part.track[frame]
      }
      return (place, sum)
    }
    return likeness.max { $0.likeness < $1.likeness }?.place
  }
}
