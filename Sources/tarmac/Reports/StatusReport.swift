// SPDX-License-Identifier: Apache-2.0
// The state of the rig as text.

internal import ControlProtocol
internal import Quantities

/// Turns what the host tells into lines and tables.
enum StatusReport {
  /// The whole state, in lines that fit `columns`.
  static func lines(_ status: RigStatus, columns: Int) -> [String] {
    var lines = [server(status.server), render(status)].flatMap { wrapped($0, to: columns) }
    if !status.interrupters.isEmpty {
      let interrupters = status.interrupters.joined(separator: ", ")
      lines.append(styled(shortened("Interrupted by \(interrupters)", to: columns), .warning))
    }
    if let switches = switches(status.switches) {
      lines.append(styled(shortened(switches, to: columns), .warning))
    }
    for alert in status.alerts ?? [] {
      let line = "ALERT: \(alert.alert.rawValue) of \(alert.subject)"
      lines.append(styled(shortened(line, to: columns), .bad))
    }
    for part in status.leftOut {
      lines += wrapped(part.sentence, to: columns).map { styled($0, .warning) }
    }
    lines += [""] + routes(status.routes, status.server.sampleRate_hz).lines(columns: columns)
    lines += [""] + sessions(status.sessions).lines(columns: columns)
    if let buses = status.buses, !buses.isEmpty {
      lines += [""] + self.buses(buses).lines(columns: columns)
    }
    if let groups = status.groups, !groups.isEmpty {
      lines += [""] + self.groups(groups).lines(columns: columns)
    }
    if !status.interrupterStrips.isEmpty {
      lines += [""] + interrupters(status.interrupterStrips).lines(columns: columns)
    }
    let players = players(status.sessions)
    if !players.rows.isEmpty { lines += [""] + players.lines(columns: columns) }
    let isolated = status.sessions.compactMap(isolation)
    if !isolated.isEmpty { lines += [""] + isolated.map { shortened($0, to: columns) } }
    let complaints = status.sessions.flatMap(SessionReport.complaints)
    if !complaints.isEmpty {
      lines += [""] + complaints.map { styled(shortened($0, to: columns), .warning) }
    }
    if !status.recordings.isEmpty {
      lines.append("")
      lines += status.recordings.map {
        shortened("Recording \($0.subject) \(recording($0))", to: columns)
      }
    }
    return lines
  }

  private static func server(_ server: ServerStatus) -> String {
    guard server.isConnected else {
      let reason = server.waitsFor.map { ". \($0)" } ?? ""
      return "No JACK server: waiting for it to come back\(reason)"
    }
    let milliseconds =
      server.sampleRate_hz > 0
      ? Double(server.period_frames) / server.sampleRate_hz * 1000 : 0
    return "JACK server \(server.name)\(server.isOurs ? " (started by tarmac)" : ""), "
      + "\(driver(server))client \(server.client), \(fixed(server.sampleRate_hz, digits: 0)) Hz, "
      + "\(server.period_frames) frames (\(fixed(milliseconds)) ms), "
      + "load \(fixed(server.load_percent)) %, \(server.xruns) xruns"
  }

  /// What a server plays to, with a comma; nothing where it does not say.
  private static func driver(_ server: ServerStatus) -> String {
    guard let driver = server.driver else { return "" }
    guard driver != "dummy" else { return "the dummy driver (nobody hears it), " }
    return "\(server.device ?? driver), "
  }

  private static func render(_ status: RigStatus) -> String {
    let render = status.render
    return "Preset \(status.preset), cycles of \(fixed(render.median_us, digits: 0)) µs "
      + "(99.9 % within \(fixed(render.p999_us, digits: 0)), "
      + "worst \(fixed(render.worst_us, digits: 0)))"
  }

  /// The table of routes.
  static func routes(_ routes: [RouteStatus], _ sampleRate_hz: Double) -> Table {
    var table = Table(heading: ["ROUTE", "ROLE", "LEVEL", "PEAK", "FADER", "CONNECTED TO"])
    for route in routes {
      let peak = loudest(route.levels)
      let isInput = route.direction == "input"
      table.rows.append([
        Table.Cell(route.name),
        Table.Cell("\(isInput ? "←" : "→") \(route.role)\(lateness(of: route, sampleRate_hz))"),
        Table.Cell(bars(route.levels), LevelBar.style(peak_db: peak)),
        self.peak(peak, clips: route.clips),
        isInput ? "" : fader(route.fader_db, isMuted: route.isMuted),
        connections(route),
      ])
    }
    return table
  }

