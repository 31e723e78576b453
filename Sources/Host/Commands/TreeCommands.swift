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

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addReading(to: &table)
    addSetting(to: &table)
    addSubscriptions(to: &table)
  }

  private func addReading(to table: inout CommandTable) {
    table.on(TreeListRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.tree.nodes(meant: request.patterns).map {
          TreeNodeStatus(engine.tree.description(of: $0))
        }
      }
    }
    table.on(TreeGetRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.tree.nodes(meant: request.patterns).filter(\.isValue).map(\.reading.entry)
      }
    }
    table.on(GetRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        // Who asks for everything wants to know what can be set, and not what every meter says.
        try engine.tree.nodes(at: request.path)
          .filter { $0.isValue && (request.path != nil || !$0.isMeter) }.map(\.reading.parameter)
      }
    }
  }

  private func addSetting(to table: inout CommandTable) {
    table.on(SetRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await host.set(
          request.path,
          to: .words(request.value),
          resolve: resolver(in: request.folder)
        ).parameter
      }
    }
    table.on(TreeSetRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await host.set(
          request.path,
          to: try request.change,
          over: try request.fade,
          resolve: resolver(in: request.folder)
        ).entry
      }
    }
    table.on(TreeTriggerRequest.self) { request throws(ControlError) in
      do throws(RigError) {
        try await HostTree(host: host)
          .trigger(request.path, request.arguments ?? [:], by: .operator)
      } catch {
        throw ControlError(error)
      }
      return Done()
    }
  }

  private func addSubscriptions(to table: inout CommandTable) {
    table.on(TreeSubscribeRequest.self) { request, client throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in
        let patterns = try engine.tree.patterns(request.patterns)
        let publish = host.feed.publisher
        try host.feed.values.subscribe(.connection(client), to: patterns, rate: request.rate_hz) {
          publish(.values($0), .only(client))
        }
        host.feed.values.tell(all: .connection(client), of: engine.tree)
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

extension RigTree {
  /// The most patterns that a request may have, and the longest of them.
  private static let mostPatterns = 64
  private static let longestPattern = 256

  /// The patterns that a client names; everything without any.
  func patterns(_ texts: [String]?) throws(RigError) -> [PathPattern] {
    guard let texts else { return [PathPattern("")] }
    guard texts.count <= Self.mostPatterns,
      texts.allSatisfy({ $0.utf8.count <= Self.longestPattern })
    else {
      throw .data(
        "There may be \(Self.mostPatterns) patterns of up to \(Self.longestPattern) bytes each."
      )
    }
    return texts.map(PathPattern.init)
  }

  /// The nodes that a client names; a path that is not there is refused, a pattern may mean nothing.
  func nodes(meant texts: [String]?) throws(RigError) -> [TreeNode] {
    let patterns = try patterns(texts)
    if patterns.count == 1, patterns[0].isLiteral, !patterns[0].text.isEmpty {
      return try nodes(at: patterns[0].text)
    }
    for pattern in patterns where pattern.isLiteral && !pattern.text.isEmpty {
      _ = try nodes(at: pattern.text)
    }
    return nodes(matching: patterns)
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
        (value.map { value in
          if case .text(let text) = value { [.words(text)] } else { [.value(value)] }
        } ?? []) + (step.map { [.step($0)] } ?? []) + (toggles == true ? [.toggle] : [])
      guard changes.count == 1 else {
        throw .data("Say one of 'value', 'step' and 'toggles'; silence is the value \"-inf\".")
      }
      return changes[0]
    }
  }

  /// How it gets there.
  fileprivate var fade: Fade? {
    get throws(RigError) {
      guard let seconds = over_seconds else {
        guard curve == nil else {
          throw .data("A curve is for a fade: say 'over_seconds' as well.")
        }
        return nil
      }
      guard seconds >= 0 else { throw .data("A fade takes 0 seconds or more.") }
      return Fade(seconds: seconds, curve: curve ?? .linear)
    }
  }
}
