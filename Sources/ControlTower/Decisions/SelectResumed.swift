// SPDX-License-Identifier: Apache-2.0
// Whether the end of an interruption brings a session back.

/// Whether a session comes back by itself when nobody holds it up any more (INT-15).
///
/// All three must hold: its behaviour allows it, everybody who held it up agrees, and it was
/// playing before. A game tries again whatever the hint says.
func selectResumed(_ policy: ResumePolicy, shouldResume: Bool, wasPlaying: Bool) -> Bool {
  switch policy {
  case .never: false
  case .ifPlaying: shouldResume && wasPlaying
  case .always: wasPlaying
  }
}
