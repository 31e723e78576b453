// SPDX-License-Identifier: Apache-2.0
// A value of the rig on its control path.

import Quantities
import RigErrors

/// A value of the rig: how it reads, what it may be, and how it is set.
package struct Parameter {
  package var path: String
  /// Other paths that mean it too.
  var aliases: [String] = []
  package var value: String
  package var allowed: String
  package var unit: String?
  /// The name of the value, where it has one.
  package var label: String?
  /// Whether the value is the path of a file or folder.
  var isPath = false
  /// Sets it and returns how it reads then; the renderer may be about to take it.
  ///
  /// `nil` for what can only be read.
  var set: ((String) throws(RigError) -> String)?

  /// Whether it can only be read.
  package var isReadOnly: Bool { self.set == nil }

  /// Whether it is the one that a path means.
  func has(_ path: String) -> Bool { self.path == path || aliases.contains(path) }
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
package func short(_ number: Float) -> String {
  number == number.rounded() && abs(number) < 1e6 ? "\(Int(clamping: number))" : "\(number)"
}
