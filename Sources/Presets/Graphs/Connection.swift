// SPDX-License-Identifier: Apache-2.0
// One line of `connections`: "eq.out_l -> comp.in_l".

/// A connection as it is written.
struct Connection {
  var from: Endpoint
  var to: Endpoint
  var position: Position

  /// `NAME` or `NAME.PORT`, where the port is a symbol or a number.
  struct Endpoint {
    var name: String
    var port: String?

    var text: String { port.map { "\(name).\($0)" } ?? name }

    fileprivate init?(_ text: Substring) {
      let parts = text.trimmed.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(Names.isAllowed) else {
        return nil
      }
      self.name = String(name)
      guard parts.count > 1 else { return }
      guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(Names.isAllowed) else { return nil }
      port = String(parts[1])
    }
  }

  init?(_ node: YAMLNode, _ log: ProblemLog) {
    guard let text = node.text(as: "a connection", log) else { return nil }
    let ends = text.split(separator: "->", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = Endpoint(ends[0]), let to = Endpoint(ends[1]) else {
      let forms = "'from -> to', where each end is a name or 'name.port'"
      log.report(node.position, "\(text.quoted) is no connection: write \(forms)")
      return nil
    }
    self.from = from
    self.to = to
    position = node.position
  }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return start[...end]
  }
}
