// SPDX-License-Identifier: Apache-2.0
// What a reader of mappings must know of their kind; presets and scenarios have kinds of their own.

/// What kind of mapping is being read.
protocol MappingShape {
  /// The keys that may stand in it.
  var keys: [String] { get }
  /// What it is called in sentences.
  var noun: String { get }
}

extension Shape: MappingShape {}
