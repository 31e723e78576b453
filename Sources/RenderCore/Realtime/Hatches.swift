// SPDX-License-Identifier: Apache-2.0
// The ways out of the compiler's real-time check. Each has its reason; a test pins their number.

internal import CRealtime

/// The only doors from the checked render path to code that the compiler can't check.
enum Hatch {
  /// Nanoseconds of the monotonic clock.
  @_noLocks
  static func nanoseconds() -> UInt64 {
    // RT-ASSUMED: clock_gettime is answered by the vDSO without a lock or a kernel entry.
    unsafe _unsafePerformance { tarmac_nanoseconds() }
  }

  /// Makes this thread flush denormals and tells the sanitizer that rendering starts; returns the
  /// thread's mode before.
  @_noLocks
  static func enterRealtime() -> UInt64 {
    // RT-ASSUMED: two mode bits of the floating-point unit, and a hook absent in ordinary builds.
    unsafe _unsafePerformance {
      let mode = tarmac_flush_denormals()
      tarmac_realtime_enter()
      return mode
    }
  }

  /// Tells the sanitizer that rendering has ended, and gives the thread its mode back: offline it
  /// is anybody's.
  @_noLocks
  static func exitRealtime(to mode: UInt64) {
    // RT-ASSUMED: a hook absent in ordinary builds, and the mode of the floating-point unit.
    unsafe _unsafePerformance {
      tarmac_realtime_exit()
      tarmac_set_float_mode(mode)
    }
  }

  /// Wakes all threads that sleep on a bell.
  @_noLocks
  static func ring(_ bell: UnsafeMutablePointer<UInt32>) {
    // RT-ASSUMED: one futex wake, a system call that does not wait.
    unsafe _unsafePerformance { unsafe tarmac_bell_ring(bell) }
  }

  /// How often a bell was rung.
  @_noLocks
  static func read(_ bell: UnsafeMutablePointer<UInt32>) -> UInt32 {
    // RT-ASSUMED: an atomic load.
    unsafe _unsafePerformance { unsafe tarmac_bell_read(bell) }
  }

  /// Lets a helper sleep until a bell is rung; never called on the driver's thread.
  @_noLocks
  static func wait(_ bell: UnsafeMutablePointer<UInt32>, since seen: UInt32) {
    // RT-ASSUMED: a helper has nothing to do and nobody waits for it.
    unsafe _unsafePerformance { unsafe tarmac_bell_wait(bell, seen, 1000) }
  }

  /// Wakes the thread of another process that sleeps on a bell in shared memory.
  @_noLocks
  static func ringShared(_ bell: UnsafeMutablePointer<UInt32>) {
    // RT-ASSUMED: one futex wake of one thread, a system call that does not wait.
    unsafe _unsafePerformance { unsafe tarmac_shared_bell_ring(bell) }
  }

  /// Lets the renderer behind a relay sleep until the bell is rung there, or 50 ms have gone by.
  @_noLocks
  static func waitShared(_ bell: UnsafeMutablePointer<UInt32>, since seen: UInt32) {
    // RT-ASSUMED: that thread has nothing to do and nobody waits for it.
    unsafe _unsafePerformance { unsafe tarmac_shared_bell_wait(bell, seen, 50) }
  }

  /// Spends a moment of a spin; `isLong` gives the processor away for 20 µs.
  @_noLocks
  static func relax(isLong: Bool) {
    // RT-ASSUMED: a pause instruction; the nap is the way out when a helper was taken off its
    // processor.
    unsafe _unsafePerformance { if isLong { tarmac_nap() } else { tarmac_relax() } }
  }

  /// Runs a plugin for `frames` frames.
  @_noLocks
  static func run(_ plugin: PluginCalls, frames: Int) {
    // RT-ASSUMED: a call through a pointer; `PluginCalls` says what its maker answers for, and the
    // sanitizer watches.
    unsafe _unsafePerformance {
      unsafe plugin.run(plugin.handle, UInt32(truncatingIfNeeded: frames))
    }
  }

  /// Tells a plugin where the samples of a port are.
  @_noLocks
  static func connect(
    _ plugin: PluginCalls,
    port: UInt32,
    to samples: UnsafeMutablePointer<Float>
  ) {
    // RT-ASSUMED: it stores a pointer.
    unsafe _unsafePerformance {
      unsafe plugin.connect(plugin.handle, port, UnsafeMutableRawPointer(samples))
    }
  }
}
