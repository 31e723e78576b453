// SPDX-License-Identifier: Apache-2.0
// The sound of each session, in addition to the outputs: a bus for each that leads to no route.

import FileDriver
import RenderCore
import RigEngine
import RigModel

/// Taps every session after its duck, its fader and its mute.
struct SessionTaps {
  private let taps: [Tap]

  /// One session's bus, with driver channels in addition to those of the routes.
  private struct Tap {
    let session: String
    /// The index of its segment in the plan.
    let segment: Int
    let bus: BusNode
    let send = SendNode(gain: 1)
    let driverChannels: [Int]
  }

  /// Listens to the sessions that `isHeard` chooses; their channels come after those of `outputs`.
  init(
    _ rig: LiveRig,
    after outputs: [OutputFile],
    where isHeard: (Session) -> Bool = { _ in true }
  ) {
    var next = (outputs.flatMap(\.driverChannels).max() ?? -1) + 1
    let sessions = zip(rig.rig.sessions, rig.sessions).enumerated()
    taps = sessions.filter { isHeard($0.element.0) }.map { segment, both in
      let session = both.1
      let count = session.strip.channels
      defer { next += count }
      return Tap(
        session: session.name,
        segment: segment,
        bus: BusNode(channels: count),
        driverChannels: Array(next..<next + count)
      )
    }
  }

  /// The files for the sound of sessions.
  func files(in directory: String) -> [OutputFile] {
    taps.map {
      OutputFile(path: "\(directory)/\($0.session).wav", driverChannels: $0.driverChannels)
    }
  }

  /// Adds the buses to a plan whose first segments are the sessions of the rig.
  func listen(_ plan: PlanDescription) -> PlanDescription {
    var plan = plan
    for tap in taps {
      let channels = plan.segments[tap.segment].outputs.indices
      plan.segments[tap.segment].sends.append(
        SendDescription(
          node: tap.send,
          bus: plan.buses.count,
          isPost: true,
          map: channels.map { ($0, $0) }
        )
      )
      plan.buses.append(BusDescription(node: tap.bus, driverChannels: tap.driverChannels))
    }
    return plan
  }
}
