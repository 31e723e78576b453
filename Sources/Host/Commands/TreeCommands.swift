// SPDX-License-Identifier: Apache-2.0
// The tree of values on the socket: list, get, set, trigger, subscribe.

import ControlProtocol
import ControlServer
import ControlTree
import Quantities
import RigEngine
import RigErrors

/// The commands about the tree.
struct TreeCommands {
  let host: RigHost
  private let held = HeldValues()

  init(host: RigHost) { self.host = host }

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addReading(to: &table)
    addSetting(to: &table)
    addSubscriptions(to: &table)
  }

  private func addReading(to table: inout CommandTable) {
    table.on(TreeListRequest.self) { request throws(ControlError) in
      try await TreeReader(host: host).answer { () throws(RigError) in
        try TreeQuestion(request.patterns)
      } _: { _, engine, nodes in
        nodes.map { TreeNodeStatus(engine.tree.description(of: $0)) }
      }
    }
    table.on(TreeGetRequest.self) { request throws(ControlError) in
      try await TreeReader(host: host).answer { () throws(RigError) in
        try TreeQuestion(request.patterns)
      } _: { _, _, nodes in
        nodes.filter(\.isValue).map(\.reading.entry)
      }
    }
    table.on(GetRequest.self) { request throws(ControlError) in
      try await TreeReader(host: host).answer { () throws(RigError) in
        try TreeQuestion(path: request.path)
      } _: { _, _, nodes in
        // A client that asks for everything wants what can be set, and not what every meter says.
        nodes.filter { $0.isValue && (request.path != nil || !$0.isMeter) }
          .map(\.reading.parameter)
      }
    }
  }

  private func addSetting(to table: inout CommandTable) {
    table.on(SetRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await HostTree(host: host).write(
          .words(request.value),
          to: request.path,
          as: Caller.visitor.access,
          resolve: resolver(in: request.folder),
          host
        ).parameter
      }
    }
    table.on(TreeSetRequest.self) { request, client throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        let access = Caller.visitor.access
        let entry = try await HostTree(host: host).write(
          try request.change,
          to: request.path,
          over: try Fade(over: request.over_seconds, request.curve),
          as: access,
          resolve: resolver(in: request.folder),
          host
        ).entry
        held.note(request, entry.value, by: client, as: access)
        return entry
      }
    }
    table.onClose { client in await held.release(client, host) }
    table.on(TreeApplyRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        guard !request.values.isEmpty else { throw .data("There is nothing in 'values'.") }
        return try await HostTree(host: host).apply(
          request.values.map { ValueChange(path: $0.path, change: TreeChange($0.value)) },
          over: try Fade(over: request.over_seconds, request.curve),
          as: Caller.visitor.access,
          resolve: resolver(in: request.folder),
          host
        ).map(\.entry)
      }
    }
    table.on(TreeTriggerRequest.self) { request throws(ControlError) in
      do throws(RigError) {
        try await HostTree(host: host)
          .trigger(request.path, request.arguments ?? [:], by: Caller.visitor)
      } catch {
        throw await ControlError(reading: error)
      }
      return Done()
    }
  }

  private func addSubscriptions(to table: inout CommandTable) {
    table.on(TreeSubscribeRequest.self) { request, client throws(ControlError) in
      try await TreeReader(host: host).answer { () throws(RigError) in
        try TreeQuestion(request.patterns)
      } _: { host, engine, nodes throws(RigError) in
        let publish = host.feed.publisher
        let wish = ValueFeed.Wish(try TreeQuestion(request.patterns), rate: request.rate_hz)
        try host.feed.values.subscribe(.connection(client), to: wish, nodes, of: engine.tree) {
          publish(.values($0), .only(client))
        }
        return Done()
      }
    }
    table.on(TreeUnsubscribeRequest.self) { _, client throws(ControlError) in
      await forget(client, host)
      return Done()
    }
    table.onClose { client in await forget(client, host) }
  }

  private func forget(_ client: ClientID, _ host: isolated RigHost) {
    host.feed.values.forget(.connection(client))
  }

  /// Says what a value means that is a relative path of a client.
  private func resolver(in folder: String?) -> (String) throws(RigError) -> String {
    { (path) throws(RigError) in
      try ClientPath.check(path)
      guard let folder, !path.hasPrefix("/") else { return path }
      return "\(folder)/\(path)"
    }
  }
}

extension TreeNode {
  /// Whether there is something to read.
  var isValue: Bool { if case .trigger = kind { false } else { true } }

  /// Whether it changes by itself.
  fileprivate var isMeter: Bool { if case .meter = kind { true } else { false } }
}

extension TreeSetRequest {
  /// What is asked for: one thing.
  fileprivate var change: TreeChange {
    get throws(RigError) {
      let changes: [TreeChange] =
        (value.map { [TreeChange($0)] } ?? []) + (step.map { [.step($0)] } ?? [])
        + (toggles == true ? [.toggle] : [])
      guard changes.count == 1 else {
        throw .data(
          "Say one of 'value', 'step' and 'toggles'; silence is the value \"-inf\", or null."
        )
      }
      return changes[0]
    }
  }
}

extension TreeChange {
  /// Another value; a text is read as people write values.
  init(_ value: TreeValue) {
    if case .text(let text) = value { self = .words(text) } else { self = .value(value) }
  }
}

extension Fade {
  /// How a request wants values to get there; `nil` for at once.
  fileprivate init?(over seconds: Double?, _ curve: FadeCurve?) throws(RigError) {
    guard let seconds else {
      guard curve == nil else {
        throw .data("A curve is for a fade: say 'over_seconds' as well.")
      }
      return nil
    }
    guard seconds >= 0 else { throw .data("A fade takes 0 seconds or more.") }
    self.init(seconds: seconds, curve: curve ?? .linear)
  }
}
