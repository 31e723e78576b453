// SPDX-License-Identifier: Apache-2.0
// Values that take their time.

import ControlTree
import Quantities
import RigErrors

extension Fade {
  /// Refuses a time that makes no sense, and values that have no way between them.
  func check(_ node: TreeNode) throws(RigError) {
    guard seconds.isFinite, seconds <= FadeCurve.longest else {
      throw .data("A fade takes up to \(TreeValue.words(FadeCurve.longest)) seconds.")
    }
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
  }

  private var ways: [String: Way] = [:]

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

  /// Moves all values to where they are to be now; one that is refused, locked meanwhile, or gone, moves no more.
  func advance(now: MonotonicTime, within guards: ValueGuards, _ find: (String) -> TreeNode?) {
    for (path, way) in ways.sorted(by: { $0.key < $1.key }) {
      guard !guards.isLocked(path), let node = find(path), let write = node.write else {
        ways[path] = nil
        continue
      }
      let began = way.began ?? now
      ways[path]?.began = began
      let time = now.elapsed(since: began).value / way.fade.seconds
      guard time < 1 else {
        ways[path] = nil
        // Whatever stands against it now has told its user so.
        try? write(guards.limit(way.target, node))
        continue
      }
      let number = way.start + (way.end - way.start) * way.fade.curve.progress(time)
      let value = guards.limit(.number(number), node)
      if let glide = node.glide {
        glide(value)
      } else {
        do throws(RigError) { try write(value) } catch { ways[path] = nil }
      }
    }
  }

  func succeed(_ old: Fades) { ways = old.ways }
}
