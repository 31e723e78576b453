// SPDX-License-Identifier: Apache-2.0
// One at a time: what plugins do outside the audio thread.

internal import Glibc

/// The lock that is held while any plugin is made, works, or is freed; never while one runs.
///
/// Plugins share libraries whose set-up is not thread-safe (FFTW's planner), and how new memory is filled is
/// one setting for the whole process. Who holds it for more than two seconds has lost it: one plugin that sleeps must not
/// keep all others from their work.
///
/// > Threading: Any.
enum PluginLock {
  private static let lock = ThreadLock()

  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let isHeld = lock.acquire(patience: 2)
    defer { if isHeld { lock.release() } }
    return try body()
  }
}
