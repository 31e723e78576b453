// SPDX-License-Identifier: Apache-2.0
// The sessions of a preset, read when they are needed: a session that hears another must know its
// width.

import ControlTower
import RigModel

/// Reads each session once, in the order in which they hear one another.
final class SessionTable {
  let context: PresetContext
  let routes: RouteTable
  /// The names of all sessions, in the order of the file.
  let names: [String]
  private let entries: [String: YAMLNode.Entry]
  /// The sessions that were read; `nil` where mistakes leave nothing to check.
  private var results: [String: Session?] = [:]
  /// The sessions with mistakes, whose width may not be what was meant.
  private var broken: Set<String> = []
  /// The sessions that are being read; each waits for the next.
  private var open: [String] = []
  /// Which session hears which.
  private var hearings = HearingOrder()
  private var log: ProblemLog { context.log }

  init(_ entries: [YAMLNode.Entry], _ routes: RouteTable, _ context: PresetContext) {
    self.routes = routes
    self.context = context
    names = entries.map(\.key)
    self.entries = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Reads a session, unless that was done.
  func session(_ name: String) -> Session? {
    if let result = results[name] { return result }
    guard let entry = entries[name] else { return nil }
    let problems = log.count
    open.append(name)
    let session = SessionReader(self).read(entry)
    open.removeLast()
    if log.count > problems { broken.insert(name) }
    results[name] = .some(session)
    return session
  }

  /// The session that `node` names, for `listener` to hear or to insert; `nil` and a report when
  /// that is not allowed, or when its own mistakes hide its width.
  func partner(_ node: YAMLNode, of listener: SessionConfiguration, as key: String) -> Session? {
    guard let partner = find(node, for: listener, as: key, rule: " (IAA-02)") else { return nil }
    for session in [listener, partner.seat.configuration] {
      guard let remedy = session.interSessionRemedy else { continue }
      let pair = "\(listener.id.name.quoted) can hear \(partner.name.quoted)"
      let message = "\(pair) only if both allow it and mix"
      log.report(node.position, "\(message): give \(session.id.name.quoted) \(remedy) (IAA-A2)")
      return nil
    }
    if !listener.behaviour.backgroundAudio {
      let message = "\(listener.id.name.quoted) can hear other sessions only with background audio"
      log.report(node.position, "\(message): write 'background_audio: on' (IAA-A2)")
      return nil
    }
    return partner
  }

  /// The session that `node` names, for the side chain of a plugin of `listener`: no rule connects
  /// the two.
  func sideChain(_ node: YAMLNode, of listener: SessionConfiguration) -> Session? {
    guard let partner = find(node, for: listener, as: "sidechain", rule: "") else { return nil }
    hear(partner.name, listener.id.name, isSideChain: true, at: node.position)
    if !listener.isMixable, !partner.seat.configuration.isMixable {
      let pair = "\(listener.id.name.quoted) and \(partner.name.quoted)"
      let problem = "\(pair) are never active together, so the side chain stays silent"
      log.warn(node.position, "\(problem): give one of them the option mixWithOthers (MIX-03)")
    }
    return partner
  }

  /// The session that `node` names, unless it waits for `listener` itself; `rule` is what forbids
  /// circles.
  private func find(
    _ node: YAMLNode,
    for listener: SessionConfiguration,
    as key: String,
    rule: String
  ) -> Session? {
    guard let name = node.text(as: key, log) else { return nil }
    guard entries[name] != nil else {
      let known = names.filter { $0 != listener.id.name }
      let hint = Spelling.hintOrList(name, among: known, of: "other sessions")
      log.report(node.position, "there is no session \(name.quoted)\(hint)")
      return nil
    }
    if let start = open.firstIndex(of: name) {
      let circle = (open[start...] + [name]).joined(separator: " -> ")
      log.report(node.position, "the sessions hear one another in a circle: \(circle)\(rule)")
      return nil
    }
    guard open.count < Limits.sessionDepth || results[name] != nil else {
      let limit = "more than \(Limits.sessionDepth) sessions hear one another"
      log.report(node.position, "\(limit), one through the next")
      return nil
    }
    guard let partner = session(name), !broken.contains(name) else { return nil }
    return partner
  }

  /// Notes that a session hears another one.
  func hear(_ name: String, _ listener: String, isSideChain: Bool, at position: Position) {
    hearings.add(
      HearingOrder.Hearing(
        heard: name,
        listener: listener,
        isSideChain: isSideChain,
        position: position
      )
    )
  }

  /// Notes that `name` is inserted into `host`; reports a second place.
  func insert(_ name: String, into host: String, at position: Position) {
    hearings.insert(name, into: host, at: position, log)
  }

  /// Reports what can't be rendered in any order, once all sessions have been read.
  func checkOrder() {
    hearings.check(log)
  }
}

extension SessionConfiguration {
  /// What the session needs to hear others and to be heard by them; `nil` when it can already.
  fileprivate var interSessionRemedy: String? {
    if !behaviour.interSession { return "'inter_session: on'" }
    if isMixable { return nil }
    let canMix = CategoryOption.mixWithOthers.categories.contains(category)
    return canMix ? "the option mixWithOthers" : "a category that mixes"
  }
}
