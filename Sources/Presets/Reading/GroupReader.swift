// SPDX-License-Identifier: Apache-2.0
// Reads groups: sessions and buses with one common fader.

import ControlTower
import RigModel

/// Reads `groups`.
struct GroupReader {
  let log: ProblemLog
  let routes: RouteTable
  /// The names of all sessions, of those with mistakes too.
  let sessions: [String]
  /// What has been read so far.
  let rig: Rig

  /// The sessions and buses that can be members.
  private var members: [String] { sessions + rig.buses.map(\.name) }

  /// What already has a name.
  private func owner(of name: String) -> String? {
    if sessions.contains(name) { return "a session" }
    if rig.interrupters.keys.contains(where: { $0.rawValue == name }) { return "an interrupter" }
    return routes.owner(of: name)
  }

  func read(_ node: YAMLNode?) -> [Group] {
    (node?.entries(as: "'groups'", log) ?? []).compactMap(group)
  }

  private func group(_ entry: YAMLNode.Entry) -> Group? {
    if Names.check(entry.key, "a group", entry.position, log), let owner = owner(of: entry.key) {
      let message = "the name \(entry.key.quoted) is taken by \(owner)"
      log.report(entry.position, "\(message): groups share names with routes and sessions")
    }
    Names.checkReserved(entry.key, "group", entry.position, log)
    guard let fields = Fields(entry.value, .group, log) else { return nil }
    var group = Group(name: entry.key)
    for value in GroupValue.all { fields.take(value, into: &group) }
    for node in fields.required("members")?.list(as: "members", log) ?? [] {
      guard let name = node.text(as: "a member", log) else { continue }
      if !members.contains(name) {
        let hint = Spelling.hintOrList(name, among: members, of: "sessions and buses")
        log.report(node.position, "there is no session or bus \(name.quoted)\(hint)")
      } else if group.members.contains(name) {
        log.report(node.position, "\(name.quoted) is a member already")
      } else {
        group.members.append(name)
      }
    }
    return group
  }
}
