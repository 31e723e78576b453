// SPDX-License-Identifier: Apache-2.0
// Whether the end of an interruption brings a session back.

/// Whether a session comes back by itself when nobody holds it up any more (INT-15).
///
/// All three must hold: its role allows it, everybody who held it up agrees, and it was playing before.
func selectResumed(roleAllows: Bool, shouldResume: Bool, wasPlaying: Bool) -> Bool {
  roleAllows && shouldResume && wasPlaying
}
