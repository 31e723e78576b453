// SPDX-License-Identifier: Apache-2.0
// The one tree of values: everything of the rig that can be read, set or done, by its path.

package import ControlTree
import Glibc
package import Quantities
import RenderCore
package import RigErrors
import RigModel
import Suggestions

/// Everything of a rig that can be read, set or done, by its path; OSC, the web and all others use
/// it.
///
/// > Threading: Control.
package final class RigTree: EnginePart {
  let context: EngineContext
  let builder: TreeBuilder
  /// The nodes of what drives the engine: the sound server, files, recordings.
  package var hostNodes: () -> [TreeNode] = { [] }
  let fades = Fades()
  var timed = TimedChanges()
  var guards: ValueGuards { context.guards }
  /// What there is now, once somebody has asked; it holds plugins, and is let go as soon as the rig
  /// changes.
  private var index: TreeIndex?

  init(_ builder: TreeBuilder) {
    (self.context, self.builder) = (builder.context, builder)
    context.changed = { [weak self] in self?.index = nil }
  }

  // MARK: Reading

  /// Counts the rigs that the tree has been made for: with another number other paths may be there.
  package var generation: Int { context.generation }

  /// All nodes, in the order in which people read them.
  package var nodes: [TreeNode] { upToDate.nodes }

  /// The paths of all nodes, for a search beside the actor.
  package var paths: TreePaths { upToDate.paths }

  /// The nodes that a search has found, each once; `nil` when the rig has changed meanwhile.
  ///
  /// - Throws: a sentence that names what is not there.
  package func nodes(_ finding: TreeFinding) throws(RigError) -> [TreeNode]? {
    let index = upToDate
    guard finding.generation == index.paths.generation else { return nil }
    var found = finding.places.map { index.nodes[$0] }
    for path in finding.guards where index.node(path) == nil {
      if let node = guards.node(path, in: index) { found.append(node) }
    }
    for name in finding.names { found.append(try find(name)) }
    return found
  }

  /// The nodes whose path is `path` or begins with it, or that it means as a pattern; all without
  /// one.
  package func nodes(at path: String?) throws(RigError) -> [TreeNode] {
    var search = TreeSearch(paths, for: [PathPattern(path ?? "")], demand: .all)
    while search.step() {}
    return try nodes(search.finding) ?? []
  }

  var upToDate: TreeIndex {
    if let index { return index }
    let made = TreeIndex(builder.nodes() + hostNodes(), generation: generation)
    index = made
    return made
  }

  /// The node of a path, for somebody who wants to change it.
  func find(_ path: String, for access: Access) throws(RigError) -> TreeNode {
    let node = try find(path)
    try access.check(node.scope, at: path)
    return node
  }

  func find(_ path: String) throws(RigError) -> TreeNode {
    guard path.utf8.count <= Self.longestPath else {
      throw .data("A path has at most \(Self.longestPath) bytes, this one \(path.utf8.count).")
    }
    guard let node = upToDate.node(path) ?? guards.node(path, in: upToDate) else {
      let known = upToDate.paths.paths
      throw .data(
        "There is no value '\(path)'",
        UnknownWord(path, among: known, arePaths: true, orElse: "'tarmac get' lists all.")
      )
    }
    return node
  }

  /// The longest path, or pattern of paths, in bytes.
  package static let longestPath = 1_024

  // MARK: Setting

  /// Whether the renderer changes a value, at any frame that somebody names.
  package func takesFrames(_ path: String) -> Bool { upToDate.node(path)?.takesFrames == true }

  /// What a trigger does, once its arguments have been looked at.
  package func pull(
    _ path: String,
    _ arguments: [String: String],
    as access: Access = .operator
  ) throws(RigError) -> TreeNode.Pull {
    let node = try find(path, for: access)
    guard case .trigger(let known) = node.kind, let pull = node.pull else {
      throw .data("'\(path)' is a value and nothing to be done: set it.")
    }
    try guards.checkLock(node.path)
    for name in arguments.keys.sorted() where !known.contains(where: { $0.name == name }) {
      let hint = Suggestion.among(known.map(\.name), for: name)
      throw .data("'\(path)' takes no '\(name)'; \(hint)")
    }
    for argument in known where !argument.isOptional && arguments[argument.name] == nil {
      throw .data("'\(path)' needs '\(argument.name)'.")
    }
    return pull
  }

  // MARK: Guards

  /// Whether an operator keeps a value from being set.
  package func isLocked(_ path: String) -> Bool { guards.isLocked(path) }

  /// Refuses a change if an operator has locked what is changed, whichever way somebody comes.
  package func checkLocks(_ paths: [String]) throws(RigError) {
    for path in paths { try guards.checkLock(path) }
  }

  /// Refuses to change values as a whole if an operator has locked or limited one of them.
  package func checkAll(below path: String) throws(RigError) {
    try guards.checkAll(below: path)
  }

  /// The same for a number, which may be limited.
  package func check(_ number: Double?, at path: String) throws(RigError) {
    try guards.check(number, path, unit: nil)
  }

  /// The most that an operator lets a value be set to, where that is less than its range.
  package func limit(of path: String) -> Double? { guards.maximum(of: path) }

  /// The locks and limits that operators have set.
  package var standingGuards: StandingGuards { guards.standing }

  /// Takes over the locks and limits of an earlier run; what is above its limit comes down to it.
  package func adopt(_ standing: StandingGuards) { guards.adopt(standing, in: upToDate) }

  // MARK: Time and succession

  /// Whether a value is on its way.
  package var isFading: Bool { !fades.isEmpty }

  /// The values that are on their way, by their paths: where to.
  package var fading: [String: TreeValue] { fades.targets }

  /// Moves what fades.
  package func advance(now: MonotonicTime) {
    guard isFading else { return }
    // What fades together is heard together.
    context.controller.together {
      fades.advance(now: now, within: guards) { self.upToDate.node($0) }
    }
  }

  /// Moves what fades to where it is on its way, when the rig has changed.
  func settleFades() {
    fades.settle(within: guards) { self.upToDate.node($0) }
  }

  /// Lets a value be where it is.
  func stopFade(of path: String) { fades.stop(path) }

  /// Lets the fades of a strip's sends go along with each send, whatever it is called.
  func followFades(of before: Channel, as after: Channel) { fades.follow(before, as: after) }

  /// Goes on with what was under way in another tree, and with its locks and limits.
  func succeed(_ old: RigTree) {
    guards.succeed(old.guards)
    fades.succeed(old.fades)
  }
}

