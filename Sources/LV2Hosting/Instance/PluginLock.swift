// SPDX-License-Identifier: Apache-2.0
// One at a time: what plugins do outside the audio thread.

internal import Synchronization

/// The lock that is held while any plugin is made, works, or is freed; never while one runs.
///
/// Plugins share libraries whose set-up is not thread-safe (FFTW's planner), and how new memory is filled is
/// one setting for the whole process.
///
/// > Threading: Any.
enum PluginLock {
  private static let lock = Mutex(())

  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Value?
    try lock.withLock { _ throws(Failure) in result = try body() }
    guard let result else { preconditionFailure("the body has run") }
    return result
  }
}
