// SPDX-License-Identifier: Apache-2.0
// The channels of a driver that has no ports of its own: a file, or a test.

import ControlTower
import RigModel

extension [PortGroup] {
  /// A number for each audio port, inputs and outputs each from 0.
  package var numbered: [PortKey: Int] {
    var numbers: [PortKey: Int] = [:]
    for direction in [Route.Direction.input, .output] {
      let groups = filter { $0.direction == direction && !$0.carriesMIDI }
      for (number, port) in groups.flatMap(\.ports).enumerated() { numbers[port.key] = number }
    }
    return numbers
  }
}
