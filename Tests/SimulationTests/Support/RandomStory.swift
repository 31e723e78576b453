// SPDX-License-Identifier: Apache-2.0
// Stories that no person would write: every verb, in any order, about a rig with sessions of all
// kinds.

import SeededNumbers

/// A scenario whose events are determined by a seed.
struct RandomStory {
  private var numbers: SeededNumbers
  private var lines: [String] = []

  /// The rig of all stories; players' files are the demo's.
  static let rig = """
    tarmac: 1
    routes:
      speaker: { role: speaker, channels: 2 }
      phones: { role: headphones, channels: 2 }
      hdmi: { role: hdmi, channels: 2 }
      mic: { role: mic, channels: 1 }
    system_sounds: { sends: [ { to: speaker } ], sounds: { click: ../presets/demo/beep.wav } }
    sessions:
      music:
        category: playback
        active: true
        source: { player: ../presets/demo/deck-a.wav, channels: 2, loop: on }
        sends: [ { to: currentRoute } ]
      decks:
        category: playback
        options: [ mixWithOthers ]
        sources:
          a: { player: ../presets/demo/beep.wav, channels: 2 }
          b: { player: ../presets/demo/beep.wav, channels: 2, play: off }
        sends: [ { to: speaker }, { to: phones } ]
      game:
        category: ambient
        source: { player: ../presets/demo/beep.wav, channels: 2 }
        sends: [ { to: currentRoute } ]
      band:
        category: playback
        source: { jack: "band:out_*", channels: 2 }
        sends: [ { to: currentRoute } ]
      voice:
        category: playAndRecord
        options: [ duckOthers, defaultToSpeaker ]
        record_permission: ask
        source: { route: mic }
        sends: [ { to: currentRoute } ]
      prompt:
        category: playback
        options: [ interruptSpokenAudioAndMixWithOthers ]
        source: { player: ../presets/demo/announcement.wav, channels: 1 }
        sends: [ { to: currentRoute } ]
    """

  private static let sessions = ["music", "decks", "game", "band", "voice", "prompt"]
  private static let outputs = ["speaker", "phones", "hdmi"]

  init(seed: UInt64) {
    numbers = SeededNumbers(seed: seed)
  }

  /// Writes a story of so many events, a twentieth of a second or none apart.
  mutating func tell(_ count: Int, preset: String) -> String {
    var hundredths = 0
    for _ in 0..<count {
      hundredths += pick([0, 1, 5, 20])
      lines.append("  - { at: \(Double(hundredths) / 100), \(event()) }")
    }
    return """
      tarmac-scenario: 1
      title: Random
      preset: \(preset)
      until: \(Double(hundredths + 5) / 100)
      events:
      \(lines.joined(separator: "\n"))

      """
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &numbers)]
  }

  private mutating func event() -> String {
    let session = pick(Self.sessions)
    let output = pick(Self.outputs)
    let isOn = pick(["on", "off"])
    switch Int.random(in: 0...27, using: &numbers) {
    case 0, 1: return "activate: \(session)"
    case 2: return "deactivate: \(session)"
    case 3, 4: return "play: \(session)"
    case 5: return "pause: \(session)"
    case 6: return "cue: \(pick(["music", "game", "prompt"]))"
    case 7: return "seek: { session: music, seconds: \(pick([0, 1, 3])) }"
    case 8: return "mute: \(session)"
    case 9: return "unmute: \(session)"
    case 10: return "volume: { route: \(output), level_db: \(pick([-40, -6, 0])) }"
    case 11: return "plug: \(pick(Self.outputs + ["mic"]))"
    case 12: return "unplug: \(pick(Self.outputs + ["mic"]))"
    case 13: return "quit: \(session)"
    case 14: return "launch: { session: \(session) }"
    case 15: return "launch: { session: guest, category: \(pick(["playback", "ambient"])) }"
    case 16: return "request_permission: voice"
    case 17:
      return "answer_permission: { session: voice, permission: \(pick(["granted", "denied"])) }"
    case 18: return "\(pick(["background", "foreground"])): \(session)"
    case 19: return "\(pick(["silent", "lock", "microphone_mute"])): \(isOn)"
    case 20:
      return
        "\(pick(["phone", "alarm", "assistant"])): \(pick(["ring", "accept", "decline", "begin", "end"]))"
    case 21:
      return "\(pick(["force_deactivate", "force_interrupt", "release_interrupt"])): \(session)"
    case 22: return "server: \(pick(["killed", "returned"]))"
    case 23: return "pick_route: \(pick(Self.outputs + ["mic"]))"
    case 24: return "system_sound: click"
    case 25:
      return
        "set_category: { session: \(session), category: \(pick(["playback", "ambient", "soloAmbient", "playAndRecord"])) }"
    case 26: return "override_output: { session: voice, output: \(pick(["speaker", "none"])) }"
    default: return "hardware: { sample_rate: 48000, frames: \(pick([64, 256])) }"
    }
  }
}
