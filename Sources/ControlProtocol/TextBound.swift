// SPDX-License-Identifier: Apache-2.0
// How long the parameters of a request may be.

/// How long a text of a request may be; each request sets this for its parameters in
/// `ControlRequest.bounds`.
package enum TextBound: Hashable, Sendable, CaseIterable {
  /// Names and words: of sessions, routes, programs, categories.
  case name
  /// The path of a value, or a pattern of paths.
  case path
  /// The path of a file.
  case file
  /// A new value, such as a text of a plugin.
  case value

  /// The most bytes, in UTF-8.
  package var bytes: Int {
    switch self {
    case .name: 256
    case .path: 1_024
    case .file: 4_095
    case .value: 65_536
    }
  }

  /// The most elements of a list, and keys of an object.
  package static let mostElements = 64
}
