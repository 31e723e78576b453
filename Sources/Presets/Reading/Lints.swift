// SPDX-License-Identifier: Apache-2.0
// Warns of sessions that are allowed, but against the advice of the rules; each warning names its
// rule.

import ControlTower
import RigModel

/// Looks at one session, as it was written and as it was read.
struct Lints {
  let session: Session
  let fields: Fields
  /// The position of the session's name.
  let start: Position

  private var configuration: SessionConfiguration { session.seat.configuration }
  private var isDucking: Bool { configuration.options.contains(.duckOthers) }
  private var sounds: Bool {
    !session.channel.sources.isEmpty || !session.channel.graph.outputs.isEmpty
  }
  private var name: String { session.name.quoted }

  /// Warns of everything.
  func check() {
    if sounds {
      checkDefaults()
      checkRecovery()
    }
    checkActivation()
    checkModes()
    checkTokens()
    checkMIDI()
  }

  private func warn(_ key: String?, _ rule: String, _ message: String) {
    let position = key.flatMap { fields.has($0) ? fields.position(of: $0) : nil } ?? start
    fields.log.warn(position, "\(message) (\(rule))")
  }

  private func checkDefaults() {
    guard !fields.has("role"), !fields.has("category") else { return }
    let problem = "\(name) sounds, but says neither 'role' nor 'category' and is soloAmbient"
    warn(nil, "DEF-A2", "\(problem): say what it is for")
  }

  private func checkRecovery() {
    let answers = ["role", "active", "resume", "route_policy"]
    guard !session.seat.startsActive, !answers.contains(where: fields.has) else { return }
    let problem = "\(name) is activated when it plays and does not say what follows an interruption"
    warn(nil, "DEF-06", "\(problem): give it a 'role', or 'resume' and 'route_policy'")
  }

  private func checkActivation() {
    let category = configuration.category
    if session.seat.startsActive, isDucking {
      let problem = "\(name) ducks others as long as it is active, and is active from the start"
      warn("active", "DUCK-05", "\(problem): activate it just before it sounds")
    }
    if session.seat.startsActive, category == .record {
      let problem = "\(name) records and is active from the start, so that no alert can sound"
      warn("active", "ACT-A2", "\(problem): activate it for the take only")
    }
    if session.seat.startsActive,
      configuration.mode == .voiceChat || configuration.mode == .videoChat
    {
      warn("active", "ACT-A1", "\(name) is active before anybody calls: activate it for the call")
    }
    if configuration.behaviour.deactivatesOnStop, configuration.isMixable, !isDucking {
      let problem = "\(name) mixes and ducks nobody, so nobody notices that it lets go"
      warn("deactivate_on", "DEF-10", "\(problem) after each sound: leave 'deactivate_on' out")
    }
  }

  private func checkModes() {
    if configuration.mode == .gameChat {
      let remedy = "write mode: videoChat, which is routed alike"
      warn("mode", "MODE-15", "the mode gameChat is set by voice chat for games: \(remedy)")
    }
    if configuration.mode == .measurement, configuration.isMixable {
      let problem = "\(name) measures and mixes, so others add to what it measures"
      warn("options", "MEAS-04", "\(problem): leave mixWithOthers out")
    }
  }

  private func checkTokens() {
    guard configuration.isMixable, let token = configuration.tokens.min() else { return }
    let problem = "\(name) mixes and never holds \(token.name.quoted)"
    warn("graph", "HWC-03", "\(problem), so only its shared plugin runs: name that alone")
  }
}
