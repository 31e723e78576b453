// SPDX-License-Identifier: Apache-2.0
// Reads the JACK ports of a route or a source.

import JACKVocabulary

extension PortPattern {
  /// Reads one pattern: `/…/` is a regular expression, `*` or `?` make a glob, the rest is a port's
  /// name.
  init?(_ node: YAMLNode, _ context: PresetContext) {
    let log = context.log
    guard let text = node.text(as: "a port", log) else { return nil }
    guard text.utf8.count <= Limits.patternLength else {
      log.report(node.position, "a port name has at most \(Limits.patternLength) characters")
      return nil
    }
    if text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
      guard context.count(.expressions, 1, at: node.position) else { return nil }
      let expression = String(text.dropFirst().dropLast())
      do {
        _ = try Regex(expression)
      } catch {
        log.report(node.position, "\(text.quoted) is no regular expression: \("\(error)".quoted)")
        return nil
      }
      self = .regex(expression)
    } else if text.contains("*") || text.contains("?") {
      self = .glob(text)
    } else if text.contains(":") {
      self = .exact(text)
    } else {
      let forms = "'client:port', a pattern such as 'client:out_*', or '/a regular expression/'"
      log.report(node.position, "\(text.quoted) names no JACK port: write \(forms)")
      return nil
    }
  }

  /// Whether it may match several ports.
  var isOpen: Bool {
    if case .exact = self { false } else { true }
  }
}

/// The ports that a preset lists for the channels of a route or a source.
struct PortList {
  /// For each channel its ports.
  let connections: [[PortPattern]]

  /// Reads a pattern or a list with one pattern, or list of patterns, for each channel.
  ///
  /// One open pattern may cover any number of channels: each of them has it then.
  init?(_ node: YAMLNode, channels: Int?, at channelsPosition: Position, _ context: PresetContext) {
    let log = context.log
    guard case .sequence(let items) = node.content else {
      guard let pattern = PortPattern(node, context) else { return nil }
      let count = channels ?? (pattern.isOpen ? 2 : 1)
      self.init([[pattern]], count, channelsPosition, log)
      return
    }
    guard !items.isEmpty else {
      log.report(node.position, "a list of ports must hold at least one port")
      return nil
    }
    var ports: [[PortPattern]] = []
    for item in items {
      if case .sequence(let group) = item.content {
        ports.append(group.compactMap { PortPattern($0, context) })
        guard ports.last?.count == group.count else { return nil }
      } else if let pattern = PortPattern(item, context) {
        ports.append([pattern])
      }
    }
    guard ports.count == items.count else { return nil }
    self.init(ports, channels ?? ports.count, channelsPosition, log)
  }

  private init?(_ ports: [[PortPattern]], _ count: Int, _ position: Position, _ log: ProblemLog) {
    if ports.count == 1, ports[0].count == 1, ports[0][0].isOpen {
      connections = Array(repeating: ports[0], count: count)
      return
    }
    guard ports.count == count else {
      let listed = counted(ports.count, "port")
      log.report(position, "'channels' says \(count), but the list has \(listed): they must agree")
      return nil
    }
    connections = ports
  }
}
