// SPDX-License-Identifier: Apache-2.0
// Whether JACK's thread goes on, for who would otherwise start the rig anew.

import JACKDriver

/// Whether JACK's thread has gone on since the last sign of life.
struct Heartbeat {
  private var cycles: Int?

  /// Looks at the thread; `true` if it has gone on, or a lost server is waited for, which another
  /// rig could not do better.
  mutating func hasGoneOn(_ server: AudioServer) -> Bool {
    let present = server.driver.cycles
    defer { cycles = present }
    guard server.isRendering else { return true }
    return cycles.map { present != $0 } ?? true
  }
}
