// SPDX-License-Identifier: Apache-2.0
// The rig behind the page of a test: its values, its sound, and how it goes and comes back.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import SoundFiles

/// Answers the questions of the script in the browser about the rig.
final class PageRig {
  private let stage: LiveStage
  private let preset: String
  /// The program that has replaced the stage's, once that has ended.
  private var successor: RunningTarmac?

  init(_ stage: LiveStage, _ preset: String) {
    (self.stage, self.preset) = (stage, preset)
  }

  private var tarmac: RunningTarmac { successor ?? stage.tarmac }

  func end() {
    successor?.end()
  }

  /// Waits until a value of the tree is what the page has set, and until it can be heard; or does
  /// something else.
  ///
  /// - `gone` ends the rig without a word, `back` starts it again;
  /// - `set PATH VALUE` sets a value from elsewhere;
  /// - `trigger PATH` does what a trigger does;
  /// - `stop-server` ends the JACK server, `start-server` starts it again;
  /// - `revoke DEVICE` shuts a device out;
  /// - `take FILE` looks whether a recording has what the wall carries;
  /// - `hears LEVEL` waits until the side carries that, as RMS;
  /// - `plays FROM TO` waits until it carries the tune, at a place between these seconds.
  func expect(_ words: [String]) throws {
    func word(_ place: Int) -> String { place < words.count ? words[place] : "" }
    func number(_ place: Int) -> Double { Double(word(place)) ?? .nan }
    switch word(0) {
    case "gone": tarmac.end(SIGKILL)
    case "back":
      successor = try RunningTarmac(preset, on: stage.server, folder: stage.tarmac.folder)
    case "set": _ = try tarmac.ask(SetRequest(path: word(1), value: word(2)))
    case "trigger": _ = try tarmac.ask(TreeTriggerRequest(path: word(1)))
    case "stop-server": stage.stopServer()
    case "start-server": try stage.server.restart()
    case "revoke": _ = try tarmac.ask(WebRevokeRequest(name: word(1)))
    case "take": try check(take: word(1))
    case "hears": try hear(number(1))
    case "plays": try hearTune(from: number(1), to: number(2))
    case let path:
      let wanted = word(1)
      var last = ""
      try tarmac.wait("\(path) to be \(wanted), and not \(last)") {
        let value = try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
        last = value?.words ?? "nothing"
        return Self.isSame(value, wanted)
      }
      try hear()
    }
  }

  private static func isSame(_ value: TreeValue?, _ wanted: String) -> Bool {
    switch value {
    case .toggle(let isOn): return wanted == (isOn ? "true" : "false")
    case .number(let number):
      guard let wanted = Double(wanted) else { return false }
      return number == wanted || abs(number - wanted) < 0.01
    default: return false
    }
  }

  // MARK: Ears

  /// Waits until the wall carries what the faders, sends, ducks and mutes of the tree say.
  private func hear() throws {
    var (last, wanted): (Float, Float) = (0, 0)
    try tarmac.wait("the wall to carry \(wanted), and not \(last)") {
      wanted = try ["deck", "other", "voice", "mic"].map(level).reduce(0, +) * gainOfWall()
      let heard = try stage.ears(at: "wall").capture(frames: 256)[0]
      last = heard.last ?? 0
      return heard.allSatisfy { abs($0 - wanted) < 1e-4 }
    }
  }

  /// The gain of the wall's fader.
  private func gainOfWall() throws -> Float {
    let level = try tarmac.ask(TreeGetRequest(patterns: ["wall.fader_db"])).first?.value.number ?? 0
    return LinearGain(Decibels(Float(level))).factor
  }

  /// Waits until the side carries an RMS, to a fiftieth.
  private func hear(_ wanted: Double) throws {
    var last = 0.0
    try tarmac.wait("the side to carry \(wanted), and not \(last)") {
      let heard = try stage.ears(at: "side").capture(frames: 4_800)[0]
      last = (heard.reduce(0) { $0 + Double($1) * Double($1) } / Double(heard.count)).squareRoot()
      return abs(last - wanted) <= max(wanted / 50, 1e-5)
    }
  }

  /// Waits until the side carries the file whose samples tell their positions in it.
  private func hearTune(from start: Double, to end: Double) throws {
    var last = 0.0
    try tarmac.wait("the tune from \(start) s to \(end) s, and not at \(last) s") {
      let heard = try stage.ears(at: "side").capture(frames: 256)[0].map(CountingFile.index)
      last = Double(heard[0]) / 48_000
      return zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 1 } && start < last && last < end
    }
  }

  /// Checks that a recording has a tenth of a second and more, and nothing but what the wall
  /// carries.
  private func check(take name: String) throws {
    let take = try SoundFile.read(stage.tarmac.folder.appending(path: name).path).channels[0]
    let wanted = try ["deck", "other"].map(level).reduce(0, +)
    guard take.count > 4_800, take.allSatisfy({ abs($0 - wanted) < 1e-4 }) else {
      throw RunFailure(
        description:
          "\(name) has \(take.count) frames, from \(take.min() ?? 0) to \(take.max() ?? 0)"
      )
    }
  }

  /// The level that a session adds to the sound on the wall.
  private func level(of session: String) throws -> Float {
    let entries = try tarmac.ask(TreeGetRequest(patterns: [session]))
    let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.value) })
    func isOn(_ leaf: String) -> Bool { values["\(session).\(leaf)"] == .toggle(true) }
    guard isOn("active"), !isOn("interrupted"), !isOn("mute") else { return 0 }
    let gain = ["fader_db", "sends.wall.level_db", "duck_db", "trim_db"].reduce(Float(1)) {
      let decibels = values["\(session).\($1)"]?.number ?? 0
      return $0 * LinearGain(Decibels(Float(decibels))).factor
    }
    return try stage.level(of: session) * gain * crossfade(values["\(session).crossfader"])
  }

  /// What the crossfader leaves of a side: it is straight from the middle on.
  private func crossfade(_ side: TreeValue?) throws -> Float {
    let entries = try tarmac.ask(TreeGetRequest(patterns: ["rig.crossfader"]))
    let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.value) })
    let position = Float(values["rig.crossfader.position"]?.number ?? 0)
    switch side {
    case .text("A"):
      return values["rig.crossfader.cut_a"] == .toggle(true) ? 0 : min(1, 1 - position)
    case .text("B"):
      return values["rig.crossfader.cut_b"] == .toggle(true) ? 0 : min(1, 1 + position)
    default: return 1
    }
  }
}
