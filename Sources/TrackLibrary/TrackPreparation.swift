// SPDX-License-Identifier: Apache-2.0
// What somebody has prepared of a track: its beats, cues and loops.

package import Quantities
internal import StrictJSON

/// A place in a track that somebody has marked.
package struct CuePoint: Hashable, Sendable {
  package var position: Seconds
  /// How long the loop is that begins there; nothing for a mere place.
  package var length: Seconds?
  package var name: String
  /// Red, green and blue, as `#ff8800`; nothing where nobody has chosen one.
  package var colour: String

  /// Marks a place.
  package init(
    at position: Seconds,
    length: Seconds? = nil,
    name: String = "",
    colour: String = ""
  ) {
    (self.position, self.length) = (position, length)
    self.name = String(name.prefix(TrackPreparation.longestName))
    self.colour = Self.colour(of: colour) ?? ""
  }

  /// A colour of red, green and blue.
  package static func colour(of bytes: [UInt8]) -> String { "#" + Hexadecimal.text(of: bytes) }

  /// Red, green and blue; `nil` where nobody has chosen a colour.
  package var rgb: [UInt8]? {
    colour.isEmpty ? nil : Hexadecimal.bytes(of: String(colour.dropFirst()))
  }

  /// A colour as `#rrggbb` in lower case, or nothing; `nil` if a text is none.
  package static func colour(of text: String) -> String? {
    guard !text.isEmpty else { return "" }
    let digits = text.lowercased().drop { $0 == "#" }
    let isColour = digits.count == 6 && digits.allSatisfy { $0.isHexDigit && $0.isASCII }
    return isColour ? "#\(digits)" : nil
  }
}

/// What is prepared of a track.
package struct TrackPreparation: Hashable, Sendable {
  /// Its beats; `nil` where nobody has said where they are.
  package var grid: BeatGrid?
  /// The cues that have a number, one of `hotCueNumbers`.
  package var hotCues: [Int: CuePoint] = [:]
  /// Those that have none, in the order of their places.
  package var memoryCues: [CuePoint] = []
  /// What another program has said of it.
  package var facts = TrackFacts()

  /// The numbers of hot cues.
  package static let hotCueNumbers = 1...8
  /// How many cues without a number are kept.
  package static let mostMemoryCues = 64
  /// How many characters a name has at most.
  package static let longestName = 80

  /// Nothing is prepared.
  package init() {}

  /// Whether nothing is.
  package var isEmpty: Bool { self == TrackPreparation() }
}

/// What the library of another program says of a track; nothing where it does not say.
package struct TrackFacts: Codable, Hashable, Sendable {
  package var title = ""
  package var artist = ""
  package var album = ""
  package var genre = ""
  /// As it was written, such as `8A` or `F#m`.
  package var key = ""
  /// The gain that makes the track as loud as others, in dB.
  package var gain_db: Double?
  /// How long it lasts, in seconds.
  package var seconds: Double?
  /// Which program has said so.
  package var program = ""

  /// Nothing is known.
  package init() {}

  /// These, with what others say where they say nothing.
  package func completed(by others: TrackFacts) -> TrackFacts {
    func first(_ one: String, _ other: String) -> String { one.isEmpty ? other : one }
    var facts = self
    facts.title = first(title, others.title)
    facts.artist = first(artist, others.artist)
    facts.album = first(album, others.album)
    facts.genre = first(genre, others.genre)
    facts.key = first(key, others.key)
    facts.gain_db = gain_db ?? others.gain_db
    facts.seconds = seconds ?? others.seconds
    facts.program = first(others.program, program)
    return facts
  }
}
