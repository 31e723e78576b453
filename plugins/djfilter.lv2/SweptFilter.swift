// SPDX-License-Identifier: Apache-2.0
// A low-pass or a high-pass that is turned while it sounds, and put in and out.

/// A filter of 12 or 24 dB per octave for two channels, with as much of its input as it is not in.
///
/// > Threading: Realtime.
struct SweptFilter {
  private let isHigh: Bool
  /// Where the filter takes nothing away that is heard: the logarithm of its tangent.
  private let open: Float
  private var first = StateVariableFilter()
  private var second = StateVariableFilter()
  private var firstPoles: FilterPoles
  private var secondPoles: FilterPoles
  /// The logarithm of the tangent: an octave takes the same time wherever it is.
  private var cutoff: Glide
  /// The logarithm of the factor by which what lies at the cut-off is raised.
  private var peak: Glide
  /// From 12 to 24 dB per octave.
  private var steepness: Glide
  /// How much of the output is filtered.
  private var share: Glide

  /// A filter that is not in; it is `open` Hz wide when it comes.
  init(isHigh: Bool, open: Float, rate: Double) {
    self.isHigh = isHigh
    self.open = FilterPoles.log2g(hertz: open, rate: Float(rate))
    func glide(_ value: Float) -> Glide { Glide(value, seconds: 0.02, rate: rate) }
    cutoff = Glide(self.open, seconds: 0.03, rate: rate)
    peak = glide(0)
    steepness = glide(0)
    share = glide(0)
    firstPoles = FilterPoles(g: 1, damping: 1)
    secondPoles = firstPoles
    turn()
  }

  /// Whether all of the output is input, and stays so.
  @inline(__always)
  var isOut: Bool { @_noLocks get { share.rests(at: 0) } }

  /// Forgets what it has heard.
  @_noLocks
  mutating func reset() {
    first.reset()
    second.reset()
  }

  /// Goes in with a cut-off, the logarithm of its tangent, or out without one.
  @_noLocks
  mutating func set(cutoff: Float?, peak: Float, isSteep: Bool, jumps: Bool) {
    // What is not in has nothing to glide.
    let wasOut = isOut
    if wasOut {
      reset()
      // It went out before it was open.
      self.cutoff.go(to: open, jumps: true)
    }
    if steepness.rests(at: 0) { second.reset() }
    self.cutoff.go(to: cutoff ?? open, jumps: jumps)
    self.peak.go(to: peak, jumps: jumps || wasOut)
    steepness.go(to: isSteep ? 1 : 0, jumps: jumps || wasOut)
    share.go(to: cutoff == nil ? 0 : 1, jumps: jumps)
    turn()
  }

  /// Whether nothing is on its way.
  @inline(__always)
  var isSettled: Bool {
    @_noLocks get {
      cutoff.isSettled && peak.isSettled && steepness.isSettled && share.isSettled
    }
  }

  /// Puts the poles where the values are.
  @inline(__always)
  @_noLocks
  private mutating func turn() {
    let g = Fast.exp2(cutoff.value)
    let flatness = Fast.exp2(-peak.value)
    let share = steepness.value
    // Butterworth: 2 cos 45° alone; 2 cos 22.5° and 2 cos 67.5° together, of which the sharper one
    // makes the peak.
    let alone = 1.414_213_6 * flatness
    firstPoles = FilterPoles(g: g, damping: alone + (1.847_759_1 - alone) * share)
    secondPoles = FilterPoles(g: g, damping: 0.765_366_86 * flatness)
  }

  /// What the filter makes of one frame, with `steepness` from 12 to 24 dB per octave.
  @inline(__always)
  @_noLocks
  private mutating func filter(_ input: SIMD4<Float>, steepness: Float) -> SIMD4<Float> {
    let (band, low) = first.next(input, firstPoles)
    let once = isHigh ? input - firstPoles.damping * band - low : low
    guard steepness > 0 else { return once }
    let (secondBand, secondLow) = second.next(once, secondPoles)
    let twice = isHigh ? once - secondPoles.damping * secondBand - secondLow : secondLow
    return steepness < 1 ? once + (twice - once) * steepness : twice
  }

  /// Filters samples in place.
  @_noLocks
  mutating func process(_ left: Samples, _ right: Samples, frames: Int) {
    guard isSettled else {
      processOnTheWay(left, right, frames: frames)
      return
    }
    // A copy: what is written to the samples cannot change it.
    var filter = self
    let steepness = steepness.value
    for index in 0..<frames {
      let input = SIMD4<Float>(left[index], right[index], 0, 0)
      let output = filter.filter(input, steepness: steepness)
      left[index] = output[0]
      right[index] = output[1]
    }
    (first, second) = (filter.first, filter.second)
  }

  @_noLocks
  private mutating func processOnTheWay(_ left: Samples, _ right: Samples, frames: Int) {
    for index in 0..<frames {
      let isTurning = !cutoff.isSettled || !peak.isSettled || !steepness.isSettled
      _ = cutoff.next()
      _ = peak.next()
      if isTurning {
        _ = steepness.next()
        turn()
      }
      let input = SIMD4<Float>(left[index], right[index], 0, 0)
      let wet = filter(input, steepness: steepness.value)
      let part = share.next()
      // At the end as it is without a way, bit for bit.
      let output = part < 1 ? input + (wet - input) * part : wet
      left[index] = output[0]
      right[index] = output[1]
    }
  }
}
