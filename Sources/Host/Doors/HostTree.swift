// SPDX-License-Identifier: Apache-2.0
// The tree of the rig for doors that don't speak JSON: OSC, MIDI, metrics.

import ControlProtocol
import ControlServer
import ControlTree
import JACKDriver
import Quantities
import RigEngine
import RigErrors

/// The tree of a rig, as doors see it.
///
/// > Threading: Any.
struct HostTree: LiveTree {
  let host: RigHost

  func describe(_ patterns: [String]) async throws(RigError) -> [NodeDescription] {
    try await describe(patterns, host)
  }

  private func describe(
    _ patterns: [String],
    _ host: isolated RigHost
  ) throws(RigError) -> [NodeDescription] {
    let tree = try host.runningEngine().tree
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
    guard let moment else { return try await set(path, to: change, over: fade, at: nil, host) }
    let lead = fade == nil ? await lead(of: path, host) : .zero
    let pause = moment.elapsed(since: .now).value - lead.value
    if pause > 0 { try? await Task.sleep(nanoseconds: Seconds(pause).nanoseconds) }
    return try await set(path, to: change, over: fade, at: lead > .zero ? moment : nil, host)
  }

  /// How long before its moment a value is set: gains of the mixer so early that the audio thread knows of them before the
  /// cycle comes in which they begin; nothing else.
  private func lead(of path: String, _ host: isolated RigHost) -> Seconds {
    guard host.engine?.tree.movesByRamps(path) == true else { return .zero }
    let driver = host.server.link.driver
    let cycles = Double(2 * driver.bufferFrames.value) / max(driver.sampleRate.hertz, 1)
    return Seconds(cycles + HostTimes.errand.value)
  }

  private func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    _ host: isolated RigHost
  ) throws(RigError) -> TreeValue {
    let tree = try host.runningEngine().tree
    let frame = moment.flatMap { host.server.link.driver.frame(at: $0) }
    let set = try tree.set(
      path,
      to: change,
      over: fade,
      from: frame,
      resolve: host.clientPath.resolve
    )
    tree.advance(now: .now)
    return set.value
  }

  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: Visitor
  ) async throws(RigError) {
    try visitor.access.check(.change(path))
    if let act = try await pull(path, arguments, host) { try await act(arguments) }
  }

  /// Does what takes no time, and returns what does.
  private func pull(
    _ path: String,
    _ arguments: [String: String],
    _ host: isolated RigHost
  ) throws(RigError) -> TreeNode.LaterAct? {
    try Caller.current?.checkIsLetIn()
    switch try host.runningEngine().tree.pull(path, arguments) {
    case .now(let act):
      try act(arguments)
      return nil
    case .later(let act): return act
    }
  }

  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) async throws(RigError) -> TreeWatch {
    try await watch(patterns, rate_hz: rate_hz, tell, host)
  }

  private func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void,
    _ host: isolated RigHost
  ) throws(RigError) -> TreeWatch {
    let engine = try host.runningEngine()
    let patterns = try engine.tree.patterns(patterns.isEmpty ? nil : patterns)
    let watch = host.feed.values.nextWatch()
    try host.feed.values.subscribe(.watch(watch), to: patterns, rate: rate_hz, tell)
    host.feed.values.tell(all: .watch(watch), of: engine.tree)
    return watch
  }

  func endWatch(_ watch: TreeWatch) async { await forget(watch, host) }

  private func forget(_ watch: TreeWatch, _ host: isolated RigHost) {
    host.feed.values.forget(.watch(watch))
  }
}
