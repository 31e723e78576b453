// SPDX-License-Identifier: Apache-2.0
// The nodes that clients mean by paths and patterns: looked up off the actor, and read on it.

import ControlProtocol
import ControlServer
import ControlTree
import RigEngine
import RigErrors

/// What a client wants of the tree.
struct TreeQuestion: Hashable, Sendable {
  let patterns: [PathPattern]
  /// Which of the patterns must match a node.
  var demand = TreeSearch.Demand.literals

  /// Whether it asks for a few values, not for many or all.
  var isOfFew: Bool {
    patterns.count <= 4 && patterns.allSatisfy { $0.isLiteral && !$0.text.isEmpty }
  }

  /// The patterns that a client names; without any, everything.
  init(_ texts: [String]?) throws(RigError) {
    guard let texts else {
      patterns = [PathPattern("")]
      return
    }
    guard texts.count <= TextBound.mostElements,
      texts.allSatisfy({ $0.utf8.count <= RigTree.longestPath })
    else {
      let (count, bytes) = (TextBound.mostElements, RigTree.longestPath)
      throw .data("There may be \(count) patterns of up to \(bytes) bytes each.")
    }
    patterns = texts.map(PathPattern.init)
  }

  /// The one path or pattern that a client names, which must match a node; without one, everything.
  init(path: String?) throws(RigError) {
    try self.init(path.map { [$0] })
    demand = .all
  }
}

/// Reads the tree for clients.
struct TreeReader {
  let host: RigHost
  /// How often a lookup is repeated because the rig has changed meanwhile.
  private static let mostSearches = 4
  /// How many nodes are read before other clients may have a turn.
  private static let piece = 128

  /// Lets `body` answer on the actor about the nodes that a client means, which are looked up off
  /// it.
  func read<Reply: Sendable>(
    _ question: TreeQuestion,
    _ body: @Sendable (isolated RigHost, Engine, [TreeNode]) throws(RigError) -> Reply
  ) async throws(RigError) -> Reply {
    try await search(for: question) { finding throws(RigError) in
      try await read(finding, body, host)
    }
  }

  /// What `body` returns for each node that a client means; where there are many, other clients
  /// have turns in between.
  func readEach<Reply: Sendable>(
    _ question: TreeQuestion,
    _ body: @Sendable (Engine, TreeNode) -> Reply
  ) async throws(RigError) -> [Reply] {
    try await search(for: question) { finding throws(RigError) in
      try await readPieces(of: finding, body)
    }
  }

  /// Looks up what a client means, and repeats that while `read` finds that the rig has changed
  /// since.
  private func search<Reply: Sendable>(
    for question: TreeQuestion,
    _ read: (TreeFinding) async throws(RigError) -> Reply?
  ) async throws(RigError) -> Reply {
    for _ in 0..<Self.mostSearches {
      var search = TreeSearch(
        try await paths(host),
        for: question.patterns,
        demand: question.demand
      )
      while search.step() { await Turn.current?.rest() }
      if let reply = try await read(search.finding) { return reply }
    }
    throw .busy("The rig is being rebuilt again and again; try again in a moment.")
  }

  private func readPieces<Reply: Sendable>(
    of finding: TreeFinding,
    _ body: @Sendable (Engine, TreeNode) -> Reply
  ) async throws(RigError) -> [Reply]? {
    var replies: [Reply] = []
    for piece in finding.pieces(of: Self.piece) {
      let part = try await read(
        piece,
        { _, engine, nodes in nodes.map { body(engine, $0) } },
        host
      )
      guard let part else { return nil }
      replies += part
      await Turn.current?.rest()
    }
    return replies
  }

  /// The same for JSON.
  func answer<Reply: Sendable>(
    _ question: () throws(RigError) -> TreeQuestion,
    _ body: @Sendable (isolated RigHost, Engine, [TreeNode]) throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    do throws(RigError) {
      return try await read(try question(), body)
    } catch {
      throw await ControlError(reading: error)
    }
  }

  private func paths(_ host: isolated RigHost) throws(RigError) -> TreePaths {
    try host.runningEngine().tree.paths
  }

  private func read<Reply: Sendable>(
    _ finding: TreeFinding,
    _ body: @Sendable (isolated RigHost, Engine, [TreeNode]) throws(RigError) -> Reply,
    _ host: isolated RigHost
  ) throws(RigError) -> Reply? {
    try Caller.current?.checkIsLetIn()
    let engine = try host.runningEngine()
    guard let nodes = try engine.tree.nodes(finding) else { return nil }
    return try body(host, engine, nodes)
  }
}
