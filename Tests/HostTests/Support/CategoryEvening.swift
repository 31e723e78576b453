// SPDX-License-Identifier: Apache-2.0
// The steps of a story about a category: what is heard at each, and which notifications each
// session receives.

import ControlProtocol
import Foundation
import JACKTestBench
import SoundFiles
import Testing

/// A story in progress.
final class CategoryEvening {
  private let story: CategoryStory
  private let stage: LiveStage
  private let hero, music, bed: Transcript
  /// The hero's level at the microphone's input, as far as it may hear it.
  private var input: Float = 0
  /// The output of the sessions that follow the route, and the hero's.
  private var (place, ownPlace): (String, String?)
  private var takes = 0

  init(_ story: CategoryStory, on stage: LiveStage) {
    (self.story, self.stage) = (story, stage)
    hero = Transcript(of: "hero", on: stage)
    music = Transcript(of: "music", on: stage)
    bed = Transcript(of: "bed", on: stage)
    (place, ownPlace) = (story.home, story.output)
  }

  /// The hero's level: its voice, if it may sound, and what it hears.
  private var ownLevel: Float {
    (story.output == nil ? 0 : stage.level(of: "hero")) + input
  }

  /// The level that each output has while the hero is heard, or is not.
  private func levels(heroIsHeard: Bool = true) -> [String: Float] {
    var levels = Dictionary(uniqueKeysWithValues: stage.outputs.keys.map { ($0, Float(0)) })
    // The reel's samples are no levels.
    levels["reel"] = nil
    if !story.leavesNoOutput { levels[place, default: 0] += stage.level(of: "bed") }
    if story.mixes { levels[place, default: 0] += stage.level(of: "music") }
    guard heroIsHeard, let ownPlace else { return levels }
    levels[ownPlace, default: 0] += ownLevel
    if story.isOnSeveralRoutes, levels.keys.contains("phones") {
      levels["phones", default: 0] += stage.level(of: "cue")
    }
    return levels
  }

  /// Waits until the rig knows of everything that is plugged in; then activates the others.
  func beginning() throws {
    for route in story.outputs + ["mic"] {
      try stage.tarmac.wait(route) { stage.diary.events.contains(.route(route, .plugged)) }
    }
    if story.hearsInput { try hero.expect(["an input"], "at the start") }
    for other in ["music", "bed"] { try stage.ask(ActivateRequest(session: other)) }
    try music.expect(["active"], "at the start")
    try bed.expect(["active", "hint begin"], "at the start")
    try stage.hears([place: ["music", "bed"]])
  }

