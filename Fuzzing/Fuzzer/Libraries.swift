// SPDX-License-Identifier: Apache-2.0
// Libraries of other programs, whatever has become of them.

import Foundation
import Quantities
import StrictJSON

@testable import SoundFiles
@testable import TrackImports
@testable import TrackLibrary

/// What DJs have prepared elsewhere.
enum Libraries {
  /// Reads an input as a collection of each program, and as tags.
  @Sendable
  static func read(_ bytes: [UInt8]) {
    var rekordbox = RekordboxXML()
    _ = XMLDocument.read(bytes, into: &rekordbox)
    var traktor = TraktorNML()
    _ = XMLDocument.read(bytes, into: &traktor)
    for collection in [rekordbox.collection, traktor.collection] {
      for track in collection.tracks { check(track.preparation) }
      precondition(collection.playlists.count <= ForeignCollection.mostPlaylists, "too many lists")
    }
    if let tags = SeratoTags(in: [bytes]) { check(TrackPreparation(tags)) }
  }

  /// What can't be played must not come out of it, and what comes out is kept as it is.
  private static func check(_ track: TrackPreparation) {
    precondition(track.hotCues.keys.allSatisfy(TrackPreparation.hotCueNumbers.contains), "a number")
    precondition(track.memoryCues.count <= TrackPreparation.mostMemoryCues, "too many cues")
    for cue in track.memoryCues + track.hotCues.values {
      precondition(cue.position.value.isFinite && cue.position.value >= 0, "a place that is none")
      precondition(cue.length.map { $0.value > 0 && $0.value.isFinite } ?? true, "a length")
      precondition(cue.name.count <= TrackPreparation.longestName, "a long name")
    }
    if let grid = track.grid {
      precondition(grid.anchors.allSatisfy { BeatGrid.tempos.contains($0.bpm) }, "a tempo")
      let beats = grid.beats(at: grid.position(at: 16))
      precondition(beats.isFinite, "beats that can't be counted")
    }
    guard let text = try? JSONText.encode(track) else { return }
    precondition((try? JSONText.decode(TrackPreparation.self, from: text)) != nil, "is not kept")
  }
}
