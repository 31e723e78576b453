// SPDX-License-Identifier: Apache-2.0
// Nothing to do where nothing sounds.

/// Says when inputs have been silent for so long that whatever has rung is over.
///
/// > Threading: Realtime.
package struct Silence {
  private let patience: Int
  private var quiet = 0

  /// Waits for `seconds` of silence.
  package init(seconds: Double, rate: Double) {
    patience = Int(clamping: seconds * rate)
  }

  /// Forgets the silence of before.
  @_noLocks
  package mutating func reset() { quiet = 0 }

  /// Takes the first `frames` of both channels; whether they and all before them, long enough, are
  /// zero.
  @_noLocks
  package mutating func lasts(_ left: Samples, _ right: Samples, frames: Int) -> Bool {
    for index in 0..<frames where left[index] != 0 || right[index] != 0 {
      quiet = 0
      return false
    }
    let lasts = quiet >= patience
    if !lasts { quiet &+= frames }
    return lasts
  }
}
