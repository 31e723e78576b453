// SPDX-License-Identifier: Apache-2.0
// Invisible characters that change what people see.

extension Unicode.Scalar {
  /// Whether a terminal acts on it instead of showing it: control characters, ends of lines,
  /// changes of direction.
  package var isUnseen: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: properties.generalCategory == .control
    }
  }
}
