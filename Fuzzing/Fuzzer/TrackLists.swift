// SPDX-License-Identifier: Apache-2.0
// Lists of sound files, whatever wrote them.

import Foundation

@testable import SoundFiles

/// Lists of tracks.
enum TrackLists {
  /// Reads an input as a list of each kind, and goes through it.
  @Sendable
  static func read(_ bytes: [UInt8]) {
    for ending in TrackList.endings {
      guard let list = TrackList("/lists/list.\(ending)", bytes) else { continue }
      precondition(list.tracks.allSatisfy { $0.path.hasPrefix("/") }, "a name that is no path")
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
