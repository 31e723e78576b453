// SPDX-License-Identifier: Apache-2.0
// The preset of the stories about user values.

/// A preset that says something of many values, and may say something else of each.
struct ValuePreset {
  private static let levels = ["-12", "-6", "-3", "0", "3", "-inf"]
  /// Each value that the preset may say something of, with what it may say.
  static let words: [String: [String]] = [
    "a.fader_db": levels, "a.trim_db": ["-6", "0", "3"], "a.balance": ["-1", "0", "0.5"],
    "a.cue": ["on", "off"], "a.mute": ["on", "off"], "a.sends.main.level_db": levels,
    "a.sends.main:2.level_db": levels, "a.sends.fx.level_db": levels, "b.fader_db": levels,
    "b.mute": ["on", "off"],
    "b.sends.main.level_db": levels, "fx.fader_db": levels, "fx.mute": ["on", "off"],
    "main.fader_db": levels, "main.mute": ["on", "off"], "main.dim_db": ["-20", "0"],
    "main.mono": ["on", "off"],
    "main.balance": ["-1", "0", "1"], "decks.fader_db": levels, "decks.mute": ["on", "off"],
    "alarm.fader_db": levels, "alarm.trim_db": ["-6", "0", "3"], "alarm.mute": ["on", "off"],
    "alarm.balance": ["-1", "0", "1"], "alarm.sends.main.level_db": levels,
    "alarm.ring.fader_db": levels, "alarm.ring.sends.main.level_db": levels,
    "system_sounds.fader_db": levels, "system_sounds.sends.main.level_db": levels,
  ]

  var values = words.mapValues { $0.contains("0") ? "0" : "off" }
  /// The taps of the two sends of `a` to one output.
  var taps = ["post", "pre"]
  var hasThird = false
  /// A sound file.
  let click: String

  init(click: String) { self.click = click }

  /// What it says, by path.
  var said: [String: String] {
    values.filter {
      (hasThird || !$0.key.hasPrefix("b.")) && (taps.count > 1 || $0.key != ValueModel.twins[1])
    }
  }

  var text: String {
    func says(_ owner: String, _ keys: String...) -> String {
      keys.map { "\($0): \(values["\(owner).\($0)"] ?? "")" }.joined(separator: ", ")
    }
    func sends(_ owner: String, _ targets: String...) -> String {
      targets.map { "{ to: \($0), \(says("\(owner).sends.\($0)", "level_db")) }" }
        .joined(separator: ", ")
    }
    let twins = zip(taps, ValueModel.twins).map {
      "{ to: main, tap: \($0), level_db: \(values[$1] ?? "") }"
    }
    let b = """
        b:
          category: ambient
          source: { jack: "far:b" }
          \(says("b", "fader_db"))
          \(says("b", "mute"))
          sends: [ \(sends("b", "main")) ]
      """
    return """
      tarmac: 1
      remember: [ mixer ]
      routes: { main: { role: lineOut, channels: 2, \(says("main", "fader_db", "mute", "dim_db", "mono", "balance")) } }
      buses: { fx: { channels: 2, \(says("fx", "fader_db", "mute")), sends: [ { to: main } ] } }
      groups: { decks: { members: [ a ], \(says("decks", "fader_db", "mute")) } }
      interrupters:
        alarm:
          route_faders: on
          source: { jack: "far:alarm" }
          \(["fader_db", "trim_db", "balance", "mute"].map { says("alarm", $0) }
            .joined(separator: "\n    "))
          sends: [ \(sends("alarm", "main")) ]
          ring: { sound: \(click), \(says("alarm.ring", "fader_db")), sends: [ \(sends("alarm.ring", "main")) ] }
      system_sounds: { sounds: { click: \(click) }, \(says("system_sounds", "fader_db")), sends: [ \(sends("system_sounds", "main")) ] }
      sessions:
        a:
          category: ambient
          source: { jack: [ "far:a", "far:b" ] }
          \(["fader_db", "trim_db", "balance", "cue", "mute"].map { says("a", $0) }
            .joined(separator: "\n    "))
          sends: [ \(twins.joined(separator: ", ")), \(sends("a", "fx")) ]
        c: { category: playback, options: [ mixWithOthers ], source: { jack: "far:c" }, sends: [ { to: main } ] }
      \(hasThird ? b : "")

      """
  }
}
