// SPDX-License-Identifier: Apache-2.0
// All signals that the generator has.

/// What makes a signal another one.
struct SignalChoice {
  /// 0 sine, 1 square, 2 sweep, 3 pink noise, 4 white noise, 5 MLS, 6 impulse.
  var kind = 0
  var start = 0.0
  var end = 0.0
  var seconds = 0.0
  var interval = 0
  var order = 0
  var seed = 0
  var isIndependent = false
  var ident = 0

  init() {}

  /// Takes what counts for the kind of signal, and nothing else.
  @_noLocks
  init(_ controls: Controls, rate: Double) {
    kind = controls.choice(.signal)
    ident = controls.choice(.ident)
    switch kind {
    case 2:
      start = Double(controls[.start_hz])
      end = Double(controls[.end_hz])
      seconds = Double(controls[.sweep_s])
    case 3, 4:
      seed = controls.choice(.seed)
      isIndependent = controls.isOn(.independent)
    case 5: order = controls.choice(.mls_order)
    case 6: interval = Int(clamping: Double(controls[.interval_ms]) * rate / 1_000 + 0.5)
    default: break
    }
  }

  @_noLocks
  func isSame(as other: SignalChoice) -> Bool {
    kind == other.kind && start == other.start && end == other.end && seconds == other.seconds
      && interval == other.interval && order == other.order && seed == other.seed
      && isIndependent == other.isIndependent && ident == other.ident
  }
}

/// One signal at a time, for two channels, with a peak of 1 or the RMS of such a sine.
struct Source: ~Copyable {
  private let rate: Double
  private(set) var choice = SignalChoice()
  /// By how much the phase grows with each frame, in parts of 2 to the power of 64.
  private var step: UInt64 = 0
  private var phase: UInt64 = 0
  private var square = BandLimitedSquare()
  private var sweep: Sweep
  private var noises = (WhiteNoise(seed: 0), WhiteNoise(seed: 0))
  private var pinks: (PinkFilter, PinkFilter)
  private var sequence = MaximumLengthSequence(order: 16)
  private var framesToImpulse = 0

  init(rate: Double) {
    self.rate = rate
    sweep = Sweep(from: 20, to: 20_000, seconds: 1, rate: rate)
    let pink = PinkFilter(rate: rate)
    pinks = (pink, pink)
  }

  @_noLocks
  mutating func set(hertz: Float) {
    let share = min(max(Double(hertz) / rate, 0), 0.49)
    step = UInt64(truncatingIfNeeded: Int(clamping: share * 4_611_686_018_427_387_904)) &<< 2
  }

  @_noLocks
  mutating func start(_ choice: SignalChoice) {
    self.choice = choice
    phase = 0
    framesToImpulse = 0
    if choice.kind == 1 { square.start(step) }
    if choice.kind == 2 {
      sweep = Sweep(from: choice.start, to: choice.end, seconds: choice.seconds, rate: rate)
    }
    let seed = UInt64(truncatingIfNeeded: choice.seed)
    noises = (WhiteNoise(seed: seed), WhiteNoise(seed: seed &+ 1 &<< 32))
    pinks.0.reset()
    pinks.1.reset()
    sequence = MaximumLengthSequence(order: choice.order)
  }

  /// Whether the right channel has a signal of its own.
  var isIndependent: Bool { @_noLocks get { choice.isIndependent } }

  /// Makes the next frames, at most 64: there must be room for 64.
  @_noLocks
  mutating func render(_ left: Samples, _ right: Samples, _ count: Int) {
    switch choice.kind {
    case 0: renderSine(left, count)
    case 1: square.render(left, count, step)
    case 2: sweep.render(left, count)
    case 3:
      Source.renderPink(left, count, &noises.0, &pinks.0)
      if isIndependent { Source.renderPink(right, count, &noises.1, &pinks.1) }
    case 4:
      Source.renderWhite(left, count, &noises.0)
      if isIndependent { Source.renderWhite(right, count, &noises.1) }
    case 5: sequence.render(left, count)
    default: renderImpulse(left, count)
    }
  }

  @_noLocks
  private mutating func renderSine(_ output: Samples, _ count: Int) {
    let steps = SIMD8<UInt64>(0, 1, 2, 3, 4, 5, 6, 7) &* step
    var index = 0
    while index < count {
      let phases = (steps &+ (phase &+ step &* UInt64(truncatingIfNeeded: index))) &>> 32
      output[eight: index] = Fast.sine(SIMD8<UInt32>(truncatingIfNeeded: phases))
      index &+= 8
    }
    phase &+= step &* UInt64(truncatingIfNeeded: count)
  }

  @_noLocks
  private static func renderWhite(_ output: Samples, _ count: Int, _ noise: inout WhiteNoise) {
    var copy = noise
    // The square root of 3 / 2: from a mean square of a third to a half.
    for index in 0..<count { output[index] = copy.next() * 1.224_744_87 }
    noise = copy
  }

  @_noLocks
  private static func renderPink(
    _ output: Samples,
    _ count: Int,
    _ noise: inout WhiteNoise,
    _ filter: inout PinkFilter
  ) {
    var (copy, pink) = (noise, filter)
    for index in 0..<count { output[index] = pink.next(copy.next()) * 0.707_106_78 }
    (noise, filter) = (copy, pink)
  }

  @_noLocks
  private mutating func renderImpulse(_ output: Samples, _ count: Int) {
    for index in 0..<count {
      output[index] = framesToImpulse == 0 ? 1 : 0
      if framesToImpulse == 0 {
        // One that never comes, when there is to be only one.
        framesToImpulse = choice.interval > 0 ? choice.interval : .max
      }
      framesToImpulse &-= 1
    }
  }
}
