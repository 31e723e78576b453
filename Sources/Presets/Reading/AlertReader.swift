// SPDX-License-Identifier: Apache-2.0
// Reads what a rig raises alerts about, and what it remembers.

import Glibc
import Quantities
import RigModel

/// Reads `alerts`.
struct AlertReader {
  let routes: RouteTable
  let context: PresetContext
  private var log: ProblemLog { context.log }

  init(routes: RouteTable, _ context: PresetContext) {
    (self.routes, self.context) = (routes, context)
  }

  /// What is to be watched; `nil` for nothing.
  func read(_ node: YAMLNode?) -> AlertSettings? {
    guard let node else { return nil }
    var settings = AlertSettings()
    if let isOn = node.switchAlone(as: "alerts", log) { return isOn ? settings : nil }
    guard let fields = Fields(node, .alerts, log) else { return nil }
    for entry in fields["routes"]?.entries(as: "the routes of alerts", log) ?? [] {
      guard let name = routeName(entry) else { continue }
      settings.routes[name] = route(entry.value)
    }
    settings.watchesClipping = fields.boolean("clipping")
    if let node = fields["xruns"] { settings.xruns = xruns(node) }
    if let node = fields["disk_below_mb"] {
      settings.leastDiskBytes = number(node, "disk_below_mb", fields).flatMap {
        Int64(exactly: ($0 * 1_000_000).rounded())
      }
    }
    settings.watchesRecordings = fields.boolean("recordings")
    settings.watchesLostSessions = fields.boolean("lost_sessions")
    settings.watchesAlarm = fields.boolean("alarm")
    if let node = fields["server_seconds"] {
      settings.serverTime = number(node, "server_seconds", fields).map(Seconds.init)
    }
    settings.watchesDummy = fields.boolean("dummy")
    settings.watchesLeftOut = fields.boolean("left_out")
    settings.watchesFallbacks = fields.boolean("fallbacks")
    settings.command =
      context.reading(.alertProgram) { fields["on_alert"].flatMap { command($0) } }.result ?? []
    return settings
  }

  private func routeName(_ entry: YAMLNode.Entry) -> String? {
    guard routes.contains(entry.key) else {
      let hint = Spelling.hintOrList(entry.key, among: routes.names.sorted(), of: "routes")
      log.report(entry.position, "there is no route \(entry.key.quoted)\(hint)")
      return nil
    }
    return entry.key
  }

  private func route(_ node: YAMLNode) -> RouteAlert? {
    guard let fields = Fields(node, .routeAlert, log) else { return nil }
    var alert = RouteAlert()
    if let level = fields.number("silence_db") {
      alert.silence = Decibels(Float(level))
    }
    alert.silenceTime = fields.number("silence_seconds").map(Seconds.init)
    alert.unpluggedTime = fields.number("unplugged_seconds").map(Seconds.init)
    alert.feedsWatchdog = fields.boolean("watchdog")
    let isTimed = fields.has("silence_seconds")
    if !isTimed, fields.has("silence_db") || alert.feedsWatchdog {
      let message = "say for how long the route may be silent"
      log.report(fields.position, "silence_db and watchdog need silence_seconds: \(message)")
    } else if !isTimed, !fields.has("unplugged_seconds") {
      let keys = "silence_seconds, unplugged_seconds or both"
      log.report(fields.position, "an alert of a route needs \(keys)")
    }
    return alert
  }

  private func xruns(_ node: YAMLNode) -> XrunAlert? {
    if let isOn = node.switchAlone(as: "xruns", log) { return isOn ? XrunAlert() : nil }
    guard let fields = Fields(node, .xrunAlert, log) else { return nil }
    var alert = XrunAlert()
    alert.count = fields.wholeNumber("count") ?? alert.count
    alert.time = fields.number("within_seconds").map(Seconds.init) ?? alert.time
    return alert
  }

  /// A number; `nil` for `off`.
  private func number(_ node: YAMLNode, _ key: String, _ fields: Fields) -> Double? {
    if node.flag == false { return nil }
    return node.number(as: key, in: fields.range(of: key), alternative: " or off", log)
  }

  /// A program alone, or a list with its arguments; no shell is involved.
  private func command(_ node: YAMLNode) -> [String]? {
    let isAlone = if case .scalar = node.content { true } else { false }
    guard let items = isAlone ? [node] : node.list(as: "on_alert", log) else { return nil }
    let words = items.compactMap { $0.text(as: "a word of on_alert", log) }
    guard words.count == items.count else { return nil }
    guard let first = words.first else {
      log.report(node.position, "on_alert needs a program, such as /usr/local/bin/page")
      return nil
    }
    guard let program = program(first, at: items[0].position) else { return nil }
    return [program] + words.dropFirst()
  }

  private func program(_ name: String, at position: Position) -> String? {
    guard name.contains("/") else {
      let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
      let isThere = folders.split(separator: ":").contains { Path.isProgram("\($0)/\(name)") }
      if !isThere { context.miss(position, "there is no program \(name.quoted) in PATH") }
      return isThere ? name : nil
    }
    let path = Path.absolute(name, in: position.file)
    guard Path.isProgram(path) else {
      let rule = "it must be there, and be allowed to run"
      context.miss(position, "\(path.quotedPath) is no program: \(rule)")
      return nil
    }
    return path
  }
}

extension YAMLNode {
  /// Reads `remember`.
  func remembered(_ log: ProblemLog) -> Set<Remembered> {
    let words = list(as: "remember", log) ?? []
    return Set(words.compactMap { $0.word(as: "what a rig remembers", log) })
  }
}
