// SPDX-License-Identifier: Apache-2.0
// The full screen of `tarmac watch` as lines, made from a state and nothing else.

/// Turns the state of the view into the lines of a screen.
struct WatchView {
  let state: WatchState
  let columns: Int
  let rows: Int
  let widths: Widths
  /// The name of what is selected.
  let selected: String?

  init(state: WatchState, columns: Int, rows: Int) {
    (self.state, self.columns, self.rows) = (state, columns, rows)
    widths = Widths(state.rig, columns: columns)
    selected = state.selected?.name
  }

  /// The smallest terminal on which there is something to see.
  private static let least = (columns: 40, rows: 8)

  /// All lines, no more than there are rows.
  var lines: [ScreenLine] {
    guard columns >= Self.least.columns, rows >= Self.least.rows else {
      let (width, height) = Self.least
      return [ScreenLine("This terminal is too small: \(width)x\(height) at least.")]
    }
    let layout = WatchLayout(state.rig, rows: rows)
    let parts =
      state.isHelpShown
      ? help
      : strips(layout) + players(layout) + routes(layout) + happenings(layout.happenings)
    var lines = [title, situation] + parts.prefix(rows - WatchLayout.frame)
    lines += Array(repeating: ScreenLine(), count: rows - 1 - lines.count)
    return (lines + [footer]).map { $0.fitted(to: columns) }
  }

  // MARK: The frame

  private var title: ScreenLine {
    let file = state.text("rig.preset").split(separator: "/").last.map(String.init) ?? ""
    let rate = fixed(state.number("rig.server.sample_rate_hz") ?? 0, digits: 0)
    let frames = fixed(state.number("rig.server.period_frames") ?? 0, digits: 0)
    let load = fixed(state.number("rig.server.load_percent") ?? 0)
    let xruns = fixed(state.number("rig.server.xruns") ?? 0, digits: 0)
    var right = ScreenLine(columns < 70 ? "" : "\(rate) Hz, \(frames) frames   ")
    right.add("load \(load) %   ")
    right.add("\(xruns) xruns", xruns == "0" ? nil : .warning)
    right.add("   \(state.clock)", .heading)
    var line = ScreenLine()
    let name = file.isEmpty ? state.name : "\(state.name)  \(file)"
    line.add(name, .heading, width: max(0, columns - right.cells - 1))
    line.add(" ")
    line.add(right)
    return line
  }

  /// What blocks everything, or how long cycles take.
  private var situation: ScreenLine {
    if case .lost(let since) = state.link {
      let seconds = fixed(state.now_seconds - since, digits: 0)
      return ScreenLine("The rig has ended; waiting for it to come back (\(seconds) s).", .bad)
    }
    guard state.isOn("rig.server.connected") else {
      return ScreenLine("No JACK server: waiting for it to come back.", .bad)
    }
    var words: [String] = []
    let interrupters = ["phone", "alarm", "assistant"].filter {
      state.isOn("rig.interrupters.\($0).active")
    }
    if !interrupters.isEmpty {
      words.append("Interrupted by \(interrupters.joined(separator: ", "))")
    }
    let switches = ["silent", "lock", "microphone", "do_not_interrupt"].filter {
      state.isOn("rig.switches.\($0)")
    }
    if !switches.isEmpty {
      let names = switches.map { $0.replacing("_", with: "-") }
      words.append("Switched on: \(names.joined(separator: ", "))")
    }
    guard words.isEmpty else { return ScreenLine(words.joined(separator: "; "), .warning) }
    func time(_ name: String) -> String {
      fixed(state.number("rig.render.\(name)_us") ?? 0, digits: 0)
    }
    return ScreenLine(
      "cycles of \(time("median")) µs (99.9 % within \(time("p999")), worst \(time("worst")))",
      .faint
    )
  }

  private var footer: ScreenLine {
    if let notice = state.notice {
      return ScreenLine(shortenedSentence(notice.text, to: columns), notice.isBad ? .bad : .good)
    }
    let keys = [
      "↑↓ select", "←→ fader", "0 unity", "m mute", "c cue", "a talk", "p play", "? help", "q quit",
    ]
    return ScreenLine(keys.joined(separator: "  "), .faint)
  }

  private var help: [ScreenLine] {
    let width = WatchState.keys.map(\.0.count).max() ?? 0
    return [ScreenLine(), ScreenLine("KEYS", .heading)]
      + WatchState.keys.map { key, meaning in
        var line = ScreenLine("  ")
        line.add(key, .good, width: width + 2)
        line.add(meaning)
        return line
      }
  }

  // MARK: What has happened

  private func happenings(_ rows: Int) -> [ScreenLine] {
    guard rows > 0 else { return [] }
    let below = state.happeningsBelow
    let heading = ScreenLine(below > 0 ? "EVENTS (\(below) lines later)" : "EVENTS", .heading)
    let lines = state.happenings.suffix(rows + below).flatMap { happening in
      happening.lines.enumerated().map { index, text in
        var line = ScreenLine(index == 0 ? happening.time : spaces(8), .faint)
        line.add(index == 0 ? "  " : "    ")
        let style: Style? = happening.isBad ? .bad : index == 0 ? nil : .faint
        line.add(shortenedSentence(text, to: columns - line.cells), style)
        return line
      }
    }
    return [heading] + lines.dropLast(below).suffix(rows - 1)
  }
}
