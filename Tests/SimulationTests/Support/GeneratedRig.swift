// SPDX-License-Identifier: Apache-2.0
// Presets that follow from a seed: outputs, sessions that hear one another, plugins, side chains,
// ducks, interrupters.

import SeededNumbers

/// A rig of some kinds of sessions, whose presets tests write, change and write again.
///
/// A seed stands for the same rig for ever: new draws must come after those that are there.
struct GeneratedRig {
  /// A session, or what it becomes by a reload.
  struct Session {
    let name: String
    let kind: Kind
    var values: [String: String] = [:]
    var player = ""
    var plugins: [Plugin] = []
    var sends: [Send] = []
  }

  enum Kind: CaseIterable {
    case deck, solo, voice, announcer, line, listener, host
  }

  struct Plugin {
    let name: String
    var values: [String: String]
    var sidechain: String?
  }

  struct Send {
    let output: String
    var keys: [String: String]
  }

  /// Control inputs of our own plugins, with values that can be drawn for them.
  static let controls: [String: [(symbol: String, values: [String])]] = [
    "isolator": [("low_db", ["-80", "-6", "3"]), ("mid_db", ["-12", "0"]), ("high_kill", ["1"])],
    "djfilter": [("filter", ["-0.6", "0.4", "0"]), ("resonance", ["0.2", "0.7"])],
    "limiter": [("gain_db", ["0", "9", "18"]), ("ceiling_db", ["-6", "-1"])],
    "gate": [("threshold_db", ["-30", "-12"]), ("range_db", ["20", "60"])],
    "align": [("delay_ms", ["0", "1.5", "7"]), ("invert", ["0", "1"])],
    "talkover": [("depth_db", ["6", "20"]), ("threshold_db", ["-40", "-20"])],
  ]
  static let levels = ["-inf", "-30", "-9.5", "-3", "0", "2.5"]
  static let outputs = ["main", "phones", "aux"]

