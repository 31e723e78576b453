// SPDX-License-Identifier: Apache-2.0
// The truth table of INT-15.

import RuleProofs
import Testing

@testable import ControlTower

@Suite("Select resumed")
struct SelectResumedTests {
  @Test("a session comes back only if role, hint and former state all agree", .proves("INT-15"))
  func truthTable() {
    let both = [true, false]
    for hint in both {
      for playing in both {
        #expect(!selectResumed(.never, shouldResume: hint, wasPlaying: playing))
        #expect(
          selectResumed(.ifPlaying, shouldResume: hint, wasPlaying: playing) == (hint && playing)
        )
        #expect(selectResumed(.always, shouldResume: hint, wasPlaying: playing) == playing)
      }
    }
  }
}
