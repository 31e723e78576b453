// SPDX-License-Identifier: Apache-2.0
// Whether JACK's thread goes on, for the service manager, which would otherwise restart the rig.

import AudioBackend

/// Whether JACK's thread has gone on since the last sign of life.
struct Heartbeat {
  private var cycles: Int?

  /// Looks at the thread; `true` if it has gone on, or if the rig waits for a lost server, since a
  /// restarted rig could do no more.
  mutating func hasGoneOn(_ server: AudioServer) -> Bool {
    let present = server.driver.cycles
    defer { cycles = present }
    guard server.isRendering else { return true }
    return cycles.map { present != $0 } ?? true
  }
}
