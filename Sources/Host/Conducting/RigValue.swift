// SPDX-License-Identifier: Apache-2.0
// A value of the rig on its control path.

import ControlProtocol
import Quantities
import RigErrors

/// A value of the rig: how it reads, what it may be, and how it is set.
struct Parameter {
  var path: String
  /// Other paths that mean it too.
  var aliases: [String] = []
  var value: String
  var allowed: String
  var unit: String?
  /// The name of the value, where it has one.
  var label: String?
  /// Whether the value is the path of a file or folder.
  var isPath = false
  /// Sets it and returns how it reads then; the renderer may be about to take it.
  ///
  /// `nil` for what can only be read.
  var set: ((String) throws(RigError) -> String)?

  /// Whether it is the one that a path means.
  func has(_ path: String) -> Bool { self.path == path || aliases.contains(path) }

  var status: ParameterStatus {
    ParameterStatus(
      path: path,
      value: value,
      allowed: allowed,
      isReadOnly: set == nil,
      unit: unit,
      label: label
    )
  }
}

/// What a word for a switch means.
func flag(_ text: String) -> Bool? {
  switch text {
  case "on", "true", "yes", "1": true
  case "off", "false", "no", "0": false
  default: nil
  }
}

/// A number as people write it: no needless digits.
func short(_ number: Float) -> String {
  number == number.rounded() && abs(number) < 1e6 ? "\(Int(clamping: number))" : "\(number)"
}
