// SPDX-License-Identifier: Apache-2.0
// What the library of another program says, whatever its format.

internal import Quantities
internal import TrackLibrary

/// A program that libraries come from, and how its clock runs.
package enum ForeignProgram: String, Sendable, CaseIterable {
  case rekordbox, traktor, serato

  /// Its name for people.
  package var name: String {
    switch self {
    case .rekordbox: "rekordbox"
    case .traktor: "Traktor"
    case .serato: "Serato"
    }
  }
}

/// A track in the library of another program; its times are by that program's clock.
struct ForeignTrack: Hashable, Sendable {
  /// What the program calls it, in its lists.
  var key = ""
  /// Where it was on the machine of the program, with `/` between folders.
  var location = ""
  var preparation = TrackPreparation()
}

/// A list of tracks, by their keys.
struct ForeignPlaylist: Hashable, Sendable {
  /// Its name, behind those of the folders that it is in.
  var name: [String]
  var keys: [String] = []
}

/// The library of another program.
struct ForeignCollection: Sendable {
  let program: ForeignProgram
  var tracks: [ForeignTrack] = []
  var playlists: [ForeignPlaylist] = []
  /// How many tracks and playlists are read.
  static let (mostTracks, mostPlaylists) = (500_000, 10_000)
}

extension TrackPreparation {
  /// Adds a cue as the program numbers it: one with a number from 0 on is a hot cue.
  mutating func add(_ cue: CuePoint, number: Int?) {
    if let number, Self.hotCueNumbers.contains(number + 1), hotCues[number + 1] == nil {
      hotCues[number + 1] = cue
    } else if memoryCues.count < Self.mostMemoryCues {
      memoryCues.append(cue)
      memoryCues.sort { $0.position < $1.position }
    }
  }

  /// The same with all places so much later; what would be before the track is at its beginning.
  func shifted(by time: Seconds) -> TrackPreparation {
    guard time != .zero else { return self }
    func moved(_ cue: CuePoint) -> CuePoint {
      var cue = cue
      cue.position = Seconds(max(0, cue.position.value + time.value))
      return cue
    }
    var shifted = self
    shifted.grid = grid?.shifted(by: time)
    shifted.hotCues = hotCues.mapValues(moved)
    shifted.memoryCues = memoryCues.map(moved)
    return shifted
  }
}

extension [String: String] {
  /// A number of an attribute; `nil` where there is none, or none that can be.
  func number(_ key: String) -> Double? {
    self[key].flatMap { Double($0) }.flatMap { abs($0) < 1e9 ? $0 : nil }
  }

  /// The number of a button; `nil` where there is none, such as -1.
  func index(_ key: String) -> Int? {
    self[key].flatMap { Int($0, radix: 10) }.flatMap { 0...1_000 ~= $0 ? $0 : nil }
  }

  /// A text of an attribute, in one line that is not too long.
  func line(_ key: String) -> String {
    String((self[key] ?? "").prefix(200).map { $0.isNewline ? " " : $0 })
  }
}
