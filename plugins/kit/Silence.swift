// SPDX-License-Identifier: Apache-2.0
// Nothing to do where nothing sounds.

/// Finds the frame at which inputs have been silent for so long that whatever has rung is over.
///
/// What a plugin forgets at that frame, it forgets there wherever blocks begin.
///
/// > Threading: Realtime.
package struct Silence {
  /// Whether the frames taken last are zero, as all were for long before them.
  package private(set) var isLong = false
  private let patience: Int
  private var quiet = 0

  /// Waits for `seconds` of silence.
  package init(seconds: Double, rate: Double) {
    // Longer than a block, so that no silence within one counts.
    patience = max(256, Int(clamping: seconds * rate))
  }

  /// Forgets the silence of before.
  @_noLocks
  package mutating func reset() {
    quiet = 0
    isLong = false
  }

  /// Takes the first `frames` of both channels, a block's at most.
  ///
  /// - Returns: before which of them (up to `frames`, behind them all) silence becomes long, if
  ///   it does.
  @_noLocks
  package mutating func take(_ left: Samples, _ right: Samples, frames: Int) -> Int? {
    var zeros = 0
    while zeros < frames && left[zeros] == 0 && right[zeros] == 0 { zeros &+= 1 }
    let rest = patience &- quiet
    isLong = rest == 0 && zeros == frames
    if zeros == frames {
      quiet = min(quiet &+ frames, patience)
    } else {
      quiet = 0
      while left[frames &- 1 &- quiet] == 0 && right[frames &- 1 &- quiet] == 0 { quiet &+= 1 }
    }
    return rest > 0 && zeros >= rest ? rest : nil
  }
}
