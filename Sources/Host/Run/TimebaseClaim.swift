// SPDX-License-Identifier: Apache-2.0
// The rig's claim to count the beats of JACK's transport, if its preset says so.

import AudioBackend

/// The rig's claim to be JACK's timebase master, and whether it has reported that another program
/// is.
struct TimebaseClaim {
  private var hasToldOther = false

  /// Becomes timebase master if that `isWanted`, or resigns; tries again while another program is.
  ///
  /// - Returns: a sentence, when another program has become timebase master.
  mutating func renew(isWanted: Bool, on driver: any AudioBackend) -> String? {
    guard isWanted else {
      driver.resignAsTimebaseMaster()
      return nil
    }
    guard driver.isActive else { return nil }
    // JACK does not report a program that takes over, so the rig claims it again each time.
    let isMaster = (try? driver.becomeTimebaseMaster()) == true
    defer { hasToldOther = !isMaster }
    guard !isMaster, !hasToldOther else { return nil }
    return "Another program counts the beats of JACK's transport; Tarmac does when it lets go."
  }
}
