// SPDX-License-Identifier: Apache-2.0
// Lists of sound files, whatever wrote them.

import Foundation

@testable import SoundFiles

/// What stations and files say of their music.
enum MusicWords {
  /// Reads an input as what ffmpeg says of a stream, and as the tags of a file.
  @Sendable
  static func read(_ bytes: [UInt8]) {
    var words = StreamWords()
    words.add(bytes, of: "http://radio.example/live")
    let tags = words.tags
    let said = [tags.title, tags.artist, tags.album, words.complaint].compactMap(\.self)
    precondition(said.allSatisfy { $0.unicodeScalars.count <= 200 }, "a text that is too long")
    let mix = MixTags(in: TagText([bytes]))
    precondition(mix.bpm.map { (20...999).contains($0) } ?? true, "a tempo that is none")
    precondition((mix.key?.utf8.count ?? 0) <= 16, "a key that is none")
    _ = LoudnessTags(in: [bytes])
    let labels = LabelFile(bytes, named: "a.labels.txt")
    precondition(labels.remarks.count <= 5, "more sentences than anybody reads")
    for marks in [mix.marks, labels.marks] {
      let fitting = marks.fitting(100).marks
      precondition((fitting.cueIn ?? 0) < (fitting.cueOut ?? 100), "nothing between two marks")
    }
  }
}

/// Lists of tracks.
enum TrackLists {
  /// Reads an input as a list of each kind, and goes through it.
  @Sendable
  static func read(_ bytes: [UInt8]) {
    for ending in TrackList.endings {
      guard let list = TrackList("/lists/list.\(ending)", bytes) else { continue }
      let isKnown = { (track: Track) in track.path.hasPrefix("/") || track.isStream }
      precondition(list.tracks.allSatisfy(isKnown), "a name that is no path")
      precondition(list.remarks.count <= 12, "more sentences than anybody reads")
      var order = TrackOrder(list.tracks, seed: 3, repeats: .all, history: 5)
      for step in 0..<8 {
        guard let turn = order.advance(step % 3 == 0 ? .skip : .end) else {
          precondition(list.tracks.isEmpty, "a list that ends by itself")
          break
        }
        precondition(turn.track.part.map { $0.end ?? .max > $0.start } ?? true, "an empty part")
      }
      order.replace(Array(list.tracks.dropFirst()))
      order.goBack()
      _ = order.upcoming(20)
    }
  }
}