  /// The music is interrupted by sessions that do not mix, and by no others; there are ports for
  /// what a category may hear.
  func activation() throws {
    try stage.ask(ActivateRequest(session: "hero"))
    try stage.hears(levels())
    try hero.expect(["active"] + (story.mixes ? ["hint begin"] : []), "activated")
    try music.expect(story.mixes ? [] : ["interrupted by hero"], "at its activation")
    if !story.mixes { try bed.expect(story.output == nil ? ["hint end"] : [], "at its activation") }
    let route = try stage.tarmac.session("hero").currentRoute
    #expect(route.inputs == (story.hearsInput ? ["mic"] : []))
    #expect(route.outputs == (story.output.map { [$0] } ?? []))
    let ports = try stage.ears(at: "wall").ports(matching: "^rig:hero")
    #expect(ports.isEmpty == (story.output == nil), "\(ports)")
    guard story.output == nil else { return }
    #expect(throws: (any Error).self, "what has no output does not play") {
      try stage.ask(PlayerRequest(session: "hero", source: "reel", action: .play))
    }
  }

  /// Checks that there is exact silence, heard or recorded, until the user has said yes.
  func permission() throws {
    #expect(stage.diary.rig().contains(.recordPermissionAsked(session: "hero")))
    for (answer, level) in [("", 0), ("denied", 0), ("granted", LiveStage.inputLevel)] {
      if !answer.isEmpty {
        try stage.ask(PermissionSetRequest(session: "hero", permission: answer))
        try hero.expect([level > 0 ? "may record" : "may not record"], answer)
      }
      input = level
      try stage.hears(levels())
      #expect(try take { try wait(4_800) }.allSatisfy { $0 == ownLevel }, "\(answer)")
    }
  }

  /// Turns switch and lock on and off while the hero's take goes on.
  func switches() throws {
    func turn() throws {
      try turning(.silent, story.silentSwitch)
      try turning(.lock, story.lock)
    }
    let samples = story.hearsInput ? try take(turn) : []
    if !story.hearsInput { try turn() }
    // A session that the lock holds does not play, so no other session has to make way for it
    // meanwhile.
    if !story.mixes, story.lock == .pause { try bed.expect(["hint end", "hint begin"], "lock") }
    guard story.hearsInput else { return }
    #expect(samples.count > 20_000 && samples.allSatisfy { $0 == ownLevel })
  }

  /// Turns a switch on and off again.
  private func turning(_ name: SwitchRequest.Name, _ obedience: CategoryStory.Obedience) throws {
    let (full, rest) = (levels(), levels(heroIsHeard: false))
    let heard = try stage.listen {
      try wait(2_400)
      try stage.ask(SwitchRequest(name: name, isOn: true))
      try wait(9_600)
      try stage.ask(SwitchRequest(name: name, isOn: false))
    }
    for (output, level) in full {
      let (samples, where_) = (try #require(heard[output]), "\(output) under \(name)")
      guard obedience != .none, let silent = rest[output], silent != level else {
        #expect(samples.allSatisfy { $0 == level }, "\(where_)")
        continue
      }
      #expect(samples.first == level && samples.last == level, "\(where_)")
      // The hero's ramps are between the two.
      #expect(samples.allSatisfy { silent <= $0 && $0 <= level }, "\(where_)")
      #expect(samples.count { $0 == silent } > 4_800, "\(where_)")
    }
    if story.hasReel { try checkReel(try #require(heard["reel"]), obedience) }
  }

  /// Checks that the file was heard without a gap, went on unheard, or stood still.
  private func checkReel(_ reel: [Float], _ obedience: CategoryStory.Obedience) throws {
    let places = reel.map(CountingFile.index)
    guard obedience != .none else {
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 == $0 + 1 })
      return
    }
    guard let silence = reel.firstIndex(of: 0),
      let back = reel[silence...].firstIndex(where: { $0 != 0 })
    else { throw RunFailure(description: "the reel was never silent, or for good") }
    // Clear of the ramps at both ends: 960 frames down, 480 up.
    let (before, after) = (silence - 1_200, back + 700)
    let isMuted = obedience == .mute
    let expected = after - before - (isMuted ? 0 : back - silence)
    // A session is suspended at the end of a cycle.
    #expect(abs(places[after] - places[before] - expected) <= (isMuted ? 0 : 256))
  }

  /// Checks that an alarm silences all and is heard alone; then all go on, files from where they
  /// were.
  func alarm() throws {
    let start = stage.diary.events.count
    var alone = levels().mapValues { _ in Float(0) }
    alone["wall"] = stage.level(of: "alarm")
    let heard = try stage.listen {
      try wait(2_400)
      try stage.ask(InterruptBeginRequest(interrupter: "alarm"))
      try wait(9_600)
      try stage.ask(InterruptEndRequest(interrupter: "alarm"))
    }
    for (output, level) in levels() {
      let (samples, during) = (try #require(heard[output]), try #require(alone[output]))
      #expect(samples.first == level && samples.last == level, "\(output) around the alarm")
      #expect(samples.count { $0 == during } > 4_800, "\(output) during the alarm")
    }
    if story.hasReel { try checkReel(try #require(heard["reel"]), .pause) }
    let told = ["interrupted by alarm", "may resume", "active"]
    try hero.expect(told, "alarm")
    try bed.expect(told, "alarm")
    try music.expect(story.mixes ? told : [], "alarm")
    #expect(
      stage.diary.rig(from: start) == [
        .interrupterBegan(interrupter: "alarm"),
        .interrupterEnded(interrupter: "alarm", shouldResume: true),
      ]
    )
  }

  /// Headphones take the sound; without them, a session whose user did not ask for that is not
  /// heard from the speaker.
  ///
  /// A stream on an output of its own stays there, and the other stream is heard from the
  /// headphones alone.
  func headphones() throws {
    let (home, ownHome) = (place, ownPlace)
    let inputs = story.hearsInput ? "mic+" : ""
    try stage.plug(output: "phones")
    place = "phones"
    if ownHome != nil, !story.isOnSeveralRoutes { ownPlace = "phones" }
    try stage.hears(levels())
    try tellRoute("newDeviceAvailable", from: home, hero: ownHome.map { inputs + $0 })
    stage.unplug("phones")
    (place, ownPlace) = (home, ownHome)
    try stage.hears(levels(heroIsHeard: story.isOnSeveralRoutes))
    let both = story.isOnSeveralRoutes ? "line+phones" : "phones"
    try tellRoute("oldDeviceUnavailable", from: "phones", hero: ownHome.map { _ in inputs + both })
    guard story.output != nil, !story.isOnSeveralRoutes else { return }
    try stage.ask(PlayerRequest(session: "hero", source: "reel", action: .play))
    try stage.hears(levels())
  }

  private func tellRoute(_ reason: String, from place: String, hero own: String?) throws {
    if let own { try hero.expect(["\(reason), was \(own)"], reason) }
    try bed.expect(["\(reason), was \(place)"], reason)
    if story.mixes { try music.expect(["\(reason), was \(place)"], reason) }
  }

  /// Checks that the server is killed and comes back; all sound as before, reported by the same
  /// subscription.
  func reset() throws {
    let start = stage.diary.events.count
    try stage.resetServer()
    try stage.hears(levels())
    try hero.expect(["lost", "reset", "active"] + (story.mixes ? ["hint begin"] : []), "server")
    #expect(stage.diary.rig(from: start) == [.serverLost, .serverReturned])
  }

  /// Checks that its end lets the music sound again.
  func end() throws {
    try stage.ask(DeactivateRequest(session: "hero", notifyOthers: true))
    try stage.hears([place: ["music", "bed"]])
    try hero.expect(["inactive"], "end")
  }

  private func wait(_ frames: Int) throws {
    try stage.ears(at: "wall").wait(frames: frames)
  }

  /// The sound that the hero records while `body` runs.
  private func take(_ body: () throws -> Void) throws -> [Float] {
    takes += 1
    let file = stage.tarmac.folder.appending(path: "take\(takes).wav").path
    try stage.ask(RecordStartRequest(subject: "hero", file: file))
    try body()
    try stage.ask(RecordStopRequest(subject: "hero"))
    return try SoundFile.read(file).channels[0]
  }
}
