// SPDX-License-Identifier: Apache-2.0
// Which sources of a channel are in charge, and since when something is wrong with them.

import Quantities
import RigModel

/// How the fallback of a channel is.
struct FallbackState {
  /// The place in charge, of `Fallback.places`; 0 for the sources that are no fallback.
  var place = 0
  /// Why it is not the first.
  var reason: String?
  /// What the preset said when this was looked at last.
  var settings: Fallback?
  /// When what is in charge sounded last, or came to be.
  var lastSound: MonotonicTime?
  /// The earlier place that sounds again, since when, and when it was heard last.
  var returning: (place: Int, since: MonotonicTime, last: MonotonicTime)?
  /// The players in charge that have been started, by their nodes.
  var started: Set<UInt32> = []
  /// When those that are not in charge any more have faded.
  var quietAt: MonotonicTime?
}

extension LiveChannel {
  /// The source that sounds in place of others; `nil` while these do.
  package var standIn: String? {
    let index = settings.fallback.place - 1
    guard let sources = preset.fallback?.sources, sources.indices.contains(index) else {
      return nil
    }
    return sources[index]
  }

  /// Which one does, and why, as the rest of a sentence about the session.
  package var standInText: String? {
    standIn.map { "plays '\($0)': \(settings.fallback.reason ?? "")" }
  }

  /// Whether a source is in charge.
  func isInCharge(_ source: String) -> Bool {
    standIn.map { $0 == source } ?? (preset.fallback?.sources.contains(source) != true)
  }

  /// Whether something else than its players may sound, or one of them that has not ended.
  var hasOtherSound: Bool {
    preset.fallback != nil
      && players.contains { $0.map { !$0.hasEnded && !$0.isEmpty } ?? true }
  }
}
