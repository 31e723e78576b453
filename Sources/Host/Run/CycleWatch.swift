// SPDX-License-Identifier: Apache-2.0
// Notices when JACK's thread does not come back from the renderer.

import JACKDriver
import Quantities
import RigEngine

/// How long JACK's thread has been in one and the same cycle, as far as that was seen.
struct CycleWatch {
  private var cycle = 0
  private var time = Seconds.zero

  /// Looks at the driver, so much time after the last look; where the whole program was held up, so
  /// was the thread.
  mutating func isStuck(_ driver: JACKDriver, elapsed: Seconds) -> Bool {
    let isSame = driver.isInCycle && driver.cycles == cycle
    cycle = driver.cycles
    time = isSame ? Seconds(time.value + min(elapsed.value, 2 * HostTimes.tick.value)) : .zero
    return time >= HostTimes.cycleHang
  }
}
