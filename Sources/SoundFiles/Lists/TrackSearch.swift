// SPDX-License-Identifier: Apache-2.0
// Looks for tracks by words.

/// Words of which each has to be somewhere in what a list says of a track: its file's path, its
/// title and its artist; capitals do not matter.
package struct TrackSearch: Sendable {
  private let words: [String]

  /// Takes the words of a text; without any, all tracks are found.
  package init(_ text: String) { words = text.lowercased().split(separator: " ").map(String.init) }

  /// How many tracks are found, and the places of the first ones, from 0.
  package func found(in tracks: [Track], most: Int) -> (count: Int, first: [Int]) {
    var (count, first): (Int, [Int]) = (0, [])
    for (place, track) in tracks.enumerated() where finds(track) {
      count += 1
      if first.count < most { first.append(place) }
    }
    return (count, first)
  }

  private func finds(_ track: Track) -> Bool {
    guard !words.isEmpty else { return true }
    let text = [track.shownPath, track.title ?? "", track.artist ?? ""].joined(separator: "\n")
      .lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}
