// SPDX-License-Identifier: Apache-2.0
// Strips, players and routes on the full screen of `tarmac watch`.

internal import Quantities

extension WatchView {
  /// The widths of the columns: the meter takes what the others leave.
  struct Widths {
    let name: Int
    let meter: Int

    fileprivate static let (state, peak, clip, duck, fader, flags) = (12, 5, 4, 5, 6, 2)
    /// The width of the selection mark, of all columns but two, and of the gaps between them.
    private static let others = 2 + state + peak + clip + duck + fader + flags + 7

    init(_ rig: WatchRig, columns: Int) {
      name = min(max(rig.nameCells, 6), columns < 100 ? 13 : 24)
      meter = max(4, columns - Self.others - name)
    }
  }

  // MARK: Strips

  func strips(_ layout: WatchLayout) -> [ScreenLine] {
    let strips = state.rig.strips
    let heights = strips.map { layout.stripsAreTall && $0.kind == .session ? 2 : 1 }
    let selection = strips.firstIndex { $0.name == selected }
    return list("STRIPS", heights, rows: layout.strips, around: selection) { index in
      let row = [row(strips[index], sessionState(strips[index]))]
      return heights[index] == 2 ? row + [reason(strips[index].name)] : row
    }
  }

  private func sessionState(_ strip: WatchRig.Strip) -> (String, Style?) {
    guard strip.kind == .session else {
      let lasts = state.isOn("rig.interrupters.\(strip.name).active")
      return lasts ? ("lasts", .warning) : ("", nil)
    }
    if state.isOn("\(strip.name).interrupted") { return ("interrupted", .warning) }
    return state.isOn("\(strip.name).active") ? ("active", .good) : ("inactive", .faint)
  }

  /// Why a session is as it is, in words.
  private func reason(_ name: String) -> ScreenLine {
    let isLimited = state.isOn("\(name).interrupted") || duck(name) != nil
    let why = shortenedSentence(state.text("\(name).why"), to: columns - 4)
    var line = ScreenLine("    ")
    line.add(why, isLimited ? .warning : .faint)
    return line
  }

  private func duck(_ name: String) -> Double? {
    state.number("\(name).duck_db").flatMap { $0 < 0 ? $0 : nil }
  }

  /// A strip or a route in a row.
  private func row(_ strip: WatchRig.Strip, _ word: (String, Style?)) -> ScreenLine {
    let (name, isSelected) = (strip.name, strip.name == selected)
    var line = ScreenLine(isSelected ? "▶ " : "  ", .good)
    line.add(name, isSelected ? .heading : nil, width: widths.name)
    line.add(" ")
    line.add(word.0, word.1, width: Widths.state)
    line.add(" ")
    line.add(meter(strip, width: widths.meter))
    line.add(" ")
    let peak = strip.meters.compactMap { state.number($0) }.max() ?? -.infinity
    line.add(strip.meters.isEmpty ? "" : fixed(peak), width: Widths.peak, alignsRight: true)
    line.add(" ")
    line.add(state.hasClipped(name) ? "CLIP" : "", .bad, width: Widths.clip)
    line.add(" ")
    line.add(
      duck(name).map { "▼\(fixed(-$0))" } ?? "",
      .warning,
      width: Widths.duck,
      alignsRight: true
    )
    line.add(" ")
    let isMuted = state.isOn("\(name).mute")
    let fader = state.number("\(name).fader_db").map { fixed($0) } ?? ""
    line.add(
      isMuted ? "muted" : fader,
      isMuted ? .warning : nil,
      width: Widths.fader,
      alignsRight: true
    )
    line.add(" ")
    line.add(state.isOn("\(name).cue") ? "C" : " ", .good)
    line.add(state.isOn("\(name).recording") ? "R" : " ", .bad)
    return line
  }

  /// The meters of all channels beside each other.
  private func meter(_ strip: WatchRig.Strip, width: Int) -> ScreenLine {
    let gaps = strip.meters.count - 1
    let each = strip.meters.isEmpty ? 0 : (width - gaps) / strip.meters.count
    guard each >= 2 || strip.meters.count == 1 else {
      // There is not enough room for all channels: only the loudest is shown.
      let loudest = strip.meters.max { (state.number($0) ?? 0) < (state.number($1) ?? 0) }
      return loudest.map { meter($0, width) } ?? ScreenLine(spaces(width))
    }
    var line = ScreenLine()
    for (index, path) in strip.meters.enumerated() {
      if index > 0 { line.add(" ") }
      line.add(meter(path, each))
    }
    line.add(spaces(width - line.cells))
    return line
  }

  private func meter(_ path: String, _ width: Int) -> ScreenLine {
    MeterBar.line(
      state.number(path) ?? -.infinity,
      held_db: state.holds[path]?.peak_db ?? -.infinity,
      width: width
    )
  }

  // MARK: Players

  func players(_ layout: WatchLayout) -> [ScreenLine] {
    let players = state.rig.players
    let heights = [Int](repeating: 1, count: players.count)
    let selection = players.firstIndex { $0.session == selected }
    return list("PLAYERS", heights, rows: layout.players, around: selection) {
      [player(players[$0])]
    }
  }

