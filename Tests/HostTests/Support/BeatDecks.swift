// SPDX-License-Identifier: Apache-2.0
// Two decks whose tracks say at every frame where in a beat they are.

import Foundation
import JACKTestBench

/// A rig of two decks, `one` and `two`, each with an output of its own, whose tracks rise from
/// beat to beat.
struct BeatDecks {
  /// The tempos of the two tracks.
  static let tempos = [120.0, 126.0]
  private static let (low, height) = (Float(0.1), Float(0.8))
  static let names = ["one", "two"]

  let tarmac: RunningTarmac
  let ears: Listener

  private static let preset = """
    tarmac: 1
    surfaces: { osc: { port: 0 } }
    routes:
      left: { role: lineOut, ports: [ "ears:in_1" ] }
      right: { role: lineOut, ports: [ "ears:in_2" ] }
    sessions:
      one: { role: dj, source: { player: one.wav, channels: 1 }, sends: [ { to: left } ] }
      two: { role: dj, source: { player: two.wav, channels: 1 }, sends: [ { to: right } ] }
    """

  /// A track of so many seconds, with a beat at its beginning.
  static func track(_ bpm: Double, seconds: Double) -> [Float] {
    let beat = 48_000 * 60 / bpm
    return (0..<Int(seconds * 48_000)).map { frame in
      low + height * Float((Double(frame) / beat).truncatingRemainder(dividingBy: 1))
    }
  }

  /// Runs `body` with both decks playing, their tempos known.
  static func run(seconds: Double = 120, _ body: (BeatDecks) throws -> Void) async throws {
    let files = { (folder: URL) in
      for (name, bpm) in zip(names, tempos) {
        try folder.write(track(bpm, seconds: seconds), as: "\(name).wav")
      }
    }
    try await SoundingDecks.run(preset, outputs: 2, files: files) { tarmac, ears in
      let decks = BeatDecks(tarmac: tarmac, ears: ears)
      for (name, bpm) in zip(names, tempos) { try decks[name].set("bpm", "\(bpm)") }
      try body(decks)
    }
  }

  /// One of the two.
  subscript(_ name: String) -> LiveDeck { LiveDeck(tarmac: tarmac, session: name) }

  /// How far apart the beats of the two decks are, in frames of the first one's file, at each frame
  /// that was heard at which both rise; `beats` of the second one count as one of the first, and
  /// each `part` of a beat as another beat.
  func errors(_ frames: Int, part: Double = 1, beats: Double = 1) throws -> [Double] {
    let heard = try ears.capture(frames: frames).map { channel in
      channel.map { Double(($0 - Self.low) / Self.height) }
    }
    let edges = heard.map { phases in
      zip(phases, phases.dropFirst()).map { abs($1 - $0) > 0.01 }
    }
    var (errors, clean) = ([Double](), 0)
    for frame in 0..<(frames - 80) {
      // The interpolator rings for 64 frames around an edge.
      let ahead = frame + 70
      clean = edges.contains { $0[ahead] } ? 0 : clean + 1
      guard clean > 140 else { continue }
      let way = (heard[1][frame] / beats - heard[0][frame]) / part
      errors.append((way - way.rounded()) * part * 48_000 * 60 / Self.tempos[0])
    }
    return errors
  }

  /// The greatest of the errors.
  func error(_ frames: Int, part: Double = 1, beats: Double = 1) throws -> Double {
    let errors = try errors(frames, part: part, beats: beats)
    guard errors.count > 100 else { throw RunFailure(description: "nothing to compare is heard") }
    return errors.map(abs).max() ?? .infinity
  }
}