/// A path that there is something at.
package func presentFile(_ path: String) throws(RigError) -> String {
  guard unsafe access(path, F_OK) == 0 else { throw .data("There is nothing at '\(path)'.") }
  return path
}

extension RigError {
  /// A value names a file that is not there.
  package static func noFile(_ file: String, for path: String) -> RigError {
    .data("'\(path)' can't be '\(file)': there is nothing at that path.")
  }
}

/// The nodes of a tree, to be found by their paths.
struct TreeIndex {
  let nodes: [TreeNode]
  let paths: TreePaths
  private let places: [String: Int]

  /// The first node of each path; what the rig's own users have named goes before everything else.
  init(_ all: [TreeNode], generation: Int) {
    var (nodes, places): ([TreeNode], [String: Int]) = ([], [:])
    nodes.reserveCapacity(all.count)
    for node in all where places[node.path] == nil {
      places[node.path] = nodes.count
      nodes.append(node)
    }
    for (place, node) in nodes.enumerated() {
      for alias in node.aliases where places[alias] == nil { places[alias] = place }
    }
    (self.nodes, self.places) = (nodes, places)
    paths = TreePaths(nodes.map(\.path), generation: generation)
  }

  func node(_ path: String) -> TreeNode? { places[path].map { nodes[$0] } }
}
