// SPDX-License-Identifier: Apache-2.0
// The tree of the rig for doors that don't speak JSON: OSC, MIDI, metrics.

import ControlProtocol
import ControlTree
import Quantities
import RigEngine
import RigErrors

extension RigHost: LiveTree {
  func describe(_ patterns: [String]) throws(RigError) -> [NodeDescription] {
    let tree = try runningEngine().tree
    return try tree.nodes(meant: patterns.isEmpty ? nil : patterns).map(tree.description)
  }

  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: Visitor
  ) async throws(RigError) -> TreeValue {
    try visitor.access.check(.change(path))
    if let moment { try? await Task.sleep(nanoseconds: moment.elapsed(since: .now).nanoseconds) }
    let tree = try runningEngine().tree
    let set = try tree.set(path, to: change, over: fade, resolve: clientPath.resolve)
    tree.advance(now: .now)
    return set.value
  }

  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: Visitor
  ) async throws(RigError) {
    try visitor.access.check(.change(path))
    switch try runningEngine().tree.pull(path, arguments) {
    case .now(let act): try act(arguments)
    case .later(let act): try await act(arguments)
    }
  }

  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) throws(RigError) -> TreeWatch {
    let engine = try runningEngine()
    let patterns = try engine.tree.patterns(patterns.isEmpty ? nil : patterns)
    let watch = feed.values.nextWatch()
    try feed.values.subscribe(.watch(watch), to: patterns, rate: rate_hz, tell)
    tellValues(engine, to: .watch(watch))
    return watch
  }

  func endWatch(_ watch: TreeWatch) { feed.values.forget(.watch(watch)) }
}
