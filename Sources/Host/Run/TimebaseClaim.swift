// SPDX-License-Identifier: Apache-2.0
// Who counts the beats of JACK's transport: the rig, if its preset says so and nobody else does.

import JACKDriver

/// The rig's wish to count the beats for all programs, and whether it was told that another one
/// does.
struct TimebaseClaim {
  private var hasToldOther = false

  /// Counts the beats if that `isWanted`, or stops that; tries again where another program does.
  ///
  /// - Returns: a sentence, when another program has begun to.
  mutating func renew(isWanted: Bool, on driver: JACKDriver) -> String? {
    guard isWanted else {
      driver.resignAsTimebaseMaster()
      return nil
    }
    guard driver.isActive else { return nil }
    // JACK does not tell of one that takes it away, so it is asked again.
    let isMaster = (try? driver.becomeTimebaseMaster()) == true
    defer { hasToldOther = !isMaster }
    guard !isMaster, !hasToldOther else { return nil }
    return "Another program counts the beats of JACK's transport; Tarmac does when it lets go."
  }
}
