// SPDX-License-Identifier: Apache-2.0
// The conversion of wall-clock times to frames.

internal import CJACK
internal import Glibc

extension Listener {
  /// The frame of JACK's clock at a moment of the wall clock, in seconds since 1970; that may be in
  /// the past.
  package func frame(at wallClock: Double) -> UInt32 {
    var wall = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &wall)
    let now = Int64(jack_get_time())
    let ahead = wallClock - Double(wall.tv_sec) - Double(wall.tv_nsec) / 1e9
    let time = now + Int64((ahead * 1e6).rounded())
    return unsafe jack_time_to_frames(client, jack_time_t(max(0, time)))
  }

  /// Captures as `capture` does, and returns where in it each frame of JACK's clock is.
  package func record(tail: Int, around body: () throws -> Void) throws -> Take {
    try take { tape in
      try body()
      return 0..<tape.doneFrames + tail
    }
  }
}
