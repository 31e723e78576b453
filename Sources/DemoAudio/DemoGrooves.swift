// SPDX-License-Identifier: Apache-2.0
// The notes of the two loops: house with a kick on every beat, and a broken beat with an electric
// piano.

internal import Glibc

extension DemoAudio {
  /// The pitch of a MIDI key in hertz.
  private static func pitch(_ key: Int) -> Double { 440 * pow(2, Double(key - 69) / 12) }

  /// Kick, clap, hats, an offbeat bass and chord stabs, A minor to F major.
  static func houseLoop() -> [[Double]] {
    let beats = stride(from: 0.0, to: 32, by: 4)
    var drums = DemoLoop()
    for beat in beats { drums.add(DemoInstrument.kick(), at: beat, gain: 0.95) }
    for beat in stride(from: 4.0, to: 32, by: 8) {
      drums.add(DemoInstrument.clap(seed: UInt64(beat)), at: beat, gain: 0.4, pan: 0.05)
    }
    for step in 0..<32 {
      let isOffbeat = step % 4 == 2
      let hat = DemoInstrument.hat(decay: isOffbeat ? 0.07 : 0.018, seed: UInt64(100 + step))
      let level = isOffbeat ? 0.32 : [0.10, 0.16, 0, 0.20][step % 4]
      drums.add(hat, at: Double(step), gain: level, pan: step % 2 == 0 ? 0.2 : -0.25)
    }
    var music = DemoLoop()
    let bassLine: [(Double, Int)] = [
      (2, 33), (6, 33), (7, 45), (10, 33), (13, 36), (14, 38),
      (18, 29), (22, 29), (23, 41), (26, 29), (29, 31), (30, 31),
    ]
    for (step, key) in bassLine {
      music.add(DemoInstrument.bass(pitch(key), seconds: 0.24), at: step, gain: 0.32)
    }
    var stabs = DemoLoop()
    let chords = [[57, 60, 64, 67], [53, 57, 60, 64]]
    for (bar, chord) in chords.enumerated() {
      for (step, level) in [(0.0, 0.6), (3, 1), (6, 0.8), (11, 0.9)] {
        for (voice, key) in chord.enumerated() {
          let note = DemoInstrument.stab(pitch(key), decay: 0.13)
          let pan = Double(voice) * 0.4 - 0.6
          stabs.add(note, at: Double(bar) * 16 + step, gain: 0.16 * level, pan: pan)
        }
      }
    }
    stabs.addEchoes(steps: 3, feedback: 0.42)
    music.add(stabs)
    music.duck(at: Array(beats), depth: 0.75)
    drums.add(music)
    return drums.channels
  }

  /// Kicks off the beat, rim and shaker, a deep bass and an electric piano with an arpeggio, D
  /// minor to C major.
  static func brokenLoop() -> [[Double]] {
    var drums = DemoLoop()
    let kicks: [Double] = [0, 7, 10, 16, 22, 27]
    for step in kicks { drums.add(DemoInstrument.kick(), at: step, gain: 0.8) }
    for step in [4.0, 12, 20, 28] {
      drums.add(DemoInstrument.clap(seed: UInt64(step) + 7), at: step, gain: 0.26)
    }
    for step in [3.0, 9, 14, 19, 25, 30, 31] {
      drums.add(DemoInstrument.rim(), at: step, gain: 0.16, pan: 0.5)
    }
    for step in 0..<32 {
      let shaker = DemoInstrument.hat(decay: 0.03, seed: UInt64(500 + step))
      // The second of each pair comes late: a swing.
      let swing = step % 2 == 1 ? 0.18 : 0
      drums.add(shaker, at: Double(step) + swing, gain: [0.08, 0.13][step % 2], pan: -0.4)
    }
    var music = DemoLoop()
    for (step, key, seconds) in [
      (0.0, 38, 0.6), (7, 38, 0.3), (10, 45, 0.5), (16, 36, 0.7), (27, 43, 0.5),
    ] {
      music.add(DemoInstrument.sub(pitch(key), seconds: seconds), at: step, gain: 0.42)
    }
    var keys = DemoLoop()
    for (start, chord) in [(0.0, [50, 57, 60, 64, 65]), (16, [48, 55, 59, 62, 64])] {
      for (step, level) in [(0.0, 1.0), (6, 0.6)] {
        for (voice, key) in chord.enumerated() {
          let note = DemoInstrument.keys(pitch(key), decay: 0.7)
          let pan = Double(voice) * 0.3 - 0.6
          keys.add(note, at: start + step, gain: 0.10 * level, pan: pan)
        }
      }
      for (index, tone) in [0, 2, 4, 3, 2, 4, 1, 3].enumerated() {
        let note = DemoInstrument.keys(pitch(chord[tone] + 12), decay: 0.22)
        keys.add(
          note,
          at: start + 2 * Double(index) + 1,
          gain: 0.09,
          pan: 0.6 - 0.17 * Double(index)
        )
      }
    }
    keys.addEchoes(steps: 3, feedback: 0.4)
    music.add(keys)
    music.duck(at: kicks, depth: 0.4)
    drums.add(music)
    return drums.channels
  }
}
