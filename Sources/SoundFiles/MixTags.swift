// SPDX-License-Identifier: Apache-2.0
// What a file says of its music to those who mix it: the tempo, the key, where to cut it.

/// Tempo, key and marks of a track, as tags say: Vorbis comments, ID3v2 in whatever file, or boxes
/// of MP4.
struct MixTags: Hashable, Sendable {
  /// In beats a minute.
  private(set) var bpm: Double?
  /// As it was written: `8A`, `F#m`, `Bb minor`.
  private(set) var key: String?
  /// Where it begins and ends among others.
  private(set) var marks = TrackMarks.none

  /// How much of a file's beginning is searched, and which tempos there are.
  private static let headBytes = 1 << 18
  private static let tempos = 20.0...999

  init() {}

  /// Reads a file's tags.
  ///
  /// > Threading: Worker.
  init(of descriptor: borrowing Descriptor) {
    guard var boxes = MP4Tags(descriptor) else {
      self.init(in: TagText(of: descriptor, headBytes: Self.headBytes))
      return
    }
    self.init()
    func text(_ name: String) -> String? { boxes.value(name, atMost: 64).map { String(ofAny: $0) } }
    let tempo = text("bpm").flatMap(Self.tempo)
    bpm = tempo ?? boxes.value("tmpo", atMost: 8).map { Double($0.bigEndian) }
    bpm = bpm.flatMap { Self.tempos.contains($0) ? $0 : nil }
    key = (text("initialkey") ?? text("key")).flatMap(Self.key)
    marks = TrackMarks { text($0).flatMap { Double($0.trimmed) } }
  }

  /// Reads what is in pieces of a file.
  init(in text: TagText) {
    func first<Value>(_ names: [String], _ frame: String, _ read: (String) -> Value?) -> Value? {
      let texts = names.map(text.comment) + [text.frame(frame)]
      return texts.lazy.compactMap { $0.map { String(ofAny: $0) } }.compactMap(read).first
    }
    bpm = first(["bpm", "tempo"], "TBPM", Self.tempo)
    key = first(["initialkey", "key"], "TKEY", Self.key)
    marks = TrackMarks(in: text)
  }

  /// These, with what others say where they say nothing.
  func completed(by others: MixTags) -> MixTags {
    var tags = self
    (tags.bpm, tags.key) = (bpm ?? others.bpm, key ?? others.key)
    tags.marks = marks.completed(by: others.marks)
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
