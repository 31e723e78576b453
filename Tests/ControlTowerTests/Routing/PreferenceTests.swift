// SPDX-License-Identifier: Apache-2.0
// The hardware settings that sessions prefer, and what becomes of them.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Preferences")
struct PreferenceTests {
  static let rate = SampleRate(hertz: 48_000)

  static func cycle(_ frames: Int) -> Seconds { FrameCount(frames).seconds(at: rate) }

  /// Two sessions that mix on a rig of 1,024 frames at 48 kHz.
  private func stage(active: [SessionID] = []) throws -> Stage {
    var stage = try Stage(.mixing("a"), .mixing("b"))
    try stage(.hardwareChanged(Hardware(ioBufferDuration: Self.cycle(1024), sampleRate: Self.rate)))
    for port in [PortDescription.speaker, .mic] { try stage.plug(port) }
    for id in active { try stage(.activate(id)) }
    return stage
  }

  /// The cycle lengths that the hardware is asked for.
  private func asked(_ effects: [TowerEffect]) -> [Seconds] {
    effects.compactMap {
      if case .setIOBufferDuration(let cycle) = $0.action { cycle } else { nil }
    }
  }

  @Test(
    "set while inactive, a wish is stored, and is asked of the hardware at activation",
    .proves("PREF-02", "PREF-04", "ACT-07")
  )
  func stored() throws {
    var stage = try stage()
    #expect(try stage(.setPreferences("a", [.ioBufferDuration(Seconds(0.005))])).isEmpty)
    #expect(stage.tower.session("a")?.preferences.ioBufferDuration == Seconds(0.005))
    let effects = try stage(.activate("a"))
    #expect(asked(effects) == [Self.cycle(256)])
    #expect(effects.rule(of: .setIOBufferDuration(Self.cycle(256))) == "PREF-14")
  }

  @Test(
    "set while active, it is asked for at once, in frames that hardware can do",
    .proves("PREF-04", "PREF-11")
  )
  func atOnce() throws {
    var stage = try stage(active: ["a"])
    let steps: [(Double, Int)] = [
      (0.005, 256), (0.0027, 128), (0.0026, 128), (0.02, 1024), (0.093, 4096), (0.5, 16_384),
      (0.0001, 32),
    ]
    var present = 1024
    for (wish, frames) in steps {
      let effects = try stage(.setPreferences("a", [.ioBufferDuration(Seconds(wish))]))
      #expect(asked(effects) == (frames == present ? [] : [Self.cycle(frames)]), "\(wish)")
      let hardware = Hardware(ioBufferDuration: Self.cycle(frames), sampleRate: Self.rate)
      try stage(.hardwareChanged(hardware))
      present = frames
    }
  }

  @Test(
    "several wishes in one cost one change; a pause between them costs nobody anything",
    .proves("PREF-06", "PREF-07", "CHG-A1")
  )
  func batch() throws {
    var stage = try stage(active: ["b", "a"])
    try stage(.setPreferences("a", [.ioBufferDuration(Seconds(0.005))]))
    var effects: [TowerEffect] = []
    effects += try stage(.deactivate("a", notifyingOthers: false))
    effects += try stage(
      .setPreferences(
        "a",
        [.ioBufferDuration(Seconds(0.01)), .sampleRate(SampleRate(hertz: 96_000)), .inputGain(0.5)]
      )
    )
    effects += try stage(.setCategory("a", .playAndRecord, .default, [.mixWithOthers]))
    effects += try stage(.activate("a"))
    #expect(asked(effects) == [Self.cycle(512)])
    #expect(effects.filter { $0.action == .setInputGain(0.5) }.count == 1)
    #expect(effects.told("b").isEmpty)
  }

