// SPDX-License-Identifier: Apache-2.0
// Which segments must be rendered before which, and which ones can be rendered side by side.

internal import Ordering

/// The groups of segments that hear one another, each in an order in which it can be rendered.
///
/// A session and those that are inserted into it are one unit, the host first: it calls them at
/// their place in its graph, and those that it has not called (because it is suspended) have their
/// turn after it.
///
/// > Threading: Control.
struct RenderOrder {
  /// The indices of segments; groups in the order of their first members.
  let groups: [[Int]]
  /// The indices of segments that others call.
  let inserted: Set<Int>

  /// Orders `segments`; a session that hears itself in a circle comes last, in the order of the
  /// description.
  init(of segments: [SegmentDescription]) {
    let inserts = segments.map(\.inserts)
    inserted = Set(inserts.joined())
    let units = RenderOrder.units(inserts, inserted)
    var unitOf = [Int](repeating: 0, count: segments.count)
    for (unit, members) in units.enumerated() {
      for member in members { unitOf[member] = unit }
    }
    let heard = units.indices.map { unit in
      Set(units[unit].flatMap { segments[$0].heard }.map { unitOf[$0] }).subtracting([unit])
    }
    var successors = [[Int]](repeating: [], count: units.count)
    for (unit, others) in heard.enumerated() {
      for other in others { successors[other].append(unit) }
    }
    let order = dependencyOrder(successors: successors, breakingCircles: true)
    groups = RenderOrder.connected(heard).map { group in
      order.filter(group.contains).flatMap { units[$0] }
    }
  }

  /// A host and the sessions inserted into it, into those, and so on.
  private static func units(_ inserts: [[Int]], _ inserted: Set<Int>) -> [[Int]] {
    var placed: Set<Int> = []
    // Sessions in a circle of inserts are left when all others have been ordered.
    let hosts = inserts.indices.filter { !inserted.contains($0) } + Array(inserts.indices)
    return hosts.compactMap { host -> [Int]? in
      guard placed.insert(host).inserted else { return nil }
      var unit = [host]
      var next = 0
      while next < unit.count {
        unit += inserts[unit[next]].filter { placed.insert($0).inserted }
        next += 1
      }
      return unit
    }.sorted { $0[0] < $1[0] }
  }

  /// The units that hear one another, directly or not.
  private static func connected(_ heard: [Set<Int>]) -> [Set<Int>] {
    var neighbours = heard
    for (unit, others) in heard.enumerated() {
      for other in others { neighbours[other].insert(unit) }
    }
    var seen: Set<Int> = []
    return heard.indices.compactMap { start -> Set<Int>? in
      guard seen.insert(start).inserted else { return nil }
      var group = [start]
      var next = 0
      while next < group.count {
        group += neighbours[group[next]].filter { seen.insert($0).inserted }
        next += 1
      }
      return Set(group)
    }
  }
}

extension PlanDescription {
  /// The buses inside of the rig by their indices, in runs of such as can be rendered side by side.
  ///
  /// They stay in their order, in which they are mixed on, so that sums are the same whatever
  /// thread has rendered what.
  var runs: [[Int]] {
    var runs: [[Int]] = []
    var targets: Set<Int> = []
    for (index, bus) in buses.enumerated() where bus.isInside {
      if runs.isEmpty || targets.contains(index) {
        runs.append([])
        targets = []
      }
      runs[runs.count - 1].append(index)
      targets.formUnion(bus.graph.map { segments[$0].sends.map(\.bus) } ?? [])
    }
    return runs
  }
}

extension SegmentDescription {
  /// The sessions that feed this one.
  fileprivate var heard: [Int] {
    sources.compactMap { if case .session(let segment, _, _) = $0.origin { segment } else { nil } }
  }

  /// The sessions that are inserted into this one.
  var inserts: [Int] {
    nodes.compactMap { if case .insert(let segment, _, _, _) = $0.work { segment } else { nil } }
  }
}
