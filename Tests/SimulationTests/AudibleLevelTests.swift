// SPDX-License-Identifier: Apache-2.0
// How loud interrupters and announcers are, heard at the outputs.

import Foundation
import OfflineRendering
import RuleProofs
import Testing

@Suite("What is heard of interrupters and announcers")
struct AudibleLevelTests {
  /// The peak of a tone in a scenario.
  private let tone: Float = 0.25

  private func isAbout(_ peak: Float, _ level: Float) -> Bool {
    abs(20 * log10(peak / tone) - level) < 0.2
  }

  /// Music on a house whose level is far down and a foyer that is muted, and an alarm for both.
  private static let house =
    """
    routes:
      house: { role: lineOut, channels: 2, fader_db: -60 }
      foyer: { role: usb, direction: output, channels: 2, mute: on }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: on
        source: { jack: "music:out_*", channels: 2 }
        sends: [ { to: house }, { to: foyer } ]
    interrupters:
      alarm:
        source: { jack: "siren:out", channels: 1 }
        sends: [ { to: house }, { to: foyer } ]
    """

  private static let evacuation = """
    signals: { "music:out_*": tone 440, "siren:out": tone 600 }
    events:
      - { at: 1, alarm: begin }
      - { at: 2, volume: { route: house, level_db: -40 } }
      - { at: 3, alarm: end }
      - { at: 4, alarm: begin }
      - { at: 5, alarm: end }
    until: 6
    """

  @Test(
    "an alarm is heard in full on an output that is turned down or muted, and the fader stays the music's",
    .proves("VOL-02", at: .offline)
  )
  func alarm() throws {
    let sound = try StoryBook.open().listen(toRig: Self.house, Self.evacuation)
    for time in [1.1..<3, 4.1..<5] {
      #expect(isAbout(try sound.peak("house", time), 0))
      #expect(isAbout(try sound.peak("foyer", time), 0))
    }
    #expect(isAbout(try sound.peak("house", 0.1..<0.9), -60))
    for time in [3.1..<4, 5.1..<6] { #expect(isAbout(try sound.peak("house", time), -40)) }
    for time in [0..<1, 3.1..<4, 5.1..<6] { #expect(try sound.isSilent("foyer", time)) }
  }

  @Test(
    "with route_faders an interrupter is turned with its outputs",
    .proves("VOL-02", at: .offline)
  )
  func routeFaders() throws {
    let rig = """
      routes: { house: { role: lineOut, channels: 2, fader_db: -60 } }
      sessions:
        music:
          category: playback
          options: [ mixWithOthers ]
          active: on
          source: { jack: "music:out_*", channels: 2 }
          sends: [ { to: currentRoute } ]
      interrupters:
        alarm:
          route_faders: on
          source: { jack: "siren:out", channels: 1 }
          sends: [ { to: house } ]
      """
    let sound = try StoryBook.open().listen(toRig: rig, Self.evacuation)
    #expect(isAbout(try sound.peak("house", 1.1..<1.9), -60))
    for time in [2.1..<3, 4.1..<5] { #expect(isAbout(try sound.peak("house", time), -40)) }
    // The music has the volume that it had there before.
    #expect(isAbout(try sound.peak("house", 3.1..<4), -60))
  }

  /// Two announcers over music; the second begins while the first speaks.
  private static func prompts(_ first: String = "") -> String {
    """
    routes:
      main: { role: lineOut, channels: 2 }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: on
        source: { jack: "music:out_*", channels: 2 }
        sends: [ { to: main } ]
      gate:
        role: announcer
        \(first)
        source: { jack: "gate:out", channels: 1 }
        sends: [ { to: main } ]
      fire:
        role: announcer
        source: { jack: "fire:out", channels: 1 }
        sends: [ { to: main } ]
    """
  }

  private static let twoPrompts = """
    signals: { "music:out_*": tone 440, "gate:out": tone 500, "fire:out": tone 600 }
    events:
      - { at: 1, activate: gate }
      - { at: 2, activate: fire }
      - { at: 4, deactivate: fire }
    until: 7
    """

  @Test("of two announcers the one activated last is heard in full, the other goes down")
  func announcers() throws {
    let sound = try StoryBook.open().listen(toRig: Self.prompts(), Self.twoPrompts)
    #expect(isAbout(try sound.peak("gate", 1.5..<2), 0))
    #expect(isAbout(try sound.peak("fire", 2.5..<4), 0))
    #expect(isAbout(try sound.peak("gate", 2.5..<4), -18))
    #expect(isAbout(try sound.peak("music", 1.5..<6), -18))
    #expect(isAbout(try sound.peak("gate", 5.5..<7), 0))
  }

  @Test("an announcer that is spoken audio waits for the one activated after it, and goes on")
  func waits() throws {
    let words = "mode: spokenAudio\n    resume: ifPlaying"
    let sound = try StoryBook.open().listen(toRig: Self.prompts(words), Self.twoPrompts)
    #expect(try sound.isSilent("gate", 2.1..<4))
    #expect(isAbout(try sound.peak("fire", 2.5..<4), 0))
    #expect(isAbout(try sound.peak("gate", 4.5..<7), 0))
  }
}
