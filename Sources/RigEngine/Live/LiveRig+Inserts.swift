// SPDX-License-Identifier: Apache-2.0
// What passes an inserted session is as late as what goes through it.

import Presets
import Quantities
import RenderCore

extension LiveRig {
  /// Delays what passes inserted sessions by what their plugins say now.
  ///
  /// Else a session that comes or goes would be heard beside the signal of another moment, which sounds like a comb.
  package func delayInserts() {
    for host in sessions {
      for insert in host.session.graph.inserts {
        guard let past = host.inputs.insertDelays[insert.session],
          let guest = session(insert.session)
        else { continue }
        var visited: Set<String> = [host.name]
        past.set(delays(through: guest, &visited))
      }
    }
  }

  /// How late each channel comes back from a session, on its longest way.
  private func delays(through guest: LiveSession, _ visited: inout Set<String>) -> [FrameCount] {
    guard visited.insert(guest.name).inserted else { return [] }
    defer { visited.remove(guest.name) }
    let inner = guest.session.graph.inserts.map { insert -> Latency in
      guard let next = session(insert.session) else { return .none }
      let paths = delays(through: next, &visited).map { Latency($0) }
      return Latency(joining: paths) ?? .none
    }
    let sources = guest.session.sources.map { _ in Latency.none }
    return guest.outputLatencies(sources: sources, inserts: inner).map(\.longest)
  }
}
