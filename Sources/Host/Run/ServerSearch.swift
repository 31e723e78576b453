// SPDX-License-Identifier: Apache-2.0
// How often a lost server is looked for, and how often its absence is reported.

import Quantities
import RigEngine

/// The search for a server that is lost: when it was tried last, and what was reported then.
struct ServerSearch {
  private var last = MonotonicTime.now
  private var lastComplaint: String?
  /// Whether a server was found, and the rig is about to come up on it.
  private var isReturning = false

  /// Whether it is time to look again; the caller then does.
  mutating func isDue(_ now: MonotonicTime) -> Bool {
    guard !isReturning, now.elapsed(since: last) > HostTimes.search else { return false }
    last = now
    return true
  }

  /// The same sentence, or `nil` if it was the last one too: a repeated failure is logged once.
  mutating func complaint(_ sentence: String) -> String? {
    isReturning = false
    defer { lastComplaint = sentence }
    return sentence == lastComplaint ? nil : sentence
  }

  /// Suspends the search while a rig is being made for the server.
  mutating func beginReturn() {
    isReturning = true
  }

  /// Ends the search: a server was found.
  mutating func end() {
    isReturning = false
    lastComplaint = nil
  }
}
