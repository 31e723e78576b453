// SPDX-License-Identifier: Apache-2.0
// Decides which connections there should be. Pure: names in, names out.

internal import JACKVocabulary

/// The connections that a rig asks for.
///
/// A pattern that several channels of one rule share is dealt out: with ports in natural order the
/// k-th channel takes the k-th match, and nothing is connected until there is a match for each, so
/// that no sound lands on a neighbour while ports come and go. A pattern of one channel connects it
/// to every match. Globs and regular expressions never match ports of our own client. Peers of
/// NetJack2 are found under other names, too, see `NetworkPeers`.
///
/// > Threading: Control.
package struct ConnectionRules {
  private struct CompiledChannel {
    var port: String
    var matchers: [PortMatcher]
  }

  private struct CompiledRule {
    var direction: PortDirection
    var kind: PortKind
    var channels: [CompiledChannel]
  }

  private let rules: [CompiledRule]
  /// The ports that are named in full.
  private let named: Set<String>

  /// Compiles `rules`; a bad regular expression is refused.
  package init(_ rules: [ConnectionRule] = []) throws(DriverError) {
    var compiled: [CompiledRule] = []
    for rule in rules {
      var channels: [CompiledChannel] = []
      for channel in rule.channels {
        var matchers: [PortMatcher] = []
        for pattern in channel.patterns { matchers.append(try PortMatcher(pattern)) }
        channels.append(CompiledChannel(port: channel.port, matchers: matchers))
      }
      compiled.append(CompiledRule(direction: rule.direction, kind: rule.kind, channels: channels))
    }
    self.rules = compiled
    let patterns = compiled.flatMap(\.channels).flatMap(\.matchers).map(\.pattern)
    named = Set(
      patterns.compactMap { pattern in
        if case .exact(let name) = pattern { name } else { nil }
      }
    )
  }

  /// Decides what should be connected and what should not be any more.
  ///
  /// - Parameters:
  ///   - client: our client's name.
  ///   - present: all ports of the server, ours included.
  ///   - made: the connections that we made before; only these are ever released.
  /// - Returns: what should be, what should not be, and what is waited for.
  package func plan(
    client: String,
    present: [PresentPort],
    made: Set<Connection> = []
  ) -> ConnectionPlan {
    let sorted = NetworkPeers.living(present, named: named)
      .sorted { standsBefore($0.name, $1.name) }
    let own = Set(present.map(\.name).filter { $0.hasPrefix(client + ":") })
    var plan = ConnectionPlan()
    for rule in rules {
      let others = sorted.filter { $0.direction != rule.direction && $0.kind == rule.kind }
      for (index, channel) in rule.channels.enumerated()
      where own.contains("\(client):\(channel.port)") {
        for matcher in channel.matchers {
          let candidates = others.filter { matcher.isExact || !own.contains($0.name) }
          let found = candidates.filter(matcher.matches).map(\.name)
          let (rank, sharers) = priority(of: matcher, at: index, in: rule)
          if found.isEmpty || found.count < sharers {
            plan.waiting.append(WaitingPort(port: channel.port, pattern: matcher.pattern))
          }
          let ours = "\(client):\(channel.port)"
          for other in deal(found, rank: rank, sharers: sharers) {
            let connection =
              rule.direction == .input
              ? Connection(from: other, to: ours) : Connection(from: ours, to: other)
            if !plan.wanted.contains(connection) { plan.wanted.append(connection) }
          }
        }
      }
    }
    plan.released = released(made, plan, client: client)
    return plan
  }

  /// The ports that each of our ports could be connected to, by our ports' names without the
  /// client's.
  ///
  /// Ports that have nothing to be connected to are left out.
  package func others(present: [PresentPort], client: String) -> [String: Set<String>] {
    var others: [String: Set<String>] = [:]
    let present = NetworkPeers.living(present, named: named)
    for rule in rules {
      for channel in rule.channels {
        for matcher in channel.matchers {
          let found = present.filter { port in
            port.direction != rule.direction && port.kind == rule.kind && matcher.matches(port)
              && (matcher.isExact || !port.name.hasPrefix(client + ":"))
          }
          if !found.isEmpty { others[channel.port, default: []].formUnion(found.map(\.name)) }
        }
      }
    }
    return others
  }

  /// Which of the channels that share a pattern this is, and how many there are.
  private func priority(
    of matcher: PortMatcher,
    at index: Int,
    in rule: CompiledRule
  ) -> (rank: Int, sharers: Int) {
    guard !matcher.isExact else { return (0, 1) }
    let sharers = rule.channels.indices.filter { other in
      rule.channels[other].matchers.contains { $0.pattern == matcher.pattern }
    }
    return (sharers.firstIndex(of: index) ?? 0, sharers.count)
  }

  private func deal(_ found: [String], rank: Int, sharers: Int) -> [String] {
    guard sharers > 1 else { return found }
    return found.count < sharers ? [] : [found[rank]]
  }

  /// What we made and no rule wants; a port that waits for its pattern keeps what it has.
  private func released(
    _ made: Set<Connection>,
    _ plan: ConnectionPlan,
    client: String
  ) -> [Connection] {
    let waiting = Set(plan.waiting.map { "\(client):\($0.port)" })
    let wanted = Set(plan.wanted)
    return
      made
      .filter { !wanted.contains($0) && !waiting.contains($0.from) && !waiting.contains($0.to) }
      .sorted { standsBefore($0.from + $0.to, $1.from + $1.to) }
  }
}
