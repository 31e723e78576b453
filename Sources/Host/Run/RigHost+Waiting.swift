// SPDX-License-Identifier: Apache-2.0
// A rig that can't start yet: what it waits for, and how that is told.

import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// Finds or starts a server, and joins it.
  ///
  /// For a sound card the rig waits, and as a service for whatever else there is no server for yet: another start would find
  /// no more. Clients are answered meanwhile.
  func joinServer(_ steps: SlowSteps) async throws(RigError) {
    do throws(RigError) {
      try steps.during("looking for a JACK server that answers", server.find)
      return try steps.during("waiting for JACK to take the client", server.open)
    } catch {
      guard server.waitsFor != nil else { throw error }
    }
    while let sentence = server.waitsFor {
      server.complain(sentence)
      feed.service.tell(status: "Waiting: \(sentence)")
      feed.service.extendStart(by: Seconds(30))
      feed.lookForAlerts(rig, nil, server, now: .now)
      try? await Task.sleep(nanoseconds: HostTimes.search.nanoseconds)
      if steps.isStopped { throw .refused("The rig was ended before there was a JACK server.") }
      do throws(RigError) {
        try server.find()
        try server.open()
      } catch {
        guard server.waitsFor != nil else { throw error }
      }
    }
    server.endSearch()
  }
}
