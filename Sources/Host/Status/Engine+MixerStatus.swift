// SPDX-License-Identifier: Apache-2.0
// The buses and groups of the rig, for clients.

import ControlProtocol
import Quantities
import RenderCore
import RigEngine
import RigModel

extension Engine {
  /// The state of the buses.
  func busStatuses() -> [BusStatus] {
    live.buses.map { bus, _ in
      let (strip, values) = (bus.strip, mixer.values(of: bus))
      var status = BusStatus(
        name: bus.name,
        fader_db: values.fader.status,
        isMuted: values.isMuted,
        levels: levelStatuses(of: strip),
        plugins: bus.plugins.map { pluginStatus(of: $0, in: bus) }
      )
      status.clips = meters.clips(of: strip)
      return status
    }
  }

  /// The state of the groups.
  func groupStatuses() -> [GroupStatus] {
    live.groups.map(\.group).map { group in
      GroupStatus(
        name: group.name,
        fader_db: group.fader.status,
        isMuted: group.isMuted,
        members: group.members
      )
    }
  }
}
