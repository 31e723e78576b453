// SPDX-License-Identifier: Apache-2.0
// Values of the rig as Prometheus reads them.

internal import ControlProtocol
internal import ControlTree
internal import Synchronization

/// A picture of the rig in Prometheus's text format.
struct WebMetrics {
  /// What the web server itself knows.
  struct Extras: Sendable {
    let version: String
    /// Decisions by rule.
    let decisions: [String: Int]
    /// Open pages by role.
    let pages: [String: Int]
    let paired: Int
  }

  /// `nil` while the rig is starting.
  let status: RigStatus?
  /// What plugins measure in LUFS, by the paths of the tree.
  let loudness: [TreeEntry]
  let extras: Extras

  /// The whole text.
  var text: String {
    var page = MetricPage()
    page.add(
      "tarmac_build_info",
      .gauge,
      "The version that runs.",
      [(["version": extras.version], 1)]
    )
    page.add(
      "tarmac_up",
      .gauge,
      "Whether the rig sounds on a JACK server.",
      [([:], status?.server.isConnected == true ? 1 : 0)]
    )
    if let status {
      addServer(status, to: &page)
      addSessions(status.sessions, to: &page)
      addSources(status.sessions, to: &page)
      addRoutes(status.routes, to: &page)
    }
    addLoudness(to: &page)
    page.add(
      "tarmac_decisions_total",
      .counter,
      "Decisions by the rule behind them, since the page is served.",
      extras.decisions.sorted { $0.key < $1.key }.map { (["rule": $0.key], Double($0.value)) }
    )
    page.add(
      "tarmac_web_connections",
      .gauge,
      "Open WebSockets by the role of their device.",
      ["mixer", "operator", "staff", "viewer"].map { (["role": $0], Double(extras.pages[$0] ?? 0)) }
    )
    page.add("tarmac_web_devices", .gauge, "Paired devices.", [([:], Double(extras.paired))])
    return page.text
  }

  private func addServer(_ status: RigStatus, to page: inout MetricPage) {
    page.add(
      "tarmac_alert",
      .gauge,
      "1 for each alert that there is.",
      (status.alerts ?? []).map { (["kind": $0.alert.rawValue, "subject": $0.subject], 1) }
    )
    let (server, render) = (status.server, status.render)
    page.add(
      "tarmac_xruns_total",
      .counter,
      "Cycles that JACK says came too late.",
      [([:], Double(server.xruns))]
    )
    page.add("tarmac_load_ratio", .gauge, "JACK's load, of 1.", [([:], server.load_percent / 100)])
    page.add("tarmac_sample_rate_hertz", .gauge, "The sample rate.", [([:], server.sampleRate_hz)])
    page.add(
      "tarmac_period_frames",
      .gauge,
      "The frames of a cycle.",
      [([:], Double(server.period_frames))]
    )
    page.add(
      "tarmac_cycles_total",
      .counter,
      "Cycles that the rig has rendered.",
      [([:], Double(render.cycles))]
    )
    page.add(
      "tarmac_cycle_time_seconds",
      .gauge,
      "How long rendering a cycle takes.",
      [("median", render.median_us), ("p999", render.p999_us), ("worst", render.worst_us)].map {
        (["statistic": $0.0], $0.1 / 1e6)
      }
    )
    page.add(
      "tarmac_recording_seconds",
      .gauge,
      "The length of each recording that goes on.",
      status.recordings.map { (["subject": $0.subject], $0.length_seconds) }
    )
    page.add(
      "tarmac_interrupters",
      .gauge,
      "Interrupters that last.",
      [([:], Double(status.interrupters.count))]
    )
  }

  private func addSessions(_ sessions: [SessionStatus], to page: inout MetricPage) {
    page.add(
      "tarmac_session_state",
      .gauge,
      "1 for the state that each session is in.",
      sessions.map { (["session": $0.name, "state": $0.state], 1) }
    )
    page.add(
      "tarmac_session_peak_dbfs",
      .gauge,
      "The peak of each channel of a session, in dB of full scale.",
      sessions.flatMap { session in
        session.levels.map {
          (["session": session.name, "channel": $0.channel], $0.peak_db ?? -.infinity)
        }
      }
    )
    page.add(
      "tarmac_session_duck_decibels",
      .gauge,
      "How far each session is turned down by others; 0 if it is not.",
      sessions.map { (["session": $0.name], $0.duck_db ?? 0) }
    )
    page.add(
      "tarmac_session_muted",
      .gauge,
      "Whether each session is muted.",
      sessions.map { (["session": $0.name], $0.isMuted ? 1 : 0) }
    )
    page.add(
      "tarmac_session_fader_decibels",
      .gauge,
      "The fader of each session.",
      sessions.map { (["session": $0.name], $0.fader_db ?? -.infinity) }
    )
    page.add(
      "tarmac_session_load_ratio",
      .gauge,
      "The time of a cycle that each session's graph takes, of 1.",
      sessions.map { (["session": $0.name], $0.load_percent / 100) }
    )
    page.add(
      "tarmac_session_overruns_total",
      .counter,
      "Cycles in which a session's graph took too long.",
      sessions.map { (["session": $0.name], Double($0.overruns)) }
    )
    page.add(
      "tarmac_plugin_load_ratio",
      .gauge,
      "The time of a cycle that each plugin takes, of 1.",
      sessions.flatMap { session in
        session.plugins.map {
          (["session": session.name, "plugin": $0.id], $0.load_percent / 100)
        }
      }
    )
  }

