// SPDX-License-Identifier: Apache-2.0
// Which session hears which, and which is inserted into which: there must be an order in which all
// can be rendered.

/// The sessions that hear one another, as sources, as inserts and by side chains.
struct HearingOrder {
  /// The session into which each is inserted.
  private var hosts: [String: String] = [:]
  private var hearings: [Hearing] = []

  /// One session hears another.
  struct Hearing {
    let heard: String
    let listener: String
    /// Whether only a plugin's side chain hears it.
    let isSideChain: Bool
    let position: Position
  }

  /// Notes that one session hears another.
  mutating func add(_ hearing: Hearing) {
    hearings.append(hearing)
  }

  /// Notes that `name` is inserted into `host`; reports a second place.
  mutating func insert(
    _ name: String,
    into host: String,
    at position: Position,
    _ log: ProblemLog
  ) {
    if let other = hosts.updateValue(host, forKey: name) {
      let message = "the session \(name.quoted) is inserted into \(other.quoted) already"
      log.report(position, "\(message): it can process for one place only (IAA-02)")
    }
  }

  /// Reports circles through inserts: a session is rendered together with those that are inserted
  /// into it.
  func check(_ log: ProblemLog) {
    var numbers: [String: Int] = [:]
    var edges: [(from: Int, to: Int, position: Position)] = []
    var names: [String] = []
    func number(_ name: String) -> Int {
      if let number = numbers[name] { return number }
      numbers[name] = names.count
      names.append(name)
      return names.count - 1
    }
    for hearing in hearings {
      let (heard, listener) = (unit(of: hearing.heard), unit(of: hearing.listener))
      if heard != listener {
        edges.append((number(heard), number(listener), hearing.position))
      } else if hearing.isSideChain {
        let pair = "\(hearing.listener.quoted) and \(hearing.heard.quoted)"
        let message = "\(pair) are processed as one, through inserts"
        log.report(hearing.position, "\(message): no side chain of one can listen to the other")
      }
    }
    var order = ExecutionOrder(names: names)
    for edge in edges { order.add(edge.from, before: edge.to, at: edge.position) }
    guard let cycle = order.cycle() else { return }
    let circle = "the sessions hear one another in a circle, with their inserts: \(cycle.names)"
    log.report(cycle.position, "\(circle) (IAA-02)")
  }

  /// The session in whose cycle `name` is rendered.
  private func unit(of name: String) -> String {
    var host = name
    // A session can't be inserted into itself, by however many steps.
    for _ in 0...hosts.count {
      guard let next = hosts[host] else { return host }
      host = next
    }
    return host
  }
}
