// SPDX-License-Identifier: Apache-2.0
// The tree of the rig for doors that don't speak JSON: OSC, MIDI, metrics.

import AudioBackend
import ControlProtocol
import ControlServer
import ControlTree
import Glibc
import Quantities
import RigEngine
import RigErrors

/// The tree of a rig, as doors see it.
///
/// > Threading: Any.
struct HostTree: LiveTree {
  let host: RigHost

  /// Runs `body` once it is the turn of the door's client, or at once if the client has its turn
  /// already.
  func inTurn<Value: Sendable>(
    for kind: String,
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    guard let share = ClientShare.current, Turn.current?.isHeld != true else {
      return try await body()
    }
    let turn = await host.turnstile.take(share, for: kind)
    defer { turn.end() }
    // `withValue` does not take a closure with typed throws.
    return try await Turn.$current.withValue(turn) {
      await withTaskExecutorPreference(host.turnstile.queue) {
        () async -> Result<Value, RigError> in
        do throws(RigError) { return .success(try await body()) } catch { return .failure(error) }
      }
    }.get()
  }

  func describe(_ patterns: [String]) async throws(RigError) -> [NodeDescription] {
    let question = try TreeQuestion(patterns.isEmpty ? nil : patterns)
    // A client that asks for a few values does not wait as long as one that asks for all.
    let kind = question.isOfFew ? TreeGetRequest.method : TreeListRequest.method
    return try await inTurn(for: kind) { () async throws(RigError) in
      try await TreeReader(host: host).readEach(question) { $0.tree.description(of: $1) }
    }
  }

  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: RequestOrigin
  ) async throws(RigError) -> TreeValue {
    let access = visitor.access
    try access.check(.change([path]))
    var begin: MonotonicTime?
    if let moment {
      let lead = fade == nil ? await lead(of: path, host) : .zero
      let pause = moment.elapsed(since: .now).value - lead.value
      if pause > 0 { try? await Task.sleep(nanoseconds: Seconds(pause).nanoseconds) }
      if lead > .zero { begin = moment }
    }
    return try await inTurn(for: TreeSetRequest.method) { [begin] () async throws(RigError) in
      try await set(path, to: change, over: fade, at: begin, as: access, host)
    }
  }

  /// How long before its moment a value is set: early enough for the audio thread to have it before
  /// its cycle, or zero for a value that the renderer does not change.
  private func lead(of path: String, _ host: isolated RigHost) -> Seconds {
    guard host.engine?.tree.takesFrames(path) == true else { return .zero }
    let driver = host.server.link.driver
    let cycles = Double(2 * driver.bufferFrames.value) / max(driver.sampleRate.hertz, 1)
    return Seconds(cycles + HostTimes.lead.value)
  }

  private func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    as access: Access,
    _ host: isolated RigHost
  ) async throws(RigError) -> TreeValue {
    let begin = moment.flatMap { time in
      host.server.link.driver.frame(at: time).map { ChangeMoment(frame: $0, time: time) }
    }
    return try await write(
      change,
      to: path,
      over: fade,
      from: begin,
      as: access,
      resolve: host.clientPath.resolve,
      host
    ).value
  }

  /// Changes a value of the tree; looks off the actor for a file that the change names.
  func write(
    _ change: TreeChange,
    to path: String,
    over fade: Fade? = nil,
    from moment: ChangeMoment? = nil,
    as access: Access,
    resolve: RigTree.FileResolver,
    _ host: isolated RigHost
  ) async throws(RigError) -> TreeReading {
    try await lookForFile(of: change, at: path, as: access, resolve, host)
    let tree = try host.runningEngine().tree
    let set = try tree.set(path, to: change, over: fade, from: moment, as: access, resolve: resolve)
    // A fade begins now, not with the next tick.
    tree.advance(now: .now)
    return set
  }

  /// Changes several values of the tree, all or none.
  func apply(
    _ changes: [ValueChange],
    over fade: Fade?,
    as access: Access,
    resolve: RigTree.FileResolver,
    _ host: isolated RigHost
  ) async throws(RigError) -> [TreeReading] {
    for change in changes {
      try await lookForFile(of: change.change, at: change.path, as: access, resolve, host)
    }
    let tree = try host.runningEngine().tree
    let set = try tree.apply(changes, over: fade, as: access, resolve: resolve)
    tree.advance(now: .now)
    return set
  }

  /// Looks off the actor for the file that a change names, if it names one.
  private func lookForFile(
    of change: TreeChange,
    at path: String,
    as access: Access,
    _ resolve: RigTree.FileResolver,
    _ host: isolated RigHost
  ) async throws(RigError) {
    let tree = try host.runningEngine().tree
    let named = try tree.file(meantBy: change, at: path, as: access, resolve: resolve)
    guard let named else { return }
    let isThere = try await BackgroundQueue.shared.onDisk(named) { () throws(RigError) in
      unsafe Glibc.access(named, F_OK) == 0
    }
    guard isThere else { throw .noFile(named, for: path) }
  }

  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: RequestOrigin
  ) async throws(RigError) {
    let access = visitor.access
    try access.check(.change([path]))
    let act = try await inTurn(for: TreeTriggerRequest.method) { () async throws(RigError) in
      try await pull(path, arguments, as: access, host)
    }
    guard let act else { return }
    Turn.current?.end()
    try await act(arguments)
  }

  /// Carries out a trigger that takes no time; returns the action of one that does.
  private func pull(
    _ path: String,
    _ arguments: [String: String],
    as access: Access,
    _ host: isolated RigHost
  ) throws(RigError) -> TreeNode.LaterAct? {
    try Caller.current?.checkIsLetIn()
    switch try host.runningEngine().tree.pull(path, arguments, as: access) {
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
    let question = try TreeQuestion(patterns.isEmpty ? nil : patterns)
    return try await inTurn(for: TreeSubscribeRequest.method) { () async throws(RigError) in
      try await TreeReader(host: host).read(question) { host, engine, nodes throws(RigError) in
        let watch = host.feed.values.nextWatch()
        let wish = ValueFeed.Wish(question, rate: rate_hz)
        try host.feed.values.subscribe(.watch(watch), to: wish, nodes, of: engine.tree, tell)
        return watch
      }
    }
  }

  func endWatch(_ watch: TreeWatch) async { await forget(watch, host) }

  private func forget(_ watch: TreeWatch, _ host: isolated RigHost) {
    host.feed.values.forget(.watch(watch))
  }
}
