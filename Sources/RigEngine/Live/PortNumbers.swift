// SPDX-License-Identifier: Apache-2.0
// The channels of a driver that has no ports of its own: a file, or a test.

import ControlTower
import Presets

extension [PortGroup] {
  /// A number for each audio port, inputs and outputs each from 0; processes of isolated graphs have none.
  package var numbered: [PortKey: Int] {
    var numbers: [PortKey: Int] = [:]
    for direction in [Route.Direction.input, .output] {
      let groups = filter { $0.direction == direction && !$0.carriesMIDI }
      let ports = groups.flatMap(\.ports).filter { !$0.isInternal }
      for (number, port) in ports.enumerated() { numbers[port.key] = number }
    }
    return numbers
  }
}
