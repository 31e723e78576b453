// SPDX-License-Identifier: Apache-2.0
// Subscribers that want the same values at the same rate, which are read once for all of them.

import ControlProtocol
import ControlTree
import Quantities
import RigEngine

/// Subscribers that receive the same values at the same time.
struct ValueGroup {
  private struct Member {
    let tell: @Sendable (TreeUpdate) -> Void
    /// How many updates it has received.
    var number = 0
    /// Whether it has yet to receive all values.
    var isNew = true
  }

  let interval: Seconds
  private var members: [ValueFeed.Subscriber: Member] = [:]
  private var last: MonotonicTime?
  private var generation = -1
  private var nodes: [TreeNode] = []
  /// The values that all members but the new ones have received.
  private var told: [TreeValue] = []
  /// The places of values that a member received out of turn; all members receive them with the
  /// next update, so that all know the same.
  private var untold: Set<Int> = []

  /// How many values an update may have: a line may not hold all of them.
  private static let mostEntries = 2_000

  /// The group's tag in the `FairClock`, and how long its last update took.
  private(set) var tag = Duration.zero
  private(set) var time = Duration.zero

  init(interval: Seconds) { self.interval = interval }

  var isEmpty: Bool { members.isEmpty }

  mutating func add(
    _ subscriber: ValueFeed.Subscriber,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) {
    members[subscriber] = Member(tell: tell)
  }

  mutating func remove(_ subscriber: ValueFeed.Subscriber) { members[subscriber] = nil }

  /// Sends all members the values that have changed; `finish` is the tag of this update in the
  /// `FairClock`.
  mutating func tell(now: MonotonicTime, finishing finish: Duration) {
    let start = ContinuousClock.now
    last = now
    let values = nodes.map(\.value)
    let changed = values.indices.filter { values[$0] != told[$0] || untold.contains($0) }
    (told, untold) = (values, [])
    let isAnybodyNew = members.values.contains(where: \.isNew)
    let everything = isAnybodyNew ? pages(of: values.indices) : []
    let news = changed.isEmpty ? [] : pages(of: changed)
    for (subscriber, member) in members {
      tell(member.isNew ? everything : news, to: subscriber)
    }
    let taken = ContinuousClock.now - start
    (tag, time) = (finish + taken - time, taken)
  }

  /// Sends one member all values at once, whether an update is due or not.
  mutating func tell(all subscriber: ValueFeed.Subscriber) {
    let values = nodes.map(\.value)
    untold.formUnion(values.indices.filter { values[$0] != told[$0] })
    told = values
    members[subscriber]?.isNew = true
    tell(pages(of: values.indices), to: subscriber)
  }

  /// Whether an update is due; a tick that comes a little early will do.
  func isDue(_ now: MonotonicTime) -> Bool {
    last.map { now.elapsed(since: $0).value >= interval.value * 0.75 } ?? true
  }

  /// Whether its nodes are those of the present rig.
  func knows(_ tree: RigTree) -> Bool { generation == tree.generation }

  /// Lets go of the old nodes of a rig that has changed, so that its old plugins can be released.
  mutating func letGo() { (nodes, told, untold) = ([], [], []) }

  /// Takes the nodes of a rig that has changed; all members then receive all values.
  mutating func adopt(_ found: [TreeNode], of tree: RigTree) {
    guard !knows(tree) else { return }
    generation = tree.generation
    nodes = found.filter(\.isValue)
    (told, untold) = (nodes.map(\.value), [])
    for subscriber in members.keys { members[subscriber]?.isNew = true }
  }

  /// The values that were read last, in pages that fit into a line; at least one page.
  private func pages(of places: some Collection<Int>) -> [TreeEntries] {
    let entries = places.map { TreeEntry(path: nodes[$0].path, value: told[$0]) }
    let starts = Array(stride(from: 0, to: max(1, entries.count), by: Self.mostEntries))
    return starts.map { start in
      TreeEntries(Array(entries[start..<min(start + Self.mostEntries, entries.count)]))
    }
  }

  private mutating func tell(_ pages: [TreeEntries], to subscriber: ValueFeed.Subscriber) {
    guard var member = members[subscriber] else { return }
    for values in pages {
      member.number += 1
      member.tell(TreeUpdate(number: member.number, isFull: member.isNew, values: values))
      member.isNew = false
    }
    members[subscriber] = member
  }
}
