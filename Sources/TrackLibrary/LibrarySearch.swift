// SPDX-License-Identifier: Apache-2.0
// Tracks of the library, by what is known of them.

/// What is looked for among tracks; all of it has to be so.
package struct LibrarySearch: Sendable {
  /// Each is in the title, the artist, the album, the genre or the name of the file, in any case
  /// and without accents.
  package var words: [String] = []
  /// The tempo, as it was made.
  package var tempos: ClosedRange<Double>?
  package var key: MusicalKey?

  /// A track that was found.
  package struct Found: Sendable {
    package let file: String
    package let preparation: TrackPreparation

    /// The tempo that it begins with.
    package var bpm: Double? { preparation.grid?.anchors.first?.bpm }
    /// The name of its file.
    package var name: String { String(file.split(separator: "/").last ?? "") }
  }

  /// The tempos in `124`, which is to be within a half, or in `120-126`; `nil` for anything else.
  package static func tempos(in text: String) -> ClosedRange<Double>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      Double(part).flatMap { $0.isFinite ? $0 : nil }
    }
    switch parts.count {
    case 1: return parts[0].map { ($0 - 0.5)...($0 + 0.5) }
    case 2:
      guard let low = parts[0], let high = parts[1], low <= high else { return nil }
      return low...high
    default: return nil
    }
  }

  /// Looks for everything.
  package init() {}

  /// The tracks that are so, by artist, title and file.
  package func found(in tracks: [String: TrackPreparation]) -> [Found] {
    let words = words.map(\.plain).filter { !$0.isEmpty }
    let found = tracks.filter { matches($0.key, $0.value, words) }
    return found.map { (key: sortKey($0.key, $0.value.facts), value: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { Found(file: $0.value.key, preparation: $0.value.value) }
  }

  private func matches(_ file: String, _ track: TrackPreparation, _ words: [String]) -> Bool {
    if let tempos {
      guard let bpm = track.grid?.anchors.first?.bpm, tempos.contains(bpm) else { return false }
    }
    if let key {
      guard MusicalKey(track.facts.key) == key else { return false }
    }
    if words.isEmpty { return true }
    let facts = track.facts
    let name = file.split(separator: "/").last ?? ""
    let text = [facts.title, facts.artist, facts.album, facts.genre, String(name)].joined(
      separator: "\n"
    ).plain
    return words.allSatisfy { text.contains($0) }
  }

  private func sortKey(_ file: String, _ facts: TrackFacts) -> [String] {
    [facts.artist.plain, facts.title.plain, file]
  }
}

extension String {
  fileprivate var plain: String { PlainText.of(self) }
}
