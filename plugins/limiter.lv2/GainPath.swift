// SPDX-License-Identifier: Apache-2.0
// From the reduction that each peak needs to a gain that is smooth.

/// How quickly the gain comes back.
struct Release {
  /// What is left of the reduction after a frame.
  private(set) var keep: Float = 0
  /// Whether the reduction goes back to its own mean first.
  private(set) var isAutomatic = false
  /// How fast that mean follows, up and down.
  fileprivate private(set) var charge: Float = 0
  fileprivate private(set) var leak: Float = 0
  /// What goes besides with each frame: what fades never is zero.
  fileprivate private(set) var drop: Float = 0

  /// A release with this time constant; an automatic one is faster after short peaks, and slower
  /// after long ones.
  @_noLocks
  init(milliseconds: Float, isAutomatic: Bool, rate: Double) {
    let frames = Double(milliseconds) / 1_000 * rate
    func share(_ factor: Double) -> Double { Libm.exp(-1 / (frames * factor)) }
    self.isAutomatic = isAutomatic
    keep = Float(share(isAutomatic ? 0.4 : 1))
    charge = Float(1 - share(0.25))
    leak = Float(1 - share(6))
    drop = Float(0.001 / rate)
  }
}

/// The gain of one channel, or of two that are linked.
///
/// Instead of a gain it reckons with what is missing to 1, so that no reduction is exactly none.
///
/// > Threading: Realtime; made by Control.
struct GainPath: ~Copyable {
  /// How many frames beside a peak have its gain.
  private static var plateau: Int { @_noLocks get { 16 } }

  /// By how many frames the gain must be later than the peaks.
  let delay: Int
  /// A sum's share of 1.
  let scale: Float
  private let span: Int
  private let hold: SlidingWindow
  private let first: SlidingWindow
  private let second: SlidingWindow
  private var depth: Float = 0
  private var mean: Float = 0
  private var zeros: Int
  private var isIdle = true

  init(rate: Double) {
    // 64 frames of attack at 44.1 and 48 kHz: shorter ones would bend what is near half the sample
    // rate.
    let doublings = rate < 64_000 ? 5 : rate < 128_000 ? 6 : rate < 256_000 ? 7 : 8
    let length = 1 << doublings
    hold = SlidingWindow(doublings: doublings + 1, extra: 2 * GainPath.plateau)
    first = SlidingWindow(doublings: doublings)
    second = SlidingWindow(doublings: doublings)
    delay = 2 * length - 2 + GainPath.plateau
    scale = 1 / Float(length * length)
    span = 4 * length + 2 * GainPath.plateau
    zeros = span
  }

  /// Forgets all peaks.
  @_noLocks
  mutating func reset() {
    hold.reset()
    first.reset()
    second.reset()
    depth = 0
    mean = 0
    zeros = span
    isIdle = true
  }

  /// Where the reductions that a block's peaks need are to be put: 1 less the gain.
  @inline(__always)
  var wanted: Samples { @_noLocks get { hold.input } }

  /// The reductions to apply to a block, divided by `scale`.
  @inline(__always)
  var sums: Samples { @_noLocks get { second.output } }

  /// Works out `sums` for the first `frames` of a block; `isNeeded` says whether `wanted` holds
  /// anything but zeros, and if it doesn't, it isn't looked at.
  ///
  /// - Returns: whether there may be a reduction.
  @_noLocks
  mutating func run(_ frames: Int, _ release: Release, isNeeded: Bool) -> Bool {
    if !isNeeded {
      // Nothing but zeros is left in the windows.
      isIdle = zeros >= span
      if isIdle { return false }
      wanted.fill(0)
    }
    isIdle = false
    hold.largest(frames, to: first.input)
    follow(frames, release)
    first.sum(frames)
    second.input.take(first.output, count: frames)
    second.sum(frames)
    zeros = isNeeded || depth > 0 || mean > 0 ? 0 : zeros &+ frames
    return true
  }

  /// Lets go of what is held slowly.
  @_noLocks
  private mutating func follow(_ frames: Int, _ release: Release) {
    let values = first.input
    var (depth, mean) = (depth, mean)
    let (keep, drop) = (release.keep, release.drop)
    if release.isAutomatic {
      let share = 1 - keep
      for index in 0..<frames {
        let held = values[index]
        // Towards the mean, if it is lower, and never up.
        depth = max(held, min(depth - drop, depth * keep + (mean * share - drop)))
        values[index] = depth
        // What is larger of both is the way up or down.
        let rise = held - mean
        mean = max(0, mean + max(rise * release.charge, rise * release.leak) - drop)
      }
    } else {
      for index in 0..<frames {
        depth = max(values[index], depth * keep - drop)
        values[index] = depth
      }
      // Where it would be if the release became automatic.
      mean = depth
    }
    self.depth = depth
    self.mean = mean
  }

  /// Makes the first `frames` of the block those before the next one.
  @_noLocks
  func advance(_ frames: Int) {
    guard !isIdle else { return }
    hold.advance(frames)
    first.advance(frames)
    second.advance(frames)
  }

  /// Whether it goes on as the other one does when both get the same.
  @_noLocks
  func stands(like other: borrowing GainPath) -> Bool {
    depth == other.depth && mean == other.mean
  }

  /// For how many frames both must have got the same until they are the same.
  var memory: Int { @_noLocks get { span } }

  /// Becomes what the other one is.
  @_noLocks
  mutating func copy(_ other: borrowing GainPath) {
    hold.copy(other.hold)
    first.copy(other.first)
    second.copy(other.second)
    depth = other.depth
    mean = other.mean
    zeros = other.zeros
    isIdle = other.isIdle
  }
}