  private func player(_ player: WatchRig.Player) -> ScreenLine {
    let path = player.path
    let isWanted = state.isOn("\(path).playing")
    let isPlaying = isWanted && state.isOn("\(player.session).active")
    let position = state.number("\(path).position_seconds") ?? 0
    let length = state.number("\(path).length_seconds") ?? 0
    let stream = state.text("\(path).stream")
    let share = length > 0 ? min(max(position / length, 0), 1) : 0
    let width = max(8, columns / 4)
    let full = Int(clamping: (share * Double(width)).rounded(.down))
    let isAlone = state.rig.players.count { $0.session == player.session } == 1
    let name = isAlone ? player.session : "\(player.session).\(player.source)"
    var line = ScreenLine("  ")
    line.add(name, width: widths.name)
    line.add(" ")
    line.add(
      isPlaying ? "plays" : isWanted ? "waits" : "paused",
      isPlaying ? .good : .faint,
      width: 7
    )
    line.add(clock(position), width: 7, alignsRight: true)
    line.add(stream.isEmpty ? " / " : "   ")
    line.add(stream.isEmpty ? clock(length) : "", width: 7)
    let remaining = stream == "playing" ? "live" : "waits"
    line.add(
      stream.isEmpty ? "-\(clock(length - position))" : remaining,
      width: 8,
      alignsRight: true
    )
    line.add("  ")
    line.add(String(repeating: "━", count: full))
    line.add(String(repeating: "─", count: width - full), .faint)
    line.add("  ")
    let failure = state.text("\(path).failure")
    let file = state.text("\(path).file").split(separator: "/").last.map(String.init) ?? ""
    let (title, artist) = (state.text("\(path).title"), state.text("\(path).artist"))
    let track = title.isEmpty ? file : artist.isEmpty ? title : "\(artist) – \(title)"
    let rest = max(0, columns - line.cells)
    line.add(failure.isEmpty ? track : failure, failure.isEmpty ? .faint : .bad, width: rest)
    return line
  }

  // MARK: Routes

  func routes(_ layout: WatchLayout) -> [ScreenLine] {
    let routes = state.rig.routes
    let heights = [Int](repeating: layout.routesAreTall ? 2 : 1, count: routes.count)
    let selection = routes.firstIndex { $0.name == selected }
    return list("ROUTES", heights, rows: layout.routes, around: selection) { index in
      let row = [row(routes[index], role(routes[index].name))]
      return layout.routesAreTall ? row + [ports(routes[index].name)] : row
    }
  }

  /// The role of a route, or that it waits for ports or is connected to nothing.
  private func role(_ name: String) -> (String, Style?) {
    let arrow = state.text("\(name).direction") == "input" ? "←" : "→"
    if !state.text("\(name).waiting").isEmpty { return ("\(arrow) waits", .warning) }
    if state.text("\(name).connected").isEmpty { return ("\(arrow) nowhere", .warning) }
    return ("\(arrow) \(state.text("\(name).role"))", nil)
  }

  private func ports(_ name: String) -> ScreenLine {
    let (connected, waiting) = (state.text("\(name).connected"), state.text("\(name).waiting"))
    var line = ScreenLine("    ")
    if !connected.isEmpty { line.add("connected to \(connected)", .faint) }
    if !waiting.isEmpty {
      line.add("\(connected.isEmpty ? "" : "; ")waits for \(waiting)", .warning)
    }
    if connected.isEmpty, waiting.isEmpty { line.add("connected to nothing", .warning) }
    return line
  }

  // MARK: Lists

  /// Blocks of rows below a heading; where there are too many, only those around the selected one.
  ///
  /// Only visible rows are made: a rig may have hundreds of strips.
  private func list(
    _ title: String,
    _ heights: [Int],
    rows: Int,
    around selection: Int?,
    _ block: (Int) -> [ScreenLine]
  ) -> [ScreenLine] {
    guard rows > 0 else { return [] }
    let all = heights.reduce(0, +)
    let room = rows - 1
    var first = 0
    if all > room, let selection {
      let before = heights[..<selection].reduce(0, +)
      first = min(max(0, before - room / 2), all - room)
    }
    var (seen, start) = ([ScreenLine](), 0)
    for (index, height) in heights.enumerated() {
      if start + height > first, start < first + room {
        seen += block(index).dropFirst(max(0, first - start))
      }
      start += height
    }
    let hidden = all - room
    var heading = ScreenLine()
    let note = hidden > 0 ? "\(title) \(first + 1)–\(first + room) of \(all)" : title
    heading.add(note, .heading, width: 2 + widths.name + 1 + Widths.state + 1)
    if title == "STRIPS" { heading.add(columnHeads) }
    return [heading] + seen.prefix(room)
  }

  private var columnHeads: ScreenLine {
    var line = ScreenLine()
    line.add(scales, .faint, width: widths.meter)
    line.add(" ")
    line.add("PEAK", .heading, width: Widths.peak, alignsRight: true)
    line.add(spaces(1 + Widths.clip + 1))
    line.add("DUCK", .heading, width: Widths.duck, alignsRight: true)
    line.add(" ")
    line.add("FADER", .heading, width: Widths.fader, alignsRight: true)
    return line
  }

  /// The scale of two meters beside each other, as most strips have them.
  private var scales: String {
    let channels = max(1, state.rig.strips.first?.meters.count ?? 1)
    let each = (widths.meter - (channels - 1)) / channels
    guard each >= 8 else { return "" }
    return (0..<channels).map { _ in MeterBar.scale(width: each) }.joined(separator: " ")
  }
}
