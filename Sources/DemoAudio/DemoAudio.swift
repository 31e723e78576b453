// SPDX-License-Identifier: Apache-2.0
// Music and an announcement to try a rig with, made from nothing, so that no files from elsewhere
// are needed.

internal import Glibc
internal import Quantities
package import RigErrors
internal import RigFiles
internal import SoundFiles

/// Synthesises the demo's sound files, the same to the byte every time.
package enum DemoAudio {
  /// The rate of the files in hertz.
  static let rate = 48_000.0
  /// The highest sample: −3 dBFS.
  static let peak = 0.7079

  /// Writes two loops, an announcement and a beep to a folder, which is made when missing; returns
  /// their paths.
  package static func write(to directory: String) throws(RigError) -> [String] {
    try makeFolder(directory)
    let files = [
      ("deck-a.wav", houseLoop()), ("deck-b.wav", brokenLoop()),
      ("announcement.wav", announcement()), ("beep.wav", beep()),
    ]
    do throws(SoundFileError) {
      return try files.map { name, channels throws(SoundFileError) in
        let path = "\(directory)/\(name)"
        let rate = SampleRate(hertz: rate)
        try SoundFile.write(normalised(channels), to: path, rate: rate, as: .wav24)
        return path
      }
    } catch {
      throw .inputOutput(error.description)
    }
  }

  /// Two short tones, the second one higher: a system sound.
  private static func beep() -> [[Double]] {
    let length = Int(rate * 0.2)
    let tone = (0..<length).map { frame in
      let second = frame >= length / 2
      let time = Double(frame % (length / 2)) / Double(length / 2)
      return sin(2 * .pi * (second ? 1320 : 880) * Double(frame) / rate) * sin(.pi * time)
    }
    return [tone, tone]
  }

  private static func normalised(_ channels: [[Double]]) -> [[Float]] {
    let highest = channels.joined().reduce(0) { max($0, $1.magnitude) }
    return channels.map { $0.map { Float($0 * peak / highest) } }
  }
}