  var random: SeededNumbers
  private(set) var sessions: [Session] = []
  var routes: [String: String] = [:]
  private let alarmSends: String
  private var duck = "-12"
  private let hasSidechain: Bool
  /// The first 500 are kept from before there was a latency compensation.
  private let compensates: Bool

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    compensates = seed >= 500
    hasSidechain = random.roll(2) == 0
    alarmSends = random.roll(2) == 0 ? "currentRoute" : "phones"
    for number in 0..<2 + random.roll(4) { add(number) }
  }

  private mutating func draw(_ values: [String]) -> String { values[random.roll(values.count)] }

  private mutating func add(_ number: Int) {
    // The first one is heard by others; a rig has each kind of them at most once.
    var kind = number == 0 ? Kind.deck : Kind.allCases[random.roll(Kind.allCases.count)]
    if kind != .deck, sessions.contains(where: { $0.kind == kind }) { kind = .deck }
    var session = Session(name: "s\(number)", kind: kind)
    session.player = draw(["mono.wav", "stereo.wav"])
    for value in ["trim_db", "fader_db", "balance", "mute", "cue"] where random.roll(3) == 0 {
      session.values[value] = level(of: value)
    }
    for _ in 0..<random.roll(3) { session.plugins.append(plugin(number)) }
    for _ in 0..<1 + random.roll(3) { session.sends.append(send()) }
    sessions.append(session)
  }

  /// A value that a strip's knob may have.
  mutating func level(of key: String) -> String {
    switch key {
    case "mute", "cue": draw(["on", "off"])
    case "balance": draw(["-1", "-0.3", "0", "0.6"])
    case "trim_db": draw(["-12", "-1.5", "0", "6"])
    default: draw(Self.levels)
    }
  }

  private mutating func plugin(_ number: Int) -> Plugin {
    let names = Self.controls.keys.sorted().filter { number > 0 || $0 != "talkover" }
    let name = draw(names)
    var plugin = Plugin(name: name, values: [:])
    for control in Self.controls[name] ?? [] where random.roll(2) == 0 {
      plugin.values[control.symbol] = draw(control.values)
    }
    if name == "talkover" { plugin.sidechain = "s0" }
    return plugin
  }

  private mutating func send() -> Send {
    var send = Send(output: draw(Self.outputs + ["currentRoute"]), keys: [:])
    if random.roll(2) == 0 { send.keys["level_db"] = draw(Self.levels) }
    if random.roll(3) == 0 { send.keys["tap"] = "pre" }
    if random.roll(4) == 0 { send.keys["when"] = "cue" }
    return send
  }

  /// Changes something, as an edit of the preset does.
  mutating func edit() {
    let index = random.roll(sessions.count)
    switch random.roll(8) {
    case 0 where sessions.count < 6:
      let last = sessions.last.flatMap { Int($0.name.dropFirst()) } ?? 0
      add(last + 1)
    case 1 where sessions.count > 2: sessions.remove(at: 1 + random.roll(sessions.count - 1))
    case 2:
      let key = draw(["trim_db", "fader_db", "balance", "mute", "cue"])
      sessions[index].values[key] = level(of: key)
    case 3: sessions[index].plugins.append(plugin(index))
    case 4: if !sessions[index].plugins.isEmpty { sessions[index].plugins.removeLast() }
    case 5: sessions[index].sends.append(send())
    case 6: sessions[index].player = draw(["mono.wav", "stereo.wav"])
    default:
      if random.roll(2) == 0 { duck = draw(["-30", "-12", "-6"]) }
      routes[draw(Self.outputs)] = draw(Self.levels)
    }
  }

  // MARK: The text

  var preset: String {
    """
    tarmac: 1
    compensate: \(compensates ? "on" : "off")
    routes:
      main: { role: speaker, channels: 2\(fader("main")) }
      phones: { role: headphones, channels: 2\(fader("phones")) }
      aux: { role: lineOut, channels: 1\(fader("aux")) }
      mic: { role: mic, channels: 1 }
    interrupters:
      alarm: { source: { player: mono.wav, loop: on, channels: 1 }, sends: [ { to: \(alarmSends) } ] }
      phone: { source: { jack: "phone:out" }, sends: [ { to: main } ] }
    system_sounds: { sounds: { click: click.wav }, sends: [ { to: main, level_db: -3 } ] }
    sessions:
    \(sessions.map(text).joined(separator: "\n"))

    """
  }

  private func fader(_ route: String) -> String { routes[route].map { ", fader_db: \($0)" } ?? "" }

  private func text(_ session: Session) -> String {
    var keys = ["active: on"]
    keys += session.values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    keys += kindKeys(of: session)
    let plugins = session.plugins.enumerated().map { text($0.element, $0.offset) }
    let insert = session.kind == .host ? ["{ insert: \(session.name)-room }"] : []
    let graph = (plugins + insert).joined(separator: ", ")
    if !graph.isEmpty { keys.append("graph: [ \(graph) ]") }
    let sends = session.sends.map { send in
      let keys = send.keys.sorted { $0.key < $1.key }.map { ", \($0.key): \($0.value)" }
      return "{ to: \(send.output)\(keys.joined()) }"
    }
    keys.append("sends: [ \(sends.joined(separator: ", ")) ]")
    let lines = "  \(session.name):\n" + keys.map { "    \($0)\n" }.joined()
    return lines + room(of: session)
  }

  private func text(_ plugin: Plugin, _ index: Int) -> String {
    let set = plugin.values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let sidechain = plugin.sidechain.map { ", sidechain: \($0)" } ?? ""
    let values = set.isEmpty ? "" : ", set: { \(set.joined(separator: ", ")) }"
    return "{ plugin: urn:tarmac:\(plugin.name), id: p\(index)\(values)\(sidechain) }"
  }

  private func kindKeys(of session: Session) -> [String] {
    let channels = session.player == "mono.wav" ? 1 : 2
    let player = "{ player: \(session.player), loop: on, channels: \(channels) }"
    let mixing = ["category: playback", "options: [ mixWithOthers ]", "inter_session: on"]
    switch session.kind {
    case .deck: return mixing + ["source: \(player)"]
    case .solo: return ["category: soloAmbient", "source: \(player)"]
    case .voice:
      return ["category: playAndRecord", "options: [ mixWithOthers ]", "source: { route: mic }"]
    case .announcer:
      let sidechain = hasSidechain ? ", sidechain: { threshold_db: -20, idle_db: -3 }" : ""
      return [
        "category: playback", "options: [ duckOthers ]",
        "duck: { level_db: \(duck), attack_seconds: 0.02, release_seconds: 0.05\(sidechain) }",
        "source: \(player)",
      ]
    case .line:
      return [
        "category: playback", "options: [ mixWithOthers ]",
        "sources: { a: { jack: \"far:out_1\" }, b: \(player) }",
      ]
    case .listener:
      return mixing + ["sources: { heard: { session: s0, tap: post }, own: \(player) }"]
    case .host: return mixing + ["source: { player: stereo.wav, loop: on, channels: 2 }"]
    }
  }

  /// The session that is inserted into a host's chain.
  private func room(of session: Session) -> String {
    guard session.kind == .host else { return "" }
    return """
        \(session.name)-room:
          category: playback
          options: [ mixWithOthers ]
          inter_session: on
          active: on
          source: { insert: on, channels: 2 }
          graph: [ { plugin: urn:tarmac:djfilter, set: { filter: 0.5 } } ]

      """
  }
}
