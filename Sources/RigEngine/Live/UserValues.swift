// SPDX-License-Identifier: Apache-2.0
// What users have set in the mixer, and how a preset and its edits go together with it.

package import ControlTree
import RigModel

/// What users have set, by path, each value beside what the preset said of it then.
///
/// A value counts while the preset goes on saying that: an edit of the preset is meant. A value
/// that is set to what the preset says is the preset's again. Mutes of sessions and volumes of
/// outputs are not here but in the tower, which may refuse them, and what plugins are set to is in
/// the plugins: a state can't be taken apart into paths.
package struct UserValues: Hashable, Sendable {
  /// A value that a user has set.
  package struct Entry: Hashable, Sendable {
    /// What it was set to.
    package let value: TreeValue
    /// What the preset said then.
    package let preset: TreeValue
  }

  /// What was set, by path.
  package private(set) var entries: [String: Entry] = [:]

  init() {}

  /// Notes what a value was set to, and what the preset says of it.
  mutating func set(_ path: String, to value: TreeValue, preset: TreeValue) {
    entries[path] = value == preset ? nil : Entry(value: value, preset: preset)
  }

  /// Lets what users have set of a strip's sends go along with each send.
  mutating func follow(_ before: Channel, as after: Channel) {
    entries.follow(before, as: after)
  }

  /// The values of a preset with those that users have set; what counts of these is noted in
  /// `kept`.
  func laid<Owner>(
    over preset: Owner,
    _ table: [MixerValue<Owner>],
    at path: String,
    keeping kept: inout UserValues
  ) -> Owner {
    var values = preset
    for value in table {
      let path = value.path(of: path)
      guard let entry = entries[path], entry.preset == value.treeValue(in: preset) else { continue }
      value.take(entry.value, into: &values)
      kept.entries[path] = entry
    }
    return values
  }
}

extension Dictionary where Key == String {
  /// Lets what is noted of a strip's sends, by path, go along with each send: of several to one
  /// output the names say only the order.
  mutating func follow(_ before: Channel, as after: Channel) {
    func path(_ channel: Channel, _ index: Int, _ value: SendValue) -> String {
      value.path(of: channel.sends.path(of: index, from: channel.name))
    }
    let old = self
    for index in before.sends.indices {
      for value in SendValue.all { self[path(before, index, value)] = nil }
    }
    for (index, place) in after.sendsGoingOn(from: before).enumerated() {
      guard let place else { continue }
      for value in SendValue.all {
        self[path(after, index, value)] = old[path(before, place, value)]
      }
    }
  }
}

extension LiveRig {
  /// Sets everything to what users have set it to, and the rest to what the preset says.
  ///
  /// - Returns: what still counts.
  func take(_ user: UserValues) -> UserValues {
    var kept = UserValues()
    for channel in channels { channel.take(user, keeping: &kept) }
    for route in routes where route.isOutput { route.take(user, keeping: &kept) }
    for group in groups { group.take(user, keeping: &kept) }
    let path = RigPath.Branch.crossfader.path()
    crossfader.values = user.laid(
      over: rig.crossfader,
      CrossfaderValue.all,
      at: path,
      keeping: &kept
    )
    return kept
  }
}
