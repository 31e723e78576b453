// SPDX-License-Identifier: Apache-2.0
// A rig that can't start yet, because there is no server for it.

import Quantities
import RigEngine
import RigErrors

extension AudioServer {
  /// Finds or starts a server, and joins it.
  ///
  /// The rig waits for a sound card. As a service it also waits where there is no server for
  /// another reason: another start would do no better. `waiting` is called again and again with
  /// what is missing; clients are answered meanwhile.
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
