// SPDX-License-Identifier: Apache-2.0
// The log of a simulation as text, as it is kept beside its scenario.

import ControlTower
import Quantities

extension SimulationReport {
  /// The log: a block for each event, the state at the end, and what the rules say.
  package var text: String {
    var lines = [title, "preset \(preset)", ""]
    for entry in entries { lines += entry.lines + [""] }
    lines += ["\(end.stamp)  the end", ""] + states
    if !rules.isEmpty { lines += ["", "The rules:"] + rules.map(\.sentence) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The state at the end: switches, routes and sessions.
  private var states: [String] {
    let ports = tower.ports.map(\.id.name).joined(separator: ", ")
    let interrupters = tower.activeInterrupters.map(\.rawValue).joined(separator: ", ")
    var lines = ["  plugged in: \(ports.isEmpty ? "nothing" : ports)"]
    if !interrupters.isEmpty { lines.append("  interrupted by: \(interrupters)") }
    if !tower.switches.words.isEmpty {
      lines.append("  switched on: \(tower.switches.words.joined(separator: ", "))")
    }
    if tower.isServerLost { lines.append("  the audio server is lost") }
    let rows = tower.sessions.map { row($0) }
    return lines + [""] + table([["SESSION", "STATE", "ROUTE", "PLACE", "WHY"]] + rows)
  }

  private func row(_ session: SessionState) -> [String] {
    let seconds = positions[session.id] ?? []
    let activation =
      switch session.activation {
      case .inactive: "inactive"
      case .active: session.isPaused ? "active, paused" : "active"
      case .interrupted: session.isPaused ? "interrupted, paused" : "interrupted"
      }
    let position = seconds.map { "\($0.stamp) s" }.joined(separator: ", ")
    return [session.id.name, activation, session.route.text, position, session.why]
  }

  /// Every rule that decided something, once, in the order of the catalogue.
  private var rules: [RuleLine] {
    var ids = Set(entries.flatMap(\.decisions).flatMap { $0.effects.map(\.rule) })
    ids.formUnion(entries.flatMap(\.decisions).compactMap { $0.refusal?.rule })
    return ids.map { RuleLine(id: $0.description, statement: $0.sentence ?? "") }
      .sorted { $0.id < $1.id }
  }
}

/// A rule as the log explains it.
private struct RuleLine {
  var id: String
  var statement: String

  package var sentence: String { "  \(id): \(statement)" }
}

extension SimulationEntry {
  /// The block of the log.
  fileprivate var lines: [String] {
    let indent = String(repeating: " ", count: 10)
    var lines = ["\(at.stamp)  \(event)"]
    if let note { lines.append("\(indent)\"\(note)\"") }
    for decision in decisions {
      if decision.sentence != event, decision.isWorthSaying {
        lines.append(indent + decision.sentence)
      }
      lines += decision.lines.map { "\(indent)  \($0)" }
    }
    lines += remarks.map { "\(indent)  (\($0))" }
    if !decisions.isEmpty, remarks.isEmpty, decisions.allSatisfy(\.lines.isEmpty), !isOpening {
      lines.append("\(indent)  nothing changes")
    }
    return lines
  }

  /// Whether the rig comes up here: then it is enough to list what is there.
  private var isOpening: Bool { decisions.count > 1 }
}

extension Decision {
  fileprivate var isWorthSaying: Bool { event != .setRigPolicy(.standard) }
}

extension RigSwitches {
  fileprivate var words: [String] {
    var words: [String] = []
    if isSilent { words.append("silent") }
    if isLocked { words.append("lock") }
    if isMicrophoneMuted { words.append("microphones off") }
    if let doNotInterrupt { words.append("do not interrupt, by \(doNotInterrupt)") }
    return words
  }
}

extension Seconds {
  /// The time with its thousandths, such as `  12.250`.
  var stamp: String {
    let thousandths = Int(clamping: (value * 1000).rounded())
    let fraction = "\(1000 + thousandths % 1000)".dropFirst()
    let whole = "\(thousandths / 1000)"
    return "\(whole).\(fraction)"
  }
}

/// Rows with their columns one below the other; blanks at the ends of lines are left out.
private func table(_ rows: [[String]]) -> [String] {
  let columns = rows.first?.indices ?? 0..<0
  let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    var line = "  "
    for column in columns where widths[column] > 0 {
      line += row[column] + String(repeating: " ", count: widths[column] - row[column].count + 2)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
