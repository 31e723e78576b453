// SPDX-License-Identifier: Apache-2.0
// What sessions hear of each other's sound: other audio, the hint, prompts.

import ControlTower
import RuleProofs
import Testing

@Suite("Other audio")
struct HintTests {
  private let game = SessionConfiguration(id: "game", category: .ambient)

  @Test(
    "the hint is raised by who is active, playing, does not mix and can be heard",
    .proves("SIL-02", "ANC-SIL-01"),
    arguments: SessionConfiguration.everyKind
  )
  func hint(_ other: SessionConfiguration) throws {
    var stage = try Stage(game, other)
    try stage(.plugged(.speaker))
    #expect(!stage.tower.secondaryAudioShouldBeSilenced(for: "game"))
    try stage(.activate("a"))
    let isHeard = other.category.behaviour.hasOutput
    let raises = !other.isMixable && isHeard
    #expect(stage.tower.secondaryAudioShouldBeSilenced(for: "game") == raises)
    #expect(stage.tower.isOtherAudioPlaying(for: "game") == isHeard)
    #expect(!stage.tower.isOtherAudioPlaying(for: "a"))
    guard isHeard else { return }
    try stage(.setPlaying("a", false))
    #expect(!stage.tower.secondaryAudioShouldBeSilenced(for: "game"))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"))
  }

