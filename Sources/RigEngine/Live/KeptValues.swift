// SPDX-License-Identifier: Apache-2.0
// What a preset says of something in the mixer, and how its user has left it.

import Presets

/// The values of an output or a group, beside those that its preset gave it.
///
/// > Threading: Control.
struct KeptValues<Owner: Sendable> {
  /// What the preset says.
  private(set) var preset: Owner
  /// The same with what the user has turned as the user has left it.
  var current: Owner
  /// What a user can turn.
  private let table: [MixerValue<Owner>]

  init(_ preset: Owner, _ table: [MixerValue<Owner>]) {
    (self.preset, current, self.table) = (preset, preset, table)
  }

  /// Takes over a changed preset; what it leaves as it was stays as the user has left it.
  mutating func adopt(_ other: Owner) {
    let before = self
    (preset, current) = (other, other)
    keep(before)
  }

  /// Takes over what the user has set in something that this one replaces.
  mutating func keep(_ other: KeptValues) {
    for value in table { value.keep(other.current, since: other.preset, in: &current) }
  }
}
