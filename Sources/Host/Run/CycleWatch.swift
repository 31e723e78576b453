// SPDX-License-Identifier: Apache-2.0
// Notices when the backend's thread hangs in the renderer.

import AudioBackend
import Quantities
import RigEngine

/// How long JACK's thread has been in the same cycle, as far as ticks have seen it.
struct CycleWatch {
  private var cycle = 0
  private var time = Seconds.zero

  /// Returns whether JACK's thread hangs; of a long `elapsed` only two ticks count, since then the
  /// whole program was held up.
  mutating func isStuck(_ driver: any AudioBackend, elapsed: Seconds) -> Bool {
    let isSame = driver.isInCycle && driver.cycles == cycle
    cycle = driver.cycles
    time = isSame ? Seconds(time.value + min(elapsed.value, 2 * HostTimes.tick.value)) : .zero
    return time >= HostTimes.cycleHang
  }
}
