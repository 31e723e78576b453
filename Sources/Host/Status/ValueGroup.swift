// SPDX-License-Identifier: Apache-2.0
// Subscribers who want the same values at the same rate: read once, told all.

import ControlProtocol
import ControlTree
import Quantities
import RigEngine

/// Subscribers who are told the same values at the same time.
struct ValueGroup {
  private struct Member {
    let tell: @Sendable (TreeUpdate) -> Void
    /// How many updates it was told.
    var number = 0
    /// Whether it is still to be told what there is.
    var isNew = true
  }

  let interval: Seconds
  private var members: [ValueFeed.Subscriber: Member] = [:]
  private var last: MonotonicTime?
  private var generation = -1
  private var nodes: [TreeNode] = []
  /// What all members but the new ones have been told.
  private var told: [TreeValue] = []
  /// What somebody was told out of turn; all are told that again, so that all know the same.
  private var untold: Set<Int> = []

  /// How many values an update may have: all that there is may be more than a line holds.
  private static let mostEntries = 2_000

  /// What it has had of the rig's time, and how long it took last.
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

  /// Tells all members what is other than they were told; by then it was to be done.
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

  /// Tells one member all that there is, whatever the time.
  mutating func tell(all subscriber: ValueFeed.Subscriber) {
    let values = nodes.map(\.value)
    untold.formUnion(values.indices.filter { values[$0] != told[$0] })
    told = values
    members[subscriber]?.isNew = true
    tell(pages(of: values.indices), to: subscriber)
  }

  /// Whether it is time; a tick that comes a little early will do.
  func isDue(_ now: MonotonicTime) -> Bool {
    last.map { now.elapsed(since: $0).value >= interval.value * 0.75 } ?? true
  }

  /// Whether its nodes are those of the rig as it is.
  func knows(_ tree: RigTree) -> Bool { generation == tree.generation }

  /// Lets go of what a rig had that is another one now: its plugins come to their end.
  mutating func letGo() { (nodes, told, untold) = ([], [], []) }

  /// Takes the nodes of a rig that is another one now; then everybody is told everything.
  mutating func adopt(_ found: [TreeNode], of tree: RigTree) {
    guard !knows(tree) else { return }
    generation = tree.generation
    nodes = found.filter(\.isValue)
    (told, untold) = (nodes.map(\.value), [])
    for subscriber in members.keys { members[subscriber]?.isNew = true }
  }

  /// Values as they were read last, in pieces that a line has room for; at least one.
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