  /// The latency of an output, if it is over 10 ms, which a musician would notice.
  private static func lateness(of route: RouteStatus, _ sampleRate_hz: Double) -> String {
    let milliseconds = Double(route.latency_frames ?? 0) / max(sampleRate_hz, 1) * 1_000
    return milliseconds > 10 ? ", \(fixed(milliseconds)) ms late" : ""
  }

  /// The switches that are on; `nil` when none is.
  static func switches(_ switches: SwitchesStatus) -> String? {
    var words: [String] = []
    if switches.isSilent { words.append("silent") }
    if switches.isLocked { words.append("lock") }
    if switches.isMicrophoneMuted { words.append("microphone") }
    if let name = switches.doNotInterrupt { words.append("do-not-interrupt (by \(name))") }
    return words.isEmpty ? nil : "Switched on: \(words.joined(separator: ", "))"
  }

  /// The table of where sessions come from and go to.
  static func currentRoutes(_ sessions: [SessionStatus]) -> Table {
    Table(
      heading: ["SESSION", "FROM", "TO"],
      rows: sessions.map { session in
        [
          Table.Cell(session.name),
          Table.Cell(session.currentRoute.inputs.joined(separator: ", ")),
          Table.Cell(session.currentRoute.outputs.joined(separator: ", ")),
        ]
      }
    )
  }

  /// The table of sessions.
  static func sessions(_ sessions: [SessionStatus]) -> Table {
    var table = Table(heading: ["SESSION", "STATE", "LEVEL", "PEAK", "DUCK", "FADER", "WHY"])
    for session in sessions {
      let peak = loudest(session.levels)
      table.rows.append([
        Table.Cell(session.name), state(session),
        Table.Cell(bars(session.levels), LevelBar.style(peak_db: peak)),
        self.peak(peak, clips: session.clips),
        Table.Cell(session.duck_db.map { fixed($0) } ?? "", .warning),
        fader(session.fader_db, isMuted: session.isMuted),
        Table.Cell(session.why),
      ])
    }
    return table
  }

  /// The table of buses.
  private static func buses(_ buses: [BusStatus]) -> Table {
    var table = Table(heading: ["BUS", "LEVEL", "PEAK", "FADER", "PLUGINS"])
    for bus in buses {
      let peak = loudest(bus.levels)
      table.rows.append([
        Table.Cell(bus.name),
        Table.Cell(bars(bus.levels), LevelBar.style(peak_db: peak)),
        self.peak(peak, clips: bus.clips),
        fader(bus.fader_db, isMuted: bus.isMuted),
        Table.Cell(bus.plugins.map(\.id).joined(separator: ", ")),
      ])
    }
    return table
  }

  /// The table of groups.
  private static func groups(_ groups: [GroupStatus]) -> Table {
    Table(
      heading: ["GROUP", "FADER", "MEMBERS"],
      rows: groups.map { group in
        [
          Table.Cell(group.name), fader(group.fader_db, isMuted: group.isMuted),
          Table.Cell(group.members.joined(separator: ", ")),
        ]
      }
    )
  }

  /// The table of interrupters.
  private static func interrupters(_ strips: [InterrupterStatus]) -> Table {
    var table = Table(heading: ["INTERRUPTER", "STATE", "LEVEL", "PEAK", "FADER"])
    for strip in strips {
      let peak = loudest(strip.levels)
      table.rows.append([
        Table.Cell(strip.name), Table.Cell(strip.state, strip.state == "off" ? .faint : .warning),
        Table.Cell(bars(strip.levels), LevelBar.style(peak_db: peak)),
        Table.Cell(decibels(peak)),
        fader(strip.fader_db, isMuted: strip.isMuted),
      ])
    }
    return table
  }

  /// The table of players.
  static func players(_ sessions: [SessionStatus]) -> Table {
    var table = Table(heading: ["PLAYER", "STATE", "POSITION", "REMAINING", "FILE"])
    for session in sessions {
      let players = session.sources.filter { $0.file != nil }
      for player in players {
        let name = players.count == 1 ? session.name : "\(session.name).\(player.name)"
        let position = player.position_seconds ?? 0
        let length = player.length_seconds
        table.rows.append([
          Table.Cell(name),
          state(of: player, isActive: session.state == "active"),
          Table.Cell(clock(position) + (length.map { " / \(clock($0))" } ?? "")),
          Table.Cell(length.map { "-\(clock($0 - position))" } ?? "live"),
          Table.Cell(track(of: player)),
        ])
      }
    }
    return table
  }

  private static func state(of player: SourceStatus, isActive: Bool) -> Table.Cell {
    if let wait = player.disk_wait_seconds {
      return Table.Cell("waits for its disk (\(fixed(wait)) s)", .bad)
    }
    guard player.isPlaying == true else { return Table.Cell("paused", .faint) }
    guard isActive else { return Table.Cell("waits", .faint) }
    if let stream = player.stream, stream != "playing" { return Table.Cell(stream, .warning) }
    return Table.Cell("plays", .good)
  }

