// SPDX-License-Identifier: Apache-2.0
// A preset's keys for the JACK server.

import JACKVocabulary
import RigModel
import Testing

@testable import Presets

@Suite("What a preset wants of the server")
struct ServerTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test("is nothing unless it says so, or a card, a rate and a period")
  func values() throws {
    #expect(try bench.read(Workbench.rig).server == ServerWish())
    let all = "server: { card: 'hw:CARD=USB,DEV=1', rate_hz: 44100, period_frames: 64 }"
    let server = try bench.read(Workbench.rig + all).server
    #expect(server.card == .card(try #require(CardPattern("USB,1"))))
    #expect(server.sampleRate == 44_100 && server.periodFrames == 64)
    let dummy = try bench.read(Workbench.rig + "server: { card: dummy }").server
    #expect(dummy.card == .dummy && dummy.sampleRate == nil && dummy.periodFrames == nil)
  }

  static let mistakes: [BadPreset] = [
    .rig("nothing wanted", "server: ▶{}", "card, rate_hz, period_frames"),
    .rig("a card by its number", "server: { card: ▶'hw:1' }", "as ALSA names it"),
    .rig("another number", "server: { card: ▶0 }", "as ALSA names it"),
    .rig("a device that is none", "server: { card: ▶'USB,x' }", "as ALSA names it"),
    .rig("a misspelt key", "server: { ▶crad: USB }", "did you mean 'card'?"),
    .rig("half a rate", "server: { rate_hz: ▶44100.5 }", "8000 to 384000"),
    .rig("too long a period", "server: { period_frames: ▶10000 }", "16 to 8192"),
  ]

  @Test("is told its mistakes at their places", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws {
    try preset.check()
  }
}
