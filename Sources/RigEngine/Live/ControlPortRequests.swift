// SPDX-License-Identifier: Apache-2.0
// The JACK ports by which MIDI controllers steer the rig.

import ControlTower
import RigModel

extension Rig {
  /// The ports of the rig's own MIDI; none where no controller and no clock is wanted.
  var controlPorts: [PortGroup] {
    guard hasControlPorts else { return [] }
    func group(_ direction: Route.Direction) -> PortGroup {
      let name = direction == .input ? Self.controlInputName : Self.controlOutputName
      let request = PortRequest(
        key: .control(direction),
        label: PortLabel(owner: Self.controlPortOwner, name: name),
        patterns: (direction == .input ? midiMap?.input : midiMap?.output) ?? []
      )
      return PortGroup(direction: direction, carriesMIDI: true, ports: [request])
    }
    return [group(.input), group(.output)]
  }
}