  /// The name of a player's file; of a stream, what it says that it plays.
  private static func track(of player: SourceStatus) -> String {
    guard player.stream != nil else {
      return player.file?.split(separator: "/").last.map(String.init) ?? ""
    }
    let names = [player.artist, player.title].compactMap(\.self)
    return names.isEmpty
      ? player.file.map(StreamAddress.name) ?? "" : names.joined(separator: " – ")
  }

  /// A peak, and whether there was one over full scale.
  private static func peak(_ peak_db: Double?, clips: Int?) -> Table.Cell {
    guard let clips, clips > 0 else { return Table.Cell(decibels(peak_db)) }
    return Table.Cell("\(decibels(peak_db)) clip", .bad)
  }

  /// Where a recording goes and how long it is.
  static func recording(_ recording: RecordingStatus) -> String {
    let beginning = "to \(recording.file), \(clock(recording.length_seconds))"
    // A recording that has stopped shows only its cause: it no longer waits for its disk.
    if let failure = recording.failure { return "\(beginning); it has stopped: \(failure)" }
    let lost = recording.overrun_frames
    return beginning
      + (lost > 0 ? ", \(lost) frames lost: the disk is too slow" : "")
      + (recording.disk_wait_seconds.map {
        "; waits for its disk, which has not answered for \(fixed($0)) s"
      } ?? "")
  }

  /// The process of an isolated session; `nil` for others.
  static func isolation(_ session: SessionStatus) -> String? {
    guard let isolation = session.isolation else { return nil }
    let process = isolation.process.map { " \($0)" } ?? ""
    var words = "Isolated \(session.name): process\(process) \(isolation.state)"
    words += ", \(isolation.latency_frames) frames of latency"
    if isolation.lateBlocks > 0 { words += ", \(isolation.lateBlocks) cycles late" }
    if isolation.losses > 0 {
      let times = isolation.losses == 1 ? "once" : "\(isolation.losses) times"
      words += ", lost \(times)" + (isolation.lastLoss.map { ", last because \($0)" } ?? "")
    }
    if let busy = isolation.busy { words += ", \(busy)" }
    return words + (isolation.sandbox.map { ", \(self.sandbox($0))" } ?? "")
  }

  /// What a sandbox keeps from plugins.
  private static func sandbox(_ sandbox: SandboxStatus) -> String {
    let files = sandbox.landlock > 0 ? "files by Landlock \(sandbox.landlock)" : "no files"
    let calls = sandbox.refusesCalls ? "system calls" : "no system calls"
    let refused = sandbox.refusals == 0 ? "" : "; \(sandbox.refusals) times refused"
    let during = sandbox.lastCall.map { " in \($0)" } ?? ""
    let who = sandbox.lastPlugin.map { " to '\($0)'\(during)" } ?? ""
    return "sandbox keeps \(files) and \(calls)\(refused)"
      + (sandbox.lastRefusal.map { ", last \($0)\(who)" } ?? "")
  }

  private static func connections(_ route: RouteStatus) -> Table.Cell {
    let ports = route.connections.flatMap(\.self).joined(separator: ", ")
    guard route.disconnected.isEmpty else {
      let others = route.disconnected.joined(separator: ", ")
      let parted = "disconnected by another program from \(others)"
      return Table.Cell(ports.isEmpty ? parted : "\(ports); \(parted)", .warning)
    }
    guard route.waiting.isEmpty else {
      let waits = "waits for \(route.waiting.joined(separator: ", "))"
      return Table.Cell(ports.isEmpty ? waits : "\(ports); \(waits)", .warning)
    }
    return ports.isEmpty ? Table.Cell("nothing", .warning) : Table.Cell(ports)
  }

  private static func state(_ session: SessionStatus) -> Table.Cell {
    let cue = session.isCued ? " +cue" : ""
    switch session.state {
    case "active": return Table.Cell("active" + cue, .good)
    case "interrupted": return Table.Cell("interrupted" + cue, .warning)
    default: return Table.Cell(session.state + cue, .faint)
    }
  }

  private static func fader(_ level_db: Double?, isMuted: Bool) -> Table.Cell {
    isMuted ? Table.Cell("muted", .warning) : Table.Cell(decibels(level_db))
  }

  private static func bars(_ levels: [LevelStatus]) -> String {
    levels.map { LevelBar.text(peak_db: $0.peak_db, width: levels.count > 1 ? 6 : 10) }
      .joined(separator: " ")
  }

  private static func loudest(_ levels: [LevelStatus]) -> Double? {
    levels.compactMap(\.peak_db).max()
  }
}
