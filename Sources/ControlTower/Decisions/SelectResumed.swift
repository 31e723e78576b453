// SPDX-License-Identifier: Apache-2.0
// Whether the end of an interruption brings a session back.

/// Whether a session comes back by itself when nothing holds it any more (INT-15).
///
/// Three conditions apply: its behaviour allows it, everything that held it agrees, and it was
/// playing before. A game comes back whatever the hint says.
func selectResumed(_ policy: ResumePolicy, shouldResume: Bool, wasPlaying: Bool) -> Bool {
  switch policy {
  case .never: false
  case .ifPlaying: shouldResume && wasPlaying
  case .always: wasPlaying
  }
}
