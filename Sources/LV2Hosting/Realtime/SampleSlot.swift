// SPDX-License-Identifier: Apache-2.0
// A port that carries samples, and the checks on what comes out of it.

/// An audio or CV port and the buffers that it works on.
///
/// > Threading: Realtime.
@safe
struct SampleSlot: BitwiseCopyable {
  var port: UInt32
  var isOutput: Bool
  /// What the plan gives: a buffer for a whole cycle.
  var samples: UnsafeMutablePointer<Float>
  /// The address that the plugin got last.
  var connected: UnsafeMutablePointer<Float>?
  /// A block of the plugin's own, for those that gather.
  var gathered: UnsafeMutablePointer<Float>?

  @_noLocks
  func clear(from start: Int, frames: Int) {
    for frame in start..<(start &+ frames) { unsafe samples[frame] = 0 }
  }

  /// Whether a block holds no NaN and no infinity.
  ///
  /// Integer work only, so that it is vectorised.
  @_noLocks
  static func isFinite(_ samples: UnsafePointer<Float>, frames: Int) -> Bool {
    let bits = unsafe UnsafeRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    var found: UInt32 = 0
    for frame in 0..<frames {
      // An exponent of all ones overflows into the sign.
      unsafe found |= (bits[frame] & 0x7fff_ffff) &+ 0x0080_0000
    }
    return found < 0x8000_0000
  }
}
