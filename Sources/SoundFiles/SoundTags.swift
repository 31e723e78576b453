// SPDX-License-Identifier: Apache-2.0
// What a sound file says of its music.

/// Title, artist and album of a sound file, its tempo and its key; `nil` where it does not say.
package struct SoundTags: Hashable, Sendable {
  package private(set) var title: String?
  package private(set) var artist: String?
  package private(set) var album: String?
  var mix = MixTags()

  /// The tempo in beats a minute.
  package var bpm: Double? { mix.bpm }
  /// The key as it was written, such as `8A` or `F#m`.
  package var key: String? { mix.key }

  /// How much of a text is taken, in bytes of the file and in Unicode scalars.
  private static let (mostBytes, longest) = (1_024, 200)

  /// A file that says nothing.
  init() {}

  /// Takes what decoders have found: UTF-8, or Latin-1 where it is none.
  init(title: [UInt8]?, artist: [UInt8]?, album: [UInt8]?) {
    self.title = title.flatMap(Self.text)
    self.artist = artist.flatMap(Self.text)
    self.album = album.flatMap(Self.text)
  }

  /// Takes what a list or a stream says.
  init(title: String?, artist: String?, album: String? = nil) {
    self.init(
      title: title.map { Array($0.utf8) },
      artist: artist.map { Array($0.utf8) },
      album: album.map { Array($0.utf8) }
    )
  }

  /// These, with what others say where they say nothing.
  func completed(by others: SoundTags) -> SoundTags {
    var tags = self
    (tags.title, tags.artist) = (title ?? others.title, artist ?? others.artist)
    tags.album = album ?? others.album
    tags.mix = mix.completed(by: others.mix)
    return tags
  }

  /// What anybody may have written, in one line that is not too long.
  static func line(of text: some StringProtocol) -> String? { Self.text(Array(text.utf8)) }

  /// A text in one line: anybody may have written it, and it gets to terminals and pages.
  private static func text(_ bytes: [UInt8]) -> String? {
    var bytes = bytes.prefix(mostBytes)
    if bytes.count == mostBytes {
      // The last character may have been cut through.
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }
    let scalars = String(ofAny: bytes).unicodeScalars
    let hidden: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
    ]
    let visible = scalars.prefix(longest).map { scalar in
      hidden.contains(scalar.properties.generalCategory) ? " " : scalar
    }
    let line = String(String.UnicodeScalarView(visible))
    let words = line.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}

extension String {
  /// The text that bytes of any program are: UTF-8, with or without a byte order mark, or Latin-1
  /// where they are none.
  init(ofAny bytes: some Collection<UInt8>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    self =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
