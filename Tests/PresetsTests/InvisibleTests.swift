// SPDX-License-Identifier: Apache-2.0
// Mistakes that can't be seen, and texts that YAML has cut: the sentence names what is there.

import Foundation
import RigModel
import Testing

@testable import Presets

@Suite("A mistake that can't be seen")
struct InvisibleTests {
  static let presets: [BadPreset] = [
    .session(
      "a space that is none behind a word",
      "role: ▶player\u{A0}",
      "U+00A0 no-break space",
      "did you mean 'player'?"
    ),
    .session("no space at all", "role: ▶player\u{200B}", "U+200B zero width space"),
    .session("a mark in the middle of a file", "role: ▶\u{FEFF}player", "U+FEFF byte order mark"),
    .session(
      "a letter of another alphabet",
      "▶r\u{43E}le: player",
      "did you mean 'role'?",
      "U+043E cyrillic small letter o"
    ),
    .session(
      "indentation with spaces that are none",
      "category: playback\n▶\u{A0}\u{A0}active: true\n  source: {}",
      "indented with U+00A0 no-break space"
    ),
    .session(
      "a text with a colon",
      "category: playback\nsource:\n  player: a▶: b.wav",
      "a text with ':' before a space needs quotes"
    ),
    .session(
      "a text with a comma",
      "category: playback\nsource: { player: a, ▶b.wav }",
      "a ',' ends a text here",
      "'a, b.wav' in quotes"
    ),
    .session(
      "a file whose name goes on behind a '#'",
      "category: playback\nsource: { player: ▶a #1.wav\n  }",
      "does not exist",
      "begins a comment"
    ),
    .session(
      "a text that begins with a '#'",
      "category: playback\nsource:\n  player:▶ #1.wav",
      "not nothing",
      "begins a comment"
    ),
    .session(
      "a text that begins with a '*'",
      "category: playback\nsource: { jack: ▶*_out }",
      "needs quotes"
    ),
    .session("a text that begins with an '@'", "role: ▶@player", "begins with '@' needs quotes"),
    .session("a text that begins with a '!'", "role: ▶!player", "quotes"),
    .init("a text that is null", "tarmac: 1\nstate: ▶null\n", "must be a text, not nothing"),
  ]

  @Test("is named, with what to do", arguments: presets)
  func isNamed(_ preset: BadPreset) throws {
    try preset.check()
  }

  @Test("is told apart in a file's name: letters and accents that are together, or not")
  func forms() throws {
    let bench = try Workbench()
    let (together, apart) = ("M\u{FC}ller", "Mu\u{308}ller")
    try bench.write("", to: "\(apart)/\(apart).wav")
    func problem(_ path: String) throws -> String {
      let text =
        Workbench.rig + Workbench.session("category: playback\nsource: { player: \(path) }")
      return try #require(try bench.problems(in: text).first).message
    }
    let first = try problem("\(together)/\(together).wav")
    #expect(first.contains("is written as NFD") && first.contains("here it is NFC"), "\(first)")
    #expect(try problem("\(apart)/\(together).wav").contains("is written as NFD"))
    #expect(try !problem("\(apart)/other.wav").contains("NFD"))
    try bench.write("", to: "\(together).wav")
    #expect(try problem("\(apart).wav").contains("is written as NFC"))
  }

  @Test("is named in no emoji or other writing that needs such characters")
  func writings() {
    #expect("\u{1F469}\u{200D}\u{1F3A4}.wav".quoted == "'\u{1F469}\u{200D}\u{1F3A4}.wav'")
    #expect("\u{2764}\u{FE0F}".quoted == "'\u{2764}\u{FE0F}'")
    #expect("a\u{200D}b".quoted == "'a<U+200D zero width joiner>b'")
  }
}
