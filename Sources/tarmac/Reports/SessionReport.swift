// SPDX-License-Identifier: Apache-2.0
// All about one session, as text.

internal import ControlProtocol

/// Turns the state of one session into text.
enum SessionReport {
  /// Everything about `session`.
  static func text(_ session: SessionStatus) -> String {
    let options = session.options.isEmpty ? "none" : session.options.joined(separator: ", ")
    let duck = session.duck_db.map { ", ducked by \(fixed($0)) dB" } ?? ""
    var lines = [
      "\(session.name) is \(session.state)\(duck)",
      "category  \(session.category), mode \(session.mode), options \(options)",
      "fader     \(decibels(session.fader_db)) dB\(session.isMuted ? ", muted" : "")"
        + (session.isCued ? ", cued" : ""),
      "graph     called \(session.calls) times, \(fixed(session.load_percent)) % of real time, "
        + "\(session.overruns) overruns, \(session.invalidBlocks) invalid blocks",
    ]
    if !session.why.isEmpty { lines.insert("why       \(session.why)", at: 1) }
    for level in session.levels {
      let bar = LevelBar.text(peak_db: level.peak_db, width: 30)
      lines.append(
        "level     \(styled(bar, LevelBar.style(peak_db: level.peak_db))) \(level.channel): "
          + "peak \(decibels(level.peak_db)) dB, rms \(decibels(level.rms_db)) dB"
      )
    }
    lines += session.sources.map { "source    \(source($0))" }
    if let midi = session.midi { lines.append("midi      \(self.midi(midi))") }
    var text = lines.map { $0 + "\n" }.joined()
    // In the order of the signal.
    let plugins = session.voiceProcessing + session.plugins
    if !plugins.isEmpty { text += "\n\(self.plugins(plugins).text())" }
    text += complaints(of: session).map { $0 + "\n" }.joined()
    return text
  }

  /// A session's MIDI in one line.
  static func midi(_ midi: MIDIStatus) -> String {
    func port(_ name: String, _ waiting: [String]?) -> String? {
      guard let waiting else { return nil }
      return waiting.isEmpty ? name : "\(name) waits for \(waiting.joined(separator: ", "))"
    }
    let ports = [port("input", midi.inputWaiting), port("output", midi.outputWaiting)]
    let lost = midi.lostMessages > 0 ? "\(midi.lostMessages) messages lost: too many at once" : nil
    return (ports + [lost]).compactMap(\.self).joined(separator: "; ")
  }

  /// A source in one line.
  static func source(_ source: SourceStatus) -> String {
    guard let file = source.file else {
      if source.state == "empty" { return "\(source.name) is empty" }
      let waiting = source.waiting ?? []
      let waits = waiting.isEmpty ? "" : " waits for \(waiting.joined(separator: ", "))"
      return "\(source.name) (\(source.kind))\(waits)"
    }
    let state = source.isPlaying == true ? "plays" : "paused"
    var line = "\(source.name) \(state) \(file)"
    if let title = source.title { line += " (\(title)\(source.artist.map { " by \($0)" } ?? ""))" }
    let mix = [source.bpm.map { "\(fixed($0)) BPM" }, source.key].compactMap(\.self)
    if !mix.isEmpty { line += ", \(mix.joined(separator: ", "))," }
    if let stream = source.stream {
      line += ", \(stream == "playing" ? "live" : stream)"
    } else if let position = source.position_seconds {
      line += " at \(clock(position))"
      if let length = source.length_seconds { line += " of \(clock(length))" }
    }
    if let lost = source.underrun_frames, lost > 0 {
      line += ", \(lost) frames lost: the disk is too slow"
    }
    if let wait = source.disk_wait_seconds {
      line += "; waits for its disk, which has not answered for \(fixed(wait)) s"
    }
    if let failure = source.failure { line += "; it has stopped: \(failure)" }
    return line
  }

  /// A line for each plugin of a session that has done something wrong.
  static func complaints(of session: SessionStatus) -> [String] {
    (session.voiceProcessing + session.plugins).compactMap { plugin in
      let complaints = plugin.health?.complaints ?? []
      let name = "Plugin \(plugin.id) of \(session.name)"
      return complaints.isEmpty ? nil : "\(name) \(complaints.joined(separator: "; "))"
    }
  }

  private static func plugins(_ plugins: [PluginStatus]) -> Table {
    Table(
      heading: ["PLUGIN", "LOAD", "LATENCY", "RUNS", "URI"],
      rows: plugins.map {
        [
          Table.Cell($0.id), Table.Cell("\(fixed($0.load_percent, digits: 2)) %"),
          Table.Cell("\($0.latency_frames)"), Table.Cell("\($0.runs)"), Table.Cell($0.uri),
        ]
      }
    )
  }
}
