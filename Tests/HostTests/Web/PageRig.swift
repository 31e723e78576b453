// SPDX-License-Identifier: Apache-2.0
// The rig behind the page of a test: what its values are, what is heard of them, and how it goes and comes back.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities

/// Answers what the script in the browser wants to know of the rig.
final class PageRig {
  private let stage: LiveStage
  private let preset: String
  /// The program that has come in the place of the stage's, once that has ended.
  private var successor: RunningTarmac?

  init(_ stage: LiveStage, _ preset: String) {
    (self.stage, self.preset) = (stage, preset)
  }

  private var tarmac: RunningTarmac { successor ?? stage.tarmac }

  func end() {
    successor?.end()
  }

  /// Waits until a value of the tree is what the page has made of it, and until it can be heard; `gone` ends the rig without
  /// a word, `back` starts it again.
  func expect(_ path: String, _ value: String?) throws {
    switch path {
    case "gone": tarmac.end(SIGKILL)
    case "back":
      successor = try RunningTarmac(preset, on: stage.server, folder: stage.tarmac.folder)
    default:
      let wanted = value ?? ""
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
      wanted = try ["deck", "other", "voice"].map(level).reduce(0, +)
      let heard = try stage.ears(at: "wall").capture(frames: 256)[0]
      last = heard.last ?? 0
      return heard.allSatisfy { abs($0 - wanted) < 1e-4 }
    }
  }

  /// What a session adds to the sound on the wall.
  private func level(of session: String) throws -> Float {
    let entries = try tarmac.ask(TreeGetRequest(patterns: [session]))
    let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.value) })
    func isOn(_ leaf: String) -> Bool { values["\(session).\(leaf)"] == .toggle(true) }
    guard isOn("active"), !isOn("interrupted"), !isOn("mute") else { return 0 }
    let gain = ["fader_db", "sends.wall.level_db", "duck_db", "trim_db"].reduce(Float(1)) {
      let decibels = values["\(session).\($1)"]?.number ?? 0
      return $0 * LinearGain(Decibels(Float(decibels))).factor
    }
    return stage.level(of: session) * gain
  }
}
