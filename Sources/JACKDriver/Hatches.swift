// SPDX-License-Identifier: Apache-2.0
// The ways out of the compiler's real-time check. Each has its reason; a test pins their number.

internal import CJACK

/// The only doors from the driver's callback to code that the compiler can't check.
enum Hatch {
  /// The samples of `port` in this cycle; an input with several connections is mixed by JACK here.
  @_noLocks
  static func buffer(of port: OpaquePointer, frames: UInt32) -> UnsafeMutableRawPointer? {
    // RT-ASSUMED: JACK makes jack_port_get_buffer() for the process callback; it neither blocks nor allocates.
    unsafe _unsafePerformance { unsafe jack_port_get_buffer(port, frames) }
  }
}
