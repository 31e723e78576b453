// SPDX-License-Identifier: Apache-2.0
// A rig that can't start yet, because there is no server for it.

import Quantities
import RigEngine
import RigErrors

extension AudioServer {
  /// Finds or starts a server, and joins it.
  ///
  /// For a sound card the rig waits, and as a service for whatever else there is no server for yet:
  /// another start would find no more. `waiting` is told what for, again and again; clients are
  /// answered meanwhile.
  nonisolated(nonsending) func join(
    _ steps: SlowSteps,
    waiting: (String) -> Void
  ) async throws(RigError) {
    do throws(RigError) {
      try steps.during("looking for a JACK server that answers", find)
      try steps.check()
      try steps.during("waiting for JACK to take the client", open)
      return try steps.check()
    } catch {
      guard waitsFor != nil else { throw error }
    }
    while let sentence = waitsFor {
      complain(sentence)
      waiting(sentence)
      try? await Task.sleep(nanoseconds: HostTimes.search.nanoseconds)
      if steps.isStopped { throw .refused("The rig was ended before there was a JACK server.") }
      do throws(RigError) {
        try find()
        try open()
      } catch {
        guard waitsFor != nil else { throw error }
      }
    }
    endSearch()
  }
}