  private func addSources(_ sessions: [SessionStatus], to page: inout MetricPage) {
    func players(_ value: (SourceStatus) -> Double?) -> [(labels: [String: String], value: Double)]
    {
      sessions.flatMap { session in
        session.sources.compactMap { source in
          guard source.file != nil, let value = value(source) else { return nil }
          return (["session": session.name, "source": source.name], value)
        }
      }
    }
    page.add(
      "tarmac_player_playing",
      .gauge,
      "Whether each player is to play; it is heard while its session is active.",
      players { $0.isPlaying == true ? 1 : 0 }
    )
    page.add(
      "tarmac_player_ended",
      .gauge,
      "Whether each player has come to the end of its file.",
      players { $0.hasEnded == true ? 1 : 0 }
    )
    page.add(
      "tarmac_player_position_seconds",
      .gauge,
      "Where each player is in its file.",
      players(\.position_seconds)
    )
    page.add(
      "tarmac_player_length_seconds",
      .gauge,
      "How long the file of each player is.",
      players(\.length_seconds)
    )
    page.add(
      "tarmac_player_failed",
      .gauge,
      "Whether the file of each player could not be read to its end.",
      players { $0.failure == nil ? 0 : 1 }
    )
    page.add(
      "tarmac_player_disk_wait_seconds",
      .gauge,
      "For how long each player has been waiting for its disk; 0 while that answers.",
      players { $0.disk_wait_seconds ?? 0 }
    )
    page.add(
      "tarmac_source_waiting_ports",
      .gauge,
      "How many ports of other programs each source waits for.",
      sessions.flatMap { session in
        session.sources.compactMap { source in
          source.waiting.map {
            (["session": session.name, "source": source.name], Double($0.count))
          }
        }
      }
    )
  }

  private func addLoudness(to page: inout MetricPage) {
    page.add(
      "tarmac_loudness_lufs",
      .gauge,
      "What outputs and plugins that measure loudness read, in LUFS.",
      loudness.compactMap { entry in
        let parts = entry.path.split(separator: ".").map(String.init)
        guard parts.count > 2, let session = parts.first, let measure = parts.last,
          let number = entry.value.number
        else { return nil }
        let plugin = parts.dropFirst().dropLast().joined(separator: ".")
        return (["session": session, "plugin": plugin, "measure": measure], number)
      }
    )
  }

  private func addRoutes(_ routes: [RouteStatus], to page: inout MetricPage) {
    page.add(
      "tarmac_route_peak_dbfs",
      .gauge,
      "The peak of each channel of a route, in dB of full scale.",
      routes.flatMap { route in
        route.levels.map {
          (["route": route.name, "channel": $0.channel], $0.peak_db ?? -.infinity)
        }
      }
    )
    let outputs = routes.filter { $0.direction == "output" }
    page.add(
      "tarmac_route_fader_decibels",
      .gauge,
      "The fader of each output.",
      outputs.map { (["route": $0.name], $0.fader_db ?? -.infinity) }
    )
    page.add(
      "tarmac_route_muted",
      .gauge,
      "Whether each output is muted.",
      outputs.map { (["route": $0.name], $0.isMuted ? 1 : 0) }
    )
    page.add(
      "tarmac_route_connected",
      .gauge,
      "Whether each channel of a route is connected, and nothing is waited for.",
      routes.map { route in
        let isConnected = route.waiting.isEmpty && !route.connections.contains(where: \.isEmpty)
        return (["route": route.name, "direction": route.direction], isConnected ? 1 : 0)
      }
    )
  }
}

/// Metrics that are being written down.
private struct MetricPage {
  enum Kind: String { case gauge, counter }

  private(set) var text = ""

  mutating func add(
    _ name: String,
    _ kind: Kind,
    _ help: String,
    _ samples: [(labels: [String: String], value: Double)]
  ) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.sorted { $0.key < $1.key }.map {
        "\($0.key)=\"\(Self.escaped($0.value))\""
      }
      text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " "
      text += "\(Self.number(sample.value))\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    switch value {
    case .infinity: "+Inf"
    case -.infinity: "-Inf"
    default: value.isNaN ? "NaN" : "\(value)"
    }
  }
}

/// How many decisions each rule was behind.
///
/// > Threading: Any.
final class DecisionCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  var all: [String: Int] { counts.withLock { $0 } }

  func note(_ event: HostEvent) {
    guard case .decision(let decision) = event else { return }
    for rule in decision.rules { counts.withLock { $0[rule, default: 0] += 1 } }
  }
}
