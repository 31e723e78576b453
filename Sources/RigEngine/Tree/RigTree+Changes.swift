// SPDX-License-Identifier: Apache-2.0
// Changes of values: what is asked for is looked at first, and happens afterwards, alone or
// together with others.

package import ControlTree
import ControlTower
import Quantities
import RenderCore
package import RigErrors

/// What somebody wants one of several values to become.
package struct ValueChange: Sendable {
  /// Which value.
  package let path: String
  /// What it is to be.
  package let change: TreeChange

  /// Describes a change.
  package init(path: String, change: TreeChange) { (self.path, self.change) = (path, change) }
}

/// A change that may be made: the node is there, and takes the value.
private struct GrantedChange {
  let node: TreeNode
  let value: TreeValue
  let write: (TreeValue) throws(RigError) -> Void

  var reading: TreeReading { TreeReading(node: node, value: value) }

  /// Whether the fade of several changes takes this one along.
  func follows(_ fade: Fade?) -> Bool { node.kind.isContinuous && (fade?.seconds ?? 0) > 0 }
}

extension RigTree {
  /// Says what a value means that is the path of a file.
  package typealias FileResolver = (String) throws(RigError) -> String

  /// Changes one value, at once or over a time; what is refused changes nothing.
  ///
  /// - Parameters:
  ///   - path: which one.
  ///   - change: what it is to be.
  ///   - fade: how it gets there, if not at once.
  ///   - moment: when it begins, for what the renderer changes; with the next cycle without one.
  ///     What was set for a later moment stays set for that.
  ///   - access: what the client may do that wants it.
  ///   - resolve: what a value means that is the path of a file; without it the file must be there.
  /// - Throws: why not, in a sentence.
  /// - Returns: the value, as it will be once the renderer has taken it and a fade has come to its
  ///   end.
  package func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade? = nil,
    from moment: ChangeMoment? = nil,
    as access: Access = .operator,
    resolve: FileResolver = presentFile
  ) throws(RigError) -> TreeReading {
    let change = try granted(ValueChange(path: path, change: change), access, resolve)
    if let fade, fade.seconds > 0 {
      try fade.check(change.node)
      begin(fade, change)
    } else {
      try context.controller.starting(at: moment?.frame) { () throws(RigError) in
        try change.write(change.value)
      }
      settle(change, moment)
    }
    return change.reading
  }

  /// Changes several values in one step for all listeners: all of them, or none.
  ///
  /// What a fade can't take along, such as a switch, changes at once.
  ///
  /// - Parameters: as for one value.
  /// - Throws: why one of them can't be changed, in a sentence.
  /// - Returns: the values, in the order of the changes.
  package func apply(
    _ changes: [ValueChange],
    over fade: Fade? = nil,
    as access: Access = .operator,
    resolve: FileResolver = presentFile
  ) throws(RigError) -> [TreeReading] {
    try fade?.checkTime()
    var granted: [GrantedChange] = []
    for change in changes {
      let next = try self.granted(change, access, resolve)
      guard !ValueGuards.suffixes.contains(where: next.node.path.hasSuffix) else {
        throw .data("'\(next.node.path)' is a lock or a limit, which others go by: set it alone.")
      }
      guard !granted.contains(where: { $0.node.path == next.node.path }) else {
        throw .data("'\(next.node.path)' is to become two things at once: name it once.")
      }
      granted.append(next)
    }
    let atOnce = granted.filter { !$0.follows(fade) }
    try askTower(atOnce)
    try context.controller.together { () throws(RigError) in
      // What the tower decides about comes last: nobody is interrupted for a list that fails.
      try write(atOnce.filter { $0.node.events == nil } + atOnce.filter { $0.node.events != nil })
    }
    for change in granted {
      if let fade, change.follows(fade) { begin(fade, change) } else { settle(change, nil) }
    }
    return granted.map(\.reading)
  }

  /// Refuses what the tower would not grant after what comes before it.
  private func askTower(_ changes: [GrantedChange]) throws(RigError) {
    var tower = builder.towerControl.tower
    for change in changes {
      do throws(RigError) {
        for event in try change.node.events?(change.value) ?? [] {
          try guards.check(event, in: tower)
          try tower.decide(event).effects()
        }
      } catch {
        throw error.about(change.node.path)
      }
    }
  }

  /// Writes values; if one is refused all the same, those before it become what they were.
  private func write(_ changes: [GrantedChange]) throws(RigError) {
    var before: [(change: GrantedChange, value: TreeValue)] = []
    for change in changes {
      before.append((change, change.node.value))
      do throws(RigError) {
        try change.write(change.value)
      } catch {
        for (earlier, value) in before.dropLast().reversed() { try? earlier.write(value) }
        throw error.about(change.node.path)
      }
    }
  }

  private func begin(_ fade: Fade, _ change: GrantedChange) {
    fades.begin(fade, of: change.node, to: change.value)
    change.node.remember?(change.value)
  }

  /// Notes what has been written.
  private func settle(_ change: GrantedChange, _ moment: ChangeMoment?) {
    let node = change.node
    fades.stop(node.path)
    setLater(than: moment, at: node.path, change.write)
    node.remember?(node.value)
    if let owner = guards.owner(of: node.path, in: upToDate), let end = fades.target(of: owner.path)
    {
      // A limit has moved what fades, and not where it goes.
      owner.remember?(guards.limit(end, owner))
    }
    if let moment, node.takesFrames { timed.add(path: node.path, change.value, at: moment) }
  }

  /// Sets a value again to what was set for a moment to come: what reads as set is what is heard
  /// last.
  private func setLater(
    than moment: ChangeMoment?,
    at path: String,
    _ write: (TreeValue) throws(RigError) -> Void
  ) {
    for change in timed.later(than: moment?.time, at: path, now: .now) {
      // What the tower refuses now was reported already.
      try? context.controller.starting(at: change.moment.frame) { () throws(RigError) in
        try write(change.value)
      }
    }
  }

  /// The file that a change of this value would name, if it names one: a caller that must not wait
  /// for disks looks for it elsewhere.
  package func file(
    meantBy change: TreeChange,
    at path: String,
    as access: Access,
    resolve: FileResolver
  ) throws(RigError) -> String? {
    let node = try find(path, for: access)
    guard case .file = node.kind, case .text(let file) = try target(of: change, in: node),
      !file.isEmpty
    else { return nil }
    return try resolve(file)
  }

  private func granted(
    _ change: ValueChange,
    _ access: Access,
    _ resolve: FileResolver
  ) throws(RigError) -> GrantedChange {
    let node = try find(change.path, for: access)
    guard let write = node.write else { throw node.refusal }
    var value = try target(of: change.change, in: node)
    if case .file = node.kind, case .text(let file) = value, !file.isEmpty {
      value = .text(try resolve(file))
    }
    try guards.check(value, node)
    return GrantedChange(node: node, value: value, write: write)
  }

  private func target(of change: TreeChange, in node: TreeNode) throws(RigError) -> TreeValue {
    switch change {
    case .value(let value): return try node.kind.checked(value, at: node.path)
    case .nearest(let value):
      let nearest = guards.limit(node.kind.nearest(value), node)
      return try node.kind.checked(nearest, at: node.path)
    case .words(let text): return try node.kind.value(of: text, at: node.path)
    case .step(let step):
      let start = fades.target(of: node.path) ?? node.value
      return guards.limit(try node.kind.step(step, from: start, at: node.path), node)
    case .toggle:
      guard case .toggle(let isOn) = node.value else {
        throw .data("'\(node.path)' is no switch: it takes \(node.kind.allowed).")
      }
      return .toggle(!isOn)
    }
  }
}

extension RigError {
  /// The same with the path that it is about, for one of several changes.
  fileprivate func about(_ path: String) -> RigError {
    RigError(kind, "'\(path)': \(message)", rule: rule, sessionCode: sessionCode)
  }
}
