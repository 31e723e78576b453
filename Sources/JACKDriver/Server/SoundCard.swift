// SPDX-License-Identifier: Apache-2.0
// The sound cards that can play, as ALSA lists them.

internal import AudioBackend
internal import Glibc
package import JACKVocabulary

/// A sound card that can play.
package struct SoundCard: Hashable {
  /// ALSA's short name of the card; numbers change with the order of plugging in, names don't.
  package var id: String
  /// What it is called, if ALSA says so: a card that comes back may have got another id, with the
  /// same name.
  package var name: String?
  /// The first of its devices that plays.
  package var device: Int
  /// Whether it has inputs as well.
  package var captures: Bool
  /// Its place in ALSA's list.
  package var number: Int

  /// Describes a card.
  package init(id: String, name: String? = nil, device: Int = 0, captures: Bool, number: Int = 0) {
    (self.id, self.name, self.device) = (id, name, device)
    (self.captures, self.number) = (captures, number)
  }

  /// Where ALSA lists its cards; tests name a folder of their own.
  package static var folder: String {
    unsafe getenv("TARMAC_SOUND_CARDS").map { unsafe String(cString: $0) } ?? "/proc/asound"
  }

  /// All cards that can play, in ALSA's order.
  package static func all(in folder: String = SoundCard.folder) -> [SoundCard] {
    let names = names(in: readFile("\(folder)/cards") ?? "")
    return (0..<32).compactMap { number in
      let card = "\(folder)/card\(number)"
      guard let id = readFile("\(card)/id")?.split(separator: "\n").first else { return nil }
      func has(_ device: Int, _ direction: String) -> Bool {
        unsafe access("\(card)/pcm\(device)\(direction)", F_OK) == 0
      }
      guard let device = (0..<32).first(where: { has($0, "p") }) else { return nil }
      let captures = (0..<32).contains { has($0, "c") }
      return SoundCard(
        id: String(id),
        name: names[number],
        device: device,
        captures: captures,
        number: number
      )
    }
  }

  /// The cards' names by number, from lines such as ` 1 [USB            ]: USB-Audio - Scarlett 2i2
  /// USB`.
  private static func names(in list: String) -> [Int: String] {
    var names: [Int: String] = [:]
    for line in list.split(separator: "\n") {
      guard let bracket = line.firstIndex(of: "["), let dash = line.firstRange(of: " - ") else {
        continue
      }
      let number = line[..<bracket].filter { $0 != " " }
      if let number = Int(number) { names[number] = String(line[dash.upperBound...]) }
    }
    return names
  }

  /// Whether a preset means this card.
  package func matches(_ pattern: CardPattern) -> Bool {
    ([id] + [name].compactMap(\.self)).contains { globMatches(pattern.glob, $0) }
  }

  /// What JACK calls one of its devices.
  package func address(_ device: Int? = nil) -> String {
    let device = device ?? self.device
    return device == 0 ? "hw:\(id)" : "hw:\(id),\(device)"
  }

  /// The arguments with which jackd uses the card.
  package func arguments(_ device: Int? = nil, sampleRate: Int, periodFrames: Int) -> [String] {
    [
      "-d", "alsa", "-d", address(device), "-r", "\(sampleRate)", "-p", "\(periodFrames)", "-n",
      "2",
    ]
      + (captures ? [] : ["-P"])
  }
}
