// SPDX-License-Identifier: Apache-2.0
// A value of the rig for clients.

import ControlProtocol
import RigEngine

extension Parameter {
  /// The value for an answer.
  var status: ParameterStatus {
    ParameterStatus(
      path: path,
      value: value,
      allowed: allowed,
      isReadOnly: isReadOnly,
      unit: unit,
      label: label
    )
  }
}