  @Test(
    "each change is told once, and the secondary sources follow",
    .proves("SIL-03", "SIL-04")
  )
  func edges() throws {
    var stage = try Stage(game, .music(), active: ["game"])
    let began = try stage(.activate("music"))
    #expect(began.map(\.action).contains(.silenceSecondary("game", true)))
    #expect(began.last?.action == .notify("game", .silenceSecondaryAudioHint(true)))
    #expect(began.last?.cause == .session("music"))
    #expect(try stage(.activate("music")).isEmpty)
    #expect(
      try stage.actions(.setPlaying("music", false)) == [
        .silenceSecondary("game", false), .notify("game", .silenceSecondaryAudioHint(false)),
      ]
    )
  }

  @Test(
    "only an active session in the foreground is told, but all can ask",
    .proves("SIL-05"),
    arguments: [(true, true), (true, false), (false, true), (false, false)]
  )
  func fourCells(_ isForeground: Bool, _ isActive: Bool) throws {
    var stage = try Stage(game, .music(), active: isActive ? ["game"] : [])
    try stage(.setForeground("game", isForeground))
    let actions = try stage.actions(.activate("music"))
    let isTold = actions.contains(.notify("game", .silenceSecondaryAudioHint(true)))
    #expect(isTold == (isForeground && isActive))
    #expect(stage.tower.secondaryAudioShouldBeSilenced(for: "game"))
  }

  @Test(
    "who could not be told gets the present hint when it can be, its secondary sources sooner",
    .proves("SIL-06")
  )
  func catchingUp() throws {
    var stage = try Stage(game, .music(), active: ["game"])
    try stage(.setForeground("game", false))
    #expect(try stage.actions(.activate("music")).contains(.silenceSecondary("game", true)))
    #expect(
      try stage.actions(.setForeground("game", true))
        == [.notify("game", .silenceSecondaryAudioHint(true))]
    )
    try stage(.deactivate("game", notifyingOthers: true))
    try stage(.deactivate("music", notifyingOthers: true))
    let actions = try stage.actions(.activate("game"))
    #expect(actions.contains(.silenceSecondary("game", false)))
    #expect(actions.last == .notify("game", .silenceSecondaryAudioHint(false)))
  }

  @Test(
    "other audio is what can be heard: not what the lock holds or the silent switch mutes",
    .proves("SIL-01", "ANC-SIL-01")
  )
  func otherAudio() throws {
    var stage = try Stage(game, SessionConfiguration(id: "b", category: .ambient), active: ["b"])
    try stage(.plugged(.speaker))
    #expect(stage.tower.isOtherAudioPlaying(for: "game"))
    try stage(.setLocked(true))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"))
    try stage(.setLocked(false))
    try stage(.setSilent(true))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"))
  }

  @Test(
    "who records and who measures is no other audio, nor who mixes beside a recorder",
    .proves("SIL-01", "CAT-23")
  )
  func notHeard() throws {
    var stage = try Stage(game, .meter(), .recorder(), .mixing(), active: ["meter"])
    try stage(.plugged(.speaker))
    try stage(.plugged(.mic))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "it measures")
    try stage(.activate("recorder"))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "it records")
    try stage(.activate("pad"))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "the recorder leaves it no output")
    try stage(.deactivate("recorder", notifyingOthers: false))
    #expect(stage.tower.isOtherAudioPlaying(for: "game"))
  }

  @Test(
    "other audio is heard somewhere: at an output that is there, or through a session that is heard",
    .proves("SIL-01")
  )
  func somewhere() throws {
    var ears = SessionConfiguration.mixing("ears")
    (ears.targets, ears.behaviour.interSession) = (.nowhere, true)
    var host = SessionConfiguration.mixing("host")
    host.behaviour.interSession = true
    var stage = try Stage(game, ears, host, active: ["ears"])
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "it only listens")
    try stage(.connect("ears", to: "host"))
    try stage(.activate("host"))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "there is no output")
    try stage(.plugged(.speaker))
    #expect(stage.tower.isOtherAudioPlaying(for: "game"))
    #expect(stage.tower.isOtherAudioPlaying(for: "host"), "it hears the other one itself")
    try stage(.setMuted("host", true))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "nothing leaves the host")
    try stage(.setMuted("host", false))
    try stage(.setTargets("host", SendTargets(pinned: ["hall"], followsRoute: false)))
    #expect(!stage.tower.isOtherAudioPlaying(for: "game"), "what it is sent to is not there")
  }

  @Test("what no fader lets through is no other audio", .proves("SIL-01"))
  func faders() throws {
    var stage = try Stage(game, .music(), active: ["music"])
    try stage(.plugged(.speaker))
    #expect(
      stage.tower.isOtherAudioPlaying(for: "game") { $0 == "music" && $1 == .output("speaker") }
    )
    #expect(!stage.tower.isOtherAudioPlaying(for: "game") { _, _ in false })
  }

  @Test(
    "the hint ends while the lock holds the only one that raises it, and is back when it is lifted",
    .proves("SIL-02", "SIL-04")
  )
  func heldByLock() throws {
    let podcast = SessionConfiguration(
      id: "podcast",
      category: .playback,
      behaviour: SessionBehaviour(backgroundAudio: false)
    )
    let pad = SessionConfiguration(id: "pad", category: .playback, options: [.mixWithOthers])
    var stage = try Stage(pad, podcast, active: ["pad", "podcast"])
    #expect(stage.tower.secondaryAudioShouldBeSilenced(for: "pad"))
    let locked = try stage.actions(.setLocked(true))
    #expect(locked.contains(.silenceSecondary("pad", false)))
    #expect(locked.last == .notify("pad", .silenceSecondaryAudioHint(false)))
    #expect(!stage.tower.secondaryAudioShouldBeSilenced(for: "pad"))
    let unlocked = try stage.actions(.setLocked(false))
    #expect(unlocked.contains(.silenceSecondary("pad", true)))
    #expect(unlocked.last == .notify("pad", .silenceSecondaryAudioHint(true)))
  }

  private static let guide = SessionConfiguration(
    id: "guide",
    category: .playback,
    mode: .voicePrompt,
    options: [.mixWithOthers]
  )
  private static let talk = SessionConfiguration(
    id: "talk",
    category: .playAndRecord,
    mode: .voiceChat
  )

  @Test(
    "prompts say nothing in somebody's conversation, little over other sound, all otherwise",
    .proves("ANC-PRM-01", "ANC-MODE-02")
  )
  func promptStyle() throws {
    var stage = try Stage(Self.guide, .music(), Self.talk, active: ["guide"])
    #expect(stage.tower.session("guide")?.strip.promptStyle == .normal)
    #expect(try stage.actions(.activate("music")).contains(.setPromptStyle("guide", .short)))
    #expect(
      try stage.actions(.activate("talk")).contains(.setPromptStyle("guide", PromptStyle.none))
    )
    #expect(
      try stage.actions(.removed("talk")).contains(.setPromptStyle("guide", .short))
    )
    #expect(
      try stage.actions(.setPlaying("music", false)).contains(.setPromptStyle("guide", .normal))
    )
  }

  @Test("a prompt during a call that allows playback says nothing", .proves("ANC-PRM-01"))
  func promptInCall() throws {
    let guide = SessionConfiguration(id: "guide", category: .playback, mode: .voicePrompt)
    var stage = try Stage(guide)
    try stage(.setRigPolicy(RigPolicy(callAllowsPlayback: true)))
    try stage(.interrupterBegan(.phone))
    #expect(
      try stage.actions(.activate("guide")).contains(.setPromptStyle("guide", PromptStyle.none))
    )
  }

  @Test(
    "a conversation is one that plays, in a mode for it; who only hears is other sound",
    .proves("ANC-PRM-01")
  )
  func conversations() throws {
    var stage = try Stage(Self.guide, Self.talk, .chat(), active: ["guide", "talk"])
    #expect(stage.tower.promptStyle(for: "guide") == PromptStyle.none)
    try stage(.setPlaying("talk", false))
    #expect(stage.tower.promptStyle(for: "guide") == .normal)
    try stage(.activate("chat"))
    #expect(stage.tower.promptStyle(for: "guide") == .short)
  }
}
