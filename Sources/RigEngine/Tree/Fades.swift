// SPDX-License-Identifier: Apache-2.0
// Values that take their time.

import ControlTree
import Quantities
import RigErrors
import RigModel

extension Fade {
  /// Refuses a time that makes no sense.
  func checkTime() throws(RigError) {
    guard seconds.isFinite, seconds <= FadeCurve.longest else {
      throw .data("A fade takes up to \(TreeValue.words(FadeCurve.longest)) seconds.")
    }
  }

  /// The same, and values that have no way between them.
  func check(_ node: TreeNode) throws(RigError) {
    try checkTime()
    guard node.kind.isContinuous else {
      throw .data("'\(node.path)' can't fade: there is nothing between its values.")
    }
  }
}

/// The values that are on their way.
///
/// A level moves in dB; silence is at the lowest level of its range until the fade has come there.
///
/// > Threading: Control.
final class Fades {
  private struct Way {
    let fade: Fade
    let start: Double
    let end: Double
    let target: TreeValue
    /// When it was first moved.
    var began: MonotonicTime?

    /// The part of its time that has gone by, from 0 to 1 and beyond.
    func progress(at time: MonotonicTime?) -> Double {
      guard let began, let time else { return 0 }
      return time.elapsed(since: began).value / fade.seconds
    }

    /// What the value is then.
    func place(at time: MonotonicTime?) -> TreeValue {
      let progress = progress(at: time)
      guard progress < 1 else { return target }
      return .number(start + (end - start) * fade.curve.progress(progress))
    }
  }

  private var ways: [String: Way] = [:]
  /// When everything was moved last.
  private var last: MonotonicTime?

  var isEmpty: Bool { ways.isEmpty }
  var targets: [String: TreeValue] { ways.mapValues(\.target) }

  func target(of path: String) -> TreeValue? { ways[path]?.target }

  /// Begins a fade from where the value is; one that was under way there ends.
  func begin(_ fade: Fade, of node: TreeNode, to target: TreeValue) {
    guard let start = node.value.number, let end = target.number else { return }
    let least = node.kind.bounds?.lowerBound ?? -.greatestFiniteMagnitude
    ways[node.path] = Way(
      fade: fade,
      start: max(start, least),
      end: max(end, least),
      target: target
    )
  }

  /// Leaves a value where it is.
  func stop(_ path: String) { ways[path] = nil }

  /// Moves all values to where they are to be now; one that is refused, locked meanwhile, or gone,
  /// moves no more.
  func advance(now: MonotonicTime, within guards: ValueGuards, _ find: (String) -> TreeNode?) {
    last = now
    for (path, var way) in ways.sorted(by: { $0.key < $1.key }) {
      let node = find(path)
      guard let node, !guards.isLocked(path), let write = node.write else {
        stop(path)
        // Its user has it as it is now.
        if let node { node.remember?(node.value) }
        continue
      }
      way.began = way.began ?? now
      ways[path] = way
      let isOver = way.progress(at: now) >= 1
      let value = guards.limit(way.place(at: now), node)
      do throws(RigError) {
        if !isOver, let glide = node.glide { try glide(value) } else { try write(value) }
      } catch {
        // Whatever prevents it now has been reported to its user already.
        stop(path)
      }
      if isOver { stop(path) }
      if ways[path] == nil { node.remember?(node.value) }
    }
  }

  /// Moves all values to where they were moved last, in a rig in which they are what they fade to.
  ///
  /// The fade ends of one that is gone, or that the preset wants to be something else by now.
  func settle(within guards: ValueGuards, _ find: (String) -> TreeNode?) {
    for (path, way) in ways.sorted(by: { $0.key < $1.key }) {
      guard let node = find(path), let move = node.glide ?? node.write,
        node.remember == nil || node.value.isNear(guards.limit(way.target, node))
      else {
        stop(path)
        continue
      }
      try? move(guards.limit(way.place(at: last), node))
    }
  }

  /// Lets the fades of a strip's sends go along with each send.
  func follow(_ before: Channel, as after: Channel) { ways.follow(before, as: after) }

  func succeed(_ old: Fades) { (ways, last) = (old.ways, old.last) }
}

extension TreeValue {
  /// Whether both are one number of 32 bits, which is what the mixer has.
  fileprivate func isNear(_ other: TreeValue) -> Bool {
    number.map { Float($0) } == other.number.map { Float($0) }
  }
}
