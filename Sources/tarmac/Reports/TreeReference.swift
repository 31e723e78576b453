// SPDX-License-Identifier: Apache-2.0
// The kinds of values of a tree: paths that are alike are listed once.

internal import ControlProtocol
internal import ControlTree
internal import RigModel

/// The reference of a tree.
struct TreeReference {
  /// A row for all values that are alike.
  struct Entry: Codable, Hashable {
    /// Their path, with words in capitals for names.
    var pattern: String
    var kind: String
    /// What they take, in words.
    var takes: String
    /// Which clients may change them, in words.
    var changedBy: String
    var summary: String
  }

  /// The kind of owner that a path begins with.
  private enum Owner: String, CaseIterable {
    case session = "SESSION"
    case bus = "BUS"
    case route = "ROUTE"
    case rig

    var heading: String {
      switch self {
      case .session: "Sessions"
      case .bus: "Buses, interrupters' sounds, and system sounds"
      case .route: "Routes"
      case .rig: "The rig"
      }
    }
  }

  let entries: [Entry]

  /// Finds out what is alike in the nodes of a rig.
  init(_ nodes: [TreeNodeStatus]) {
    func names(with word: some RigPath.Word) -> Set<String> {
      Set(
        nodes.map(\.path).compactMap { path in
          let name = String(path.prefix { $0 != "." })
          return path == word.path(of: name) ? name : nil
        }
      )
    }
    let sessions = names(with: RigPath.Session.category)
    let routes = names(with: RigPath.Route.direction)
    var entries: [Entry] = []
    var known: Set<String> = []
    for node in nodes {
      var parts = node.path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let owner: Owner =
        parts[0] == RigPath.rig
        ? .rig : sessions.contains(parts[0]) ? .session : routes.contains(parts[0]) ? .route : .bus
      parts[0] = owner.rawValue
      let isOfPlugin = Self.name(&parts, owner)
      let pattern = parts.joined(separator: ".")
      guard known.insert(pattern).inserted else { continue }
      let entry = Entry(
        pattern: pattern,
        kind: node.kind,
        takes: RigPath.Branch.sources.rawValue == parts.dropFirst().first
          ? Self.inFile(node) : node.allowed,
        changedBy: Self.changers(of: node),
        summary: node.summary
      )
      entries.append(isOfPlugin ? Self.plugins(pattern) : entry)
    }
    self.entries = entries
  }

  /// Puts words in capitals for names; returns whether it is a value of a plugin.
  private static func name(_ parts: inout [String], _ owner: Owner) -> Bool {
    guard parts.count >= 3 else { return false }
    switch (owner, RigPath.Branch(rawValue: parts[1])) {
    case (_, .meters): parts[2] = "CHANNEL"
    case (_, .sends): parts[2] = "ROUTE"
    case (_, .sources): parts[2] = "SOURCE"
    case (.rig, .interrupters): parts[2] = "INTERRUPTER"
    case (.rig, .sounds): parts[2] = "SOUND"
    case (.route, .loudness): break
    case (.session, _), (.route, _), (.bus, _):
      parts = [parts[0], "PLUGIN", "SYMBOL"]
      return true
    default: break
    }
    return false
  }

  private static func plugins(_ pattern: String) -> Entry {
    Entry(
      pattern: pattern,
      kind: "any",
      takes: "what the plugin says",
      changedBy: "operator",
      summary: "A control or parameter of a plugin; what it puts out can only be read."
    )
  }

  /// The upper end of a position is the file's length, so the reference says that.
  private static func inFile(_ node: TreeNodeStatus) -> String {
    node.unit == "s" && node.kind == "number" && node.allowed.hasPrefix("0 ")
      ? "0 to the length of the file, in s" : node.allowed
  }

  private static func changers(of node: TreeNodeStatus) -> String {
    if node.isReadOnly { return "nobody" }
    let others = (node.sharedWith ?? []).map { role in
      if case .mixer = Access(role) { "mixer of ROUTE" } else { role }
    }
    return (["operator"] + others).joined(separator: ", ")
  }

  // MARK: The page

  /// The page of documentation.
  var markdown: String {
    var text = """
      # The tree of values

      Everything of a running rig that can be read, set or done has a path. This page lists the kinds of paths; words in capitals are
      placeholders for names. `tarmac tree --markdown` writes it, and a test keeps it so. [control-protocol.md](control-protocol.md)
      says how each kind is written in JSON, how values are set in steps, over a time and within limits, and how programs subscribe
      to changes.

      Each value that can be set has two more below it: `PATH.locked`, a switch that keeps it from being set, and for levels and
      numbers `PATH.maximum`, the most that it can be set to. Of two sends to one route the second is `phones:2`.

      """
    for owner in Owner.allCases {
      let rows = entries.filter { $0.pattern.split(separator: ".").first ?? "" == owner.rawValue }
      guard !rows.isEmpty else { continue }
      text += """

        ## \(owner.heading)

        | path | kind | takes | changed by | what |
        |---|---|---|---|---|

        """
      for row in rows {
        text +=
          "| `\(row.pattern)` | \(row.kind) | \(row.takes) | \(row.changedBy) | \(row.summary) |\n"
      }
    }
    return text
  }
}
