// SPDX-License-Identifier: Apache-2.0
// What a reader of mappings must know about their kind; presets and scenarios have different kinds.

/// What kind of mapping is being read.
protocol MappingShape {
  /// The keys that it may have.
  var keys: [String] { get }
  /// The noun for it in sentences.
  var noun: String { get }
}

extension Shape: MappingShape {}
