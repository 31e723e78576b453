// SPDX-License-Identifier: Apache-2.0
// The sound of scenarios: silence is exact, and occurs where the story says so.

import Foundation
import OfflineRendering
import RuleProofs
import Testing

@Suite("What is heard of a scenario")
struct AudibleTests {
  @Test("headphones pulled in mid-track: nothing reaches the loudspeaker until play is pressed")
  func headphonesPulled() throws {
    let sound = try StoryBook.open().listen(to: "headphones-pulled")
    #expect(try sound.peak("speaker", 0.1..<1) > 0.05)
    #expect(try sound.isSilent("phones", 0..<1))
    #expect(try sound.peak("phones", 1.1..<3) > 0.05)
    #expect(try sound.isSilent("speaker", 1.1..<5))
    #expect(try sound.isSilent("phones", 3..<6))
    #expect(try sound.peak("speaker", 5.1..<6) > 0.05)
  }

  @Test(
    "the call during the set: a ring leaves the decks alone, and every output is silent while the call is held"
  )
  func call() throws {
    let sound = try StoryBook.open().listen(to: "call-during-the-set")
    for output in ["main", "phones"] {
      #expect(try sound.isSilent(output, 6.55..<9), "\(output)")
    }
    for time in [0.1..<2.5, 2.6..<4, 4.1..<6.5, 9.1..<10] {
      #expect(try sound.peak("main", time) > 0.05)
    }
    #expect(try sound.isSilent("voice", 0..<10))
  }

  @Test("the DJ's cue device dies: the floor hears the same to the bit")
  func cueDevice() throws {
    let book = try StoryBook.open()
    let quiet = book.folder.appending(path: "scenarios/nothing-happens.yaml")
    let story = "tarmac-scenario: 1\ntitle: Nothing\npreset: ../presets/dj.yaml\nuntil: 5\n"
    try story.write(to: quiet, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: quiet) }
    let undisturbed = try book.listen(to: "nothing-happens").samples("main", 0..<5)
    let sound = try book.listen(to: "cue-device-dies")
    #expect(try sound.samples("main", 0..<5) == undisturbed)
    #expect(try sound.isSilent("phones", 2..<4))
    #expect(try sound.peak("phones", 0.1..<2) > 0.05)
    #expect(try sound.peak("phones", 4.1..<5) > 0.05)
  }

  @Test(
    "the cue is heard in the headphones and never on the floor",
    .proves("MRT-11", at: .offline)
  )
  func cueStaysOffTheFloor() throws {
    let book = try StoryBook.open()
    let scenario = book.folder.appending(path: "scenarios/cue-only.yaml")
    let story = """
      tarmac-scenario: 1
      title: A cue
      preset: ../presets/roles/dj.yaml
      events: [ { at: 0, pause: deckA } ]
      until: 3
      """
    try story.write(to: scenario, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: scenario) }
    let sound = try book.listen(to: "cue-only")
    #expect(try sound.peak("phones", 0.5..<3) > 0.05)
    #expect(try sound.isSilent("main", 0.1..<3))
  }

  @Test("the prompt starts when the music is down, and the music comes back to what it was")
  func prompt() throws {
    let sound = try StoryBook.open().listen(to: "prompt-after-the-duck")
    let before = try sound.peak("music", 0.5..<1)
    #expect(try sound.isSilent("navigator", 0..<1.25))
    #expect(try sound.peak("navigator", 1.3..<6) > 0.05)
    let during = try sound.peak("music", 1.3..<6)
    #expect(abs(20 * log10(during / before) + 18) < 0.1)
    #expect(abs(before - 0.25) < 0.001)
  }

  @Test("the denied microphone: exact zeros until the user has said yes")
  func deniedMicrophone() throws {
    let sound = try StoryBook.open().listen(to: "denied-microphone")
    #expect(try sound.isSilent("recorder", 0..<3))
    #expect(try sound.peak("recorder", 3.1..<4) > 0.2)
  }

  @Test("the silent switch lets time run on, the lock keeps the place")
  func silentSwitch() throws {
    let sound = try StoryBook.open().listen(to: "silent-switch")
    #expect(try sound.isSilent("speaker", 1.1..<2))
    #expect(try sound.isSilent("speaker", 3.1..<4))
    #expect(try sound.peak("speaker", 2.1..<3) > 0.05)
    #expect(try sound.peak("speaker", 5.6..<7) > 0.05)
  }

  @Test("the stage call is heard where it is sent, while all others are silent")
  func stageCall() throws {
    let sound = try StoryBook.open().listen(to: "stage-call")
    #expect(try sound.isSilent("pa", 4.1..<5))
    #expect(try sound.peak("phones", 4.1..<5) > 0.05)
    #expect(try sound.peak("organ", 1.1..<2) > 0.05)
    #expect(try sound.isSilent("show", 1.1..<2))
  }
}
