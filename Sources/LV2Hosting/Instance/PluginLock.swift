// SPDX-License-Identifier: Apache-2.0
// One at a time: what plugins do outside the audio thread.

internal import CRealtime

/// The lock that is held while any plugin is made, works, or is freed; never while one runs.
///
/// Whatever a plugin does to the floating-point mode of the thread ends with the lock. Plugins
/// share libraries whose set-up is not thread-safe (FFTW's planner). A thread that holds the lock
/// for more than two seconds has lost it: one plugin that sleeps must not keep all others from
/// their work. The others share a new lock from then on.
///
/// > Threading: Any.
enum PluginLock {
  private static let present = Locked(Present())
  private static let patienceSeconds = 2

  private struct Present {
    let lock = ThreadLock()
    /// How often it has been taken.
    var turns = 0
  }

  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    while true {
      let seen = present.withLock { $0 }
      let isHeld = seen.lock.acquire(patience: patienceSeconds)
      if take(seen, isHeld: isHeld) {
        defer { seen.lock.release() }
        return try FloatMode.keep(body)
      }
      if isHeld { seen.lock.release() }
    }
  }

  /// Whether the lock that is held is still the one that all share; puts a new one in its place
  /// when it can't be had.
  private static func take(_ seen: Present, isHeld: Bool) -> Bool {
    present.withLock { present in
      guard present.lock === seen.lock else { return false }
      if isHeld {
        present.turns += 1
      } else if present.turns == seen.turns {
        // The same thread has held it all the time: no other had a turn meanwhile.
        present = Present()
      }
      return isHeld
    }
  }
}

/// The floating-point mode of the thread, which a plugin may change in any call and nobody else is
/// to notice.
///
/// > Threading: Any.
enum FloatMode {
  /// Calls a plugin, and puts the mode back.
  static func keep<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let mode = tarmac_float_mode()
    defer { tarmac_keep_float_mode(mode) }
    return try body()
  }
}