  @Test(
    "the shortest wish of the active sessions wins, within the rig's limits",
    .proves("PREF-14", "PREF-01")
  )
  func smallest() throws {
    var stage = try stage(active: ["a", "b"])
    try stage(.setRigPolicy(RigPolicy(ioBufferLimits: Seconds(0.002)...Seconds(0.1))))
    try stage(.setPreferences("a", [.ioBufferDuration(Seconds(0.01))]))
    #expect(
      asked(try stage(.setPreferences("b", [.ioBufferDuration(Seconds(0.0001))])))
        == [Self.cycle(128)]
    )
    #expect(asked(try stage(.deactivate("b", notifyingOthers: true))) == [Self.cycle(512)])
    #expect(asked(try stage(.deactivate("a", notifyingOthers: true))).isEmpty)
  }

  @Test(
    "a change of the hardware is told to all active sessions, and what it gives may differ",
    .proves("PREF-01", "PREF-05")
  )
  func reconfigured() throws {
    var stage = try stage(active: ["a"])
    try stage(.setPreferences("a", [.ioBufferDuration(Seconds(0.005))]))
    let hardware = Hardware(ioBufferDuration: Self.cycle(512), sampleRate: Self.rate)
    let effects = try stage(.hardwareChanged(hardware))
    #expect(effects.map(\.action) == [.notify("a", .ioReconfigured)], "it is not asked again")
    #expect(try stage(.hardwareChanged(hardware)).isEmpty)
    #expect(try stage.tower.actualHardware(for: "a").ioBufferDuration == Self.cycle(512))
    #expect(stage.tower.session("a")?.preferences.ioBufferDuration == Seconds(0.005))
  }

  @Test(
    "a wish that is made again is asked for again, where the hardware runs with something else",
    .proves("PREF-04", "PREF-05")
  )
  func again() throws {
    var stage = try stage(active: ["a"])
    let wish = TowerEvent.setPreferences("a", [.ioBufferDuration(Self.cycle(256))])
    #expect(asked(try stage(wish)) == [Self.cycle(256)])
    let hardware = Hardware(ioBufferDuration: Self.cycle(512), sampleRate: Self.rate)
    #expect(asked(try stage(.hardwareChanged(hardware))).isEmpty)
    #expect(asked(try stage(wish)).isEmpty, "it is the same wish still")
    #expect(asked(try stage(.setPreferences("a", [.ioBufferDuration(nil)]))).isEmpty)
    #expect(asked(try stage(wish)) == [Self.cycle(256)])
  }

  @Test(
    "what is read before activation is provisional, and is what others have made of it",
    .proves("PREF-03", "PREF-15", "PREF-16", "DEF-08")
  )
  func provisional() throws {
    var stage = try stage(active: ["a"])
    try stage.plug(.hdmi)
    try stage(.added(.chat()))
    let before = try stage.tower.actualHardware(for: "chat")
    #expect(before.isProvisional)
    #expect(before.inputChannels == 0 && before.outputChannels == 8, "a is in force, not chat")
    #expect(before.sampleRate == Self.rate && before.ioBufferDuration == Self.cycle(1024))
    try stage(.activate("chat"))
    let after = try stage.tower.actualHardware(for: "chat")
    #expect(!after.isProvisional)
    #expect(after.inputChannels == 1 && after.outputChannels == 8)
  }

  @Test(
    "a session is told which of its wishes the hardware does not meet, as long as it does not",
    .proves("PREF-01", "PREF-14", "ANC-PREF-01")
  )
  func unmet() throws {
    var stage = try stage(active: ["a"])
    try stage(
      .setPreferences(
        "a",
        [
          .sampleRate(SampleRate(hertz: 96_000)), .ioBufferDuration(Self.cycle(1024)),
          .outputChannels(1),
        ]
      )
    )
    func unmet() -> [String] { stage.tower.explain("a").filter { $0.hasPrefix("Does without") } }
    #expect(
      unmet().map { String($0.prefix { $0 != ":" }) } == [
        "Does without 96000 Hz", "Does without 1 output channels",
      ]
    )
    #expect(unmet().allSatisfy { $0.hasSuffix("(PREF-01).") })
    try stage(.setPreferences("b", [.ioBufferDuration(Self.cycle(128))]))
    try stage(.activate("b"))
    let rate = SampleRate(hertz: 96_000)
    try stage(
      .hardwareChanged(
        Hardware(ioBufferDuration: FrameCount(128).seconds(at: rate), sampleRate: rate)
      )
    )
    #expect(unmet().count == 2 && unmet()[0].hasSuffix("(PREF-14)."), "b's cycle is shorter")
    try stage(.deactivate("a", notifyingOthers: false))
    #expect(unmet() == [], "wishes of a session that is not active are no matter")
  }

  @Test("without a wish nothing is asked of the hardware", .proves("PREF-13"))
  func none() throws {
    var stage = try stage()
    let wishes = try #require(stage.tower.session("a")?.preferences)
    #expect(wishes.ioBufferDuration == nil && wishes.sampleRate == nil && wishes.inputGain == nil)
    #expect(asked(try stage(.activate("a"))).isEmpty)
  }

  @Test(
    "extremes are accepted as wishes; what is no value at all is refused, with all beside it",
    .proves("PREF-A1", "PREF-01")
  )
  func extremes() throws {
    var stage = try stage(active: ["a"])
    let good: [Preference] = [
      .ioBufferDuration(Seconds(0.5)), .ioBufferDuration(Seconds(0.005)),
      .ioBufferDuration(Seconds(1e-9)), .ioBufferDuration(Seconds(1e9)),
      .sampleRate(SampleRate(hertz: 44_100)), .sampleRate(SampleRate(hertz: 8_000)),
      .inputChannels(64), .outputChannels(1), .inputGain(-1), .inputGain(7),
      .ioBufferDuration(nil), .sampleRate(nil), .inputChannels(nil), .outputChannels(nil),
      .inputGain(nil), .input(nil),
    ]
    for wish in good { try stage(.setPreferences("a", [wish])) }
    let bad: [Preference] = [
      .ioBufferDuration(.zero), .ioBufferDuration(Seconds(-1)), .ioBufferDuration(Seconds(.nan)),
      .ioBufferDuration(Seconds(.infinity)), .sampleRate(SampleRate(hertz: 0)), .inputChannels(0),
      .outputChannels(0), .outputChannels(3), .inputGain(.nan),
    ]
    for wish in bad {
      let refusal = stage.refusal(.setPreferences("a", [.ioBufferDuration(Seconds(0.01)), wish]))
      #expect(refusal?.code == .badParam)
    }
  }

  @Test(
    "output channels can be wished for only while active, when their number is known",
    .proves("PREF-09", "PREF-10")
  )
  func outputChannels() throws {
    var stage = try stage()
    let refusal = #expect(throws: Refusal.self) {
      try stage.tower.maximumOutputChannels(for: "a")
    }
    #expect(refusal?.rule == RuleID("PREF-09"))
    #expect(stage.refusal(.setPreferences("a", [.outputChannels(2)])) == refusal)
    try stage(.activate("a"))
    #expect(try stage.tower.maximumOutputChannels(for: "a") == 2)
    try stage(.setPreferences("a", [.outputChannels(2)]))
    #expect(stage.tower.session("a")?.preferences.outputChannels == 2)
  }

  @Test(
    "the input gain is one for all, clamped, and the newest session's",
    .proves("ANC-PREF-01")
  )
  func inputGain() throws {
    var stage = try stage(active: ["a", "b"])
    #expect(try stage.actions(.setPreferences("a", [.inputGain(-3)])) == [.setInputGain(0)])
    #expect(try stage.actions(.setPreferences("b", [.inputGain(0.25)])) == [.setInputGain(0.25)])
    #expect(try stage(.setPreferences("a", [.inputGain(2)])).isEmpty)
    #expect(
      try stage.actions(.deactivate("b", notifyingOthers: true)).contains(.setInputGain(1))
    )
    #expect(try stage.tower.actualHardware(for: "a").inputGain == 1)
  }
}
