// SPDX-License-Identifier: Apache-2.0
// An evening at a rig: its operator's actions, and what of them docs/running.md says that comes
// back.

import ControlProtocol
import Foundation
import SeededNumbers
import Testing

/// The values that come back, as the table of docs/running.md says.
struct ReturnTable {
  /// The contents of a cell.
  enum Fate: String {
    case asItWas = "as it was"
    case asThePresetSays = "as the preset says"
    case closed, gone
  }

  /// The columns behind the first one.
  enum Ending: Int, CaseIterable {
    case powerCut, stop, reload
  }

  private let rows: [String: [Fate]]
  var names: Set<String> { Set(rows.keys) }

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/running.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| what | after a power cut") }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    var rows: [String: [Fate]] = [:]
    for line in lines {
      let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ").reversed() }
        .map { String($0.trimmingPrefix(" ").reversed()) }
      // A cell with more words is not for this test.
      let fates = cells.dropFirst().compactMap { Fate(rawValue: $0) }
      if fates.count == Ending.allCases.count { rows[cells[0]] = fates }
    }
    self.rows = rows
  }

  func fate(_ row: String, _ ending: Ending) throws -> Fate {
    try #require(rows[row], "docs/running.md has no row '\(row)'")[ending.rawValue]
  }
}

/// A value that an operator sets, and how to read it.
struct Handle: Sendable {
  /// The row of the table that it belongs to.
  let row: String
  let path: String
  /// The value in the preset.
  let usual: String
  /// The values that an operator may set.
  let choices: [String]

  func read(_ tarmac: RunningTarmac) throws -> String {
    guard let session = session else { return try tarmac.get(path) }
    let status = try tarmac.session(session)
    return path.hasSuffix("?active")
      ? (status.state == "inactive" ? "off" : "on") : status.recordPermission
  }

  /// Sets the value; a refused value changes nothing.
  func set(_ value: String, _ tarmac: RunningTarmac) {
    guard let session else {
      _ = try? tarmac.ask(SetRequest(path: path, value: value))
      return
    }
    if path.hasSuffix("?permission") {
      _ = try? tarmac.ask(PermissionSetRequest(session: session, permission: value))
    } else if value == "on" {
      _ = try? tarmac.ask(ActivateRequest(session: session))
    } else {
      _ = try? tarmac.ask(DeactivateRequest(session: session, notifyOthers: true))
    }
  }

  private var session: String? {
    path.contains("?") ? path.split(separator: "?").first.map(String.init) : nil
  }
}

/// The rig of an evening, and all actions on it.
enum Evening {
  /// Microphones have an output of their own: an output has a volume for each category that is in
  /// force there.
  static let preset = """
    tarmac: 1
    remember: [ mixer, activity ]
    routes:
      main: { role: lineOut, channels: 1 }
      hall: { role: lineOut, channels: 1 }
      desk: { role: mic, channels: 1 }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: "nobody:out_1" }
        sends: [ { to: main } ]
      bed:
        category: playback
        options: [ mixWithOthers ]
        remember: []
        source: { jack: "nobody:out_1" }
        sends: [ { to: main } ]
    \(microphone("pager", "mute: on"))
    \(microphone("booth", "remember: [ mixer, activity ]"))
    \(microphone("stage", "active: true"))
      call:
        category: playAndRecord
        record_permission: ask
        options: [ mixWithOthers ]
        source: { route: desk }
        sends: [ { to: hall } ]
    interrupters:
      alarm: { source: { jack: "nobody:out_1" }, sends: [ { to: main } ] }
    """

  private static func microphone(_ name: String, _ line: String) -> String {
    """
      \(name):
        category: playAndRecord
        record_permission: granted
        options: [ mixWithOthers ]
        \(line)
        source: { route: desk }
        sends: [ { to: hall } ]
    """
  }

  private static let levels = ["-3", "-7.5", "-20", "0"]

  static let handles =
    [
      Handle(row: "volumes of outputs", path: "main.fader_db", usual: "0", choices: levels),
      Handle(
        row: "answers to sessions that ask to record",
        path: "call?permission",
        usual: "undetermined",
        choices: ["granted", "denied"]
      ),
      Handle(
        row: "locks and limits",
        path: "music.sends.main.level_db.maximum",
        usual: "12",
        choices: ["-6", "3", "12"]
      ),
      Handle(
        row: "the mixer, system sounds too, with `remember: [ mixer ]`",
        path: "music.fader_db",
        usual: "0",
        choices: levels
      ),
      Handle(row: "the mixer, without", path: "bed.fader_db", usual: "0", choices: levels),
      Handle(
        row: "mute, fader and sends of an interrupter",
        path: "alarm.fader_db",
        usual: "0",
        choices: levels
      ),
      Handle(
        row: "mute, fader and sends of an interrupter",
        path: "alarm.sends.main.level_db",
        usual: "0",
        choices: levels
      ),
    ]
    + [
      ("locks and limits", "music.balance.locked", "off"),
      (
        "the silent switch, the lock, the microphone switch, do-not-interrupt",
        "rig.switches.silent", "off"
      ),
      (
        "the silent switch, the lock, the microphone switch, do-not-interrupt", "rig.switches.lock",
        "off"
      ),
      (
        "the silent switch, the lock, the microphone switch, do-not-interrupt",
        "rig.switches.microphone", "off"
      ),
      (
        "the silent switch, the lock, the microphone switch, do-not-interrupt",
        "rig.switches.do_not_interrupt", "off"
      ),
      ("an interrupter that lasts", "rig.interrupters.alarm.active", "off"),
      ("mute, fader and sends of an interrupter", "alarm.mute", "off"),
      ("the mixer, system sounds too, with `remember: [ mixer ]`", "music.mute", "off"),
      ("which sessions are active, with `remember: [ activity ]`", "music?active", "on"),
      ("which sessions are active, without", "bed?active", "off"),
      ("a microphone that was opened", "pager?active", "off"),
      ("a microphone that was opened", "pager.mute", "on"),
      ("a microphone that was opened, with `remember` at its session", "booth?active", "off"),
      ("a microphone that was closed", "stage?active", "on"),
      ("a microphone that was closed", "stage.mute", "off"),
    ].map { Handle(row: $0.0, path: $0.1, usual: $0.2, choices: ["on", "off"]) }
}

/// The readings of all values in the course of an evening.
struct Chronicle {
  private var past: [[(time: ContinuousClock.Instant, value: String)]]

  init(_ tarmac: RunningTarmac) throws {
    past = try Evening.handles.map { [(.now, try $0.read(tarmac))] }
  }

  /// Notes the present reading of the value with this number.
  mutating func note(_ index: Int, _ tarmac: RunningTarmac) throws {
    past[index].append((.now, try Evening.handles[index].read(tarmac)))
  }

  /// The readings of the value with this number in the second before `end`.
  func lastSecond(of index: Int, before end: ContinuousClock.Instant) -> Set<String> {
    let all = past[index]
    let start = all.lastIndex { $0.time < end - .seconds(1) } ?? 0
    return Set(all[start...].map(\.value))
  }
}
