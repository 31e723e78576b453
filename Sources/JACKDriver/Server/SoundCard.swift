// SPDX-License-Identifier: Apache-2.0
// Finds a sound card that can play.

internal import Glibc

/// A sound card as ALSA lists it.
package struct SoundCard: Hashable {
  /// ALSA's short name of the card; numbers change with the order of plugging in, names don't.
  package var id: String
  /// Whether it has inputs as well.
  package var captures: Bool

  /// Describes a card.
  package init(id: String, captures: Bool) {
    self.id = id
    self.captures = captures
  }

  /// The first card that can play.
  package static func find(in folder: String = "/proc/asound") -> SoundCard? {
    for number in 0..<32 {
      let card = "\(folder)/card\(number)"
      guard let id = readFile("\(card)/id")?.split(separator: "\n").first else { continue }
      let devices = (0..<32).map { "\(card)/pcm\($0)" }
      guard devices.contains(where: { unsafe access($0 + "p", F_OK) == 0 }) else { continue }
      let captures = devices.contains { unsafe access($0 + "c", F_OK) == 0 }
      return SoundCard(id: String(id), captures: captures)
    }
    return nil
  }

  /// What jackd is told to use the card.
  package func arguments(sampleRate: Int, periodFrames: Int) -> [String] {
    ["-d", "alsa", "-d", "hw:\(id)", "-r", "\(sampleRate)", "-p", "\(periodFrames)", "-n", "2"]
      + (captures ? [] : ["-P"])
  }
}
