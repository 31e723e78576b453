// SPDX-License-Identifier: Apache-2.0
// What a file says of its music to those who mix it: the tempo and the key.

/// Tempo and key of a track, as tags say: Vorbis comments, or ID3v2 in whatever file.
struct MixTags: Hashable, Sendable {
  /// In beats a minute.
  private(set) var bpm: Double?
  /// As it was written: `8A`, `F#m`, `Bb minor`.
  private(set) var key: String?

  /// How much of a file's beginning is searched, and which tempos there are.
  private static let headBytes = 1 << 18
  private static let tempos = 20.0...999

  init() {}

  /// Reads a file's tags.
  ///
  /// > Threading: Worker.
  init(of descriptor: borrowing Descriptor) {
    self.init(in: TagText(of: descriptor, headBytes: Self.headBytes))
  }

  /// Reads what is in pieces of a file.
  init(in text: TagText) {
    func first<Value>(_ names: [String], _ frame: String, _ read: (String) -> Value?) -> Value? {
      let texts = names.map(text.comment) + [text.frame(frame)]
      return texts.lazy.compactMap { $0.map { String(ofAny: $0) } }.compactMap(read).first
    }
    bpm = first(["bpm", "tempo"], "TBPM", Self.tempo)
    key = first(["initialkey", "key"], "TKEY", Self.key)
  }

  /// These, with what others say where they say nothing.
  func completed(by others: MixTags) -> MixTags {
    var tags = self
    (tags.bpm, tags.key) = (bpm ?? others.bpm, key ?? others.key)
    return tags
  }

  private static func tempo(_ text: String) -> Double? {
    Double(text.trimmed.replacing(",", with: ".")).flatMap { tempos.contains($0) ? $0 : nil }
  }

  /// A key as programs write it; of anything else nothing is kept.
  private static func key(_ text: String) -> String? {
    let text = text.trimmed
    let wheel = #/(?:1[0-2]|[1-9])[ABabdm]/#
    let name = #/[A-Ga-g][#b♯♭]?\s?(?:m|min|maj|M|minor|major|Minor|Major|moll|dur)?/#
    return text.wholeMatch(of: wheel) != nil || text.wholeMatch(of: name) != nil ? text : nil
  }
}
