// SPDX-License-Identifier: Apache-2.0
// "Did you mean": which words are near and which are not.

import Testing

@testable import Suggestions

@Suite("The guess at a misspelt word")
struct SuggestionTests {
  @Test(
    "counts inserted, dropped, replaced and swapped letters",
    arguments: [
      ("", "", 0), ("a", "", 1), ("mode", "mode", 0), ("mdoe", "mode", 1), ("mods", "mode", 1),
      ("modes", "mode", 1), ("catgeory", "category", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ]
  )
  func distance(_ from: String, _ to: String, _ count: Int) {
    var distance = EditDistance()
    #expect(distance.between(Array(from.utf8), Array(to.utf8), upTo: .max) == count)
    #expect(distance.between(Array(to.utf8), Array(from.utf8), upTo: .max) == count)
    #expect(distance.between(Array(from.utf8), Array(to.utf8), upTo: count) == count)
    if count > 0 {
      #expect(distance.between(Array(from.utf8), Array(to.utf8), upTo: count - 1) == count)
    }
  }

  @Test("is the nearest word, whatever its letters' case, and none when all are far")
  func nearest() {
    #expect(
      Suggestion.nearest(to: "multiroute", among: ["playback", "multiRoute"]) == "multiRoute"
    )
    #expect(Suggestion.nearest(to: "cue", among: ["mute", "cues"]) == "cues")
    #expect(Suggestion.nearest(to: "reverb", among: ["mute", "cue"]) == nil)
  }

  @Test(
    "ends a sentence with all that was probably meant",
    arguments: [
      ("stat", "did you mean 'status' or 'state'?"), ("sttae", "did you mean 'state'?"),
      ("s", "known are status, state, stop."), ("STO", "did you mean 'stop'?"),
      ("play", "known are status, state, stop."),
    ]
  )
  func among(_ word: String, _ expected: String) {
    #expect(Suggestion.among(["status", "state", "stop"], for: word) == expected)
  }

  @Test(
    "is given up early: what it takes has a bound, for any word among any number of others",
    arguments: [
      String(repeating: "a.", count: 490_000), String(repeating: "a", count: 256),
      String(repeating: "m", count: 200), "s000.fader_dd",
    ]
  )
  func bounded(_ word: String) {
    let known = (0..<30_000).map { number in
      "s\(number).fader_db" + String(repeating: "a", count: number % 300)
    }
    var distance = EditDistance()
    _ = Suggestion.nearest(to: word, among: known, &distance)
    #expect(distance.steps <= Suggestion.mostSteps + 10_000)
    #expect(Suggestion.nearest(to: word, among: known)?.utf8.count ?? 0 < 300)
  }
}
