// SPDX-License-Identifier: Apache-2.0
// Events in a generated rig, and its sound: values, gestures, calls, plugs and reloads at any
// moment.

import ControlTower
import Quantities
import RigEngine
import RigErrors
import SeededNumbers

/// A story about a rig that a seed determines, played into memory.
struct GeneratedStory {
  private static let blocks = [16, 64, 256, 1_024, 8_192]
  private static let steps = 8

  private var rig: GeneratedRig
  private var random: SeededNumbers
  /// Frames of a cycle.
  let blockFrames: Int

  private let name: String

  init(seed: UInt64) {
    name = "\(seed)"
    rig = GeneratedRig(seed: seed)
    random = SeededNumbers(seed: ~seed)
    blockFrames = Self.blocks[random.roll(Self.blocks.count)]
  }

  /// The preset at the beginning of the story.
  var preset: String { rig.preset }

  /// Plays all events; returns the sound as a number.
  mutating func play(in folder: String, threads: Int) async throws -> UInt64 {
    let played = try MemoryRig(preset, in: folder, blockFrames: blockFrames, threads: threads)
    for _ in 0..<Self.steps {
      played.render(max(blockFrames, 512 * (1 + random.roll(6))))
      try await step(played)
    }
    played.render(max(blockFrames, 2_048))
    try played.writeSamples("\(name)-\(threads)")
    return played.heard
  }

  private mutating func draw<Value>(_ values: [Value]) -> Value {
    values[random.roll(values.count)]
  }

  private mutating func step(_ played: MemoryRig) async throws {
    let session = draw(rig.sessions)
    switch random.roll(16) {
    case 0..<3:
      let key = draw(["trim_db", "fader_db", "balance", "mute", "cue"])
      played.set("\(session.name).\(key)", rig.level(of: key))
    case 3:
      let send = draw(session.sends)
      played.set("\(session.name).sends.\(send.output).level_db", rig.level(of: "level_db"))
    case 4, 5:
      let (output, key) = (draw(GeneratedRig.outputs), draw(["fader_db", "mute"]))
      played.set("\(output).\(key)", rig.level(of: key))
    case 6:
      guard let index = session.plugins.indices.randomElement(using: &random),
        let control = GeneratedRig.controls[session.plugins[index].name]?.first
      else { return }
      played.set("\(session.name).p\(index).\(control.symbol)", draw(control.values))
    case 7, 8:
      let actions: [(MemoryRig) -> Void] = [
        { $0.control(session.name, .play) }, { $0.control(session.name, .pause) },
        { $0.control(session.name, .cue) }, { $0.control(session.name, .seek(Seconds(0.05))) },
      ]
      draw(actions)(played)
    case 9, 10: played.happen(event(session))
    case 11:
      let all = Set(GeneratedRig.outputs + ["mic"])
      played.setPresent(draw([all, all.subtracting(["phones"]), ["phones"]]))
    default:
      rig.edit()
      if random.roll(2) == 0 { rig.edit() }
      try await played.reload(rig.preset)
    }
  }

  private mutating func event(_ session: GeneratedRig.Session) -> TowerEvent {
    let id = SessionID(session.name)
    return draw([
      .interrupterBegan(.alarm), .interrupterBegan(.phone),
      .interrupterEnded(.alarm, shouldResume: true), .interrupterEnded(.phone, shouldResume: true),
      .activate(id), .deactivate(id, notifyingOthers: true), .setSilent(true), .setSilent(false),
      .setLocked(true), .setLocked(false), .systemSound("click"), .setMicrophoneMuted(true),
      .pickRoute(.output, PortID("main")), .setVolume(PortID("phones"), Decibels(-6)),
    ])
  }
}
