// SPDX-License-Identifier: Apache-2.0
// Loudness by EBU R 128, true peak and correlation of one or two channels.

/// What goes in goes out, and is measured on the way.
///
/// Time is cut into hops of 10 ms from the start on; windows are so many whole hops.
struct Meter: Effect, ~Copyable {
  private let channels: Int
  private let hopsPerSecond = 100.0
  private let rate: Double
  private var weighting: KWeighting
  private var left = TruePeak()
  private var right = TruePeak()
  private var hop = HopSum()
  private var hops = Hops()
  private var loudness: LoudnessLog
  /// Which hop is under way, and how many frames of it are still to come.
  private var number = 0
  private var framesLeft = 0
  private var truePeak: Float = 0
  private var isMeasuring = true
  private var wasReset = false
  private var hasNews = true

  init(_ setup: Setup) {
    channels = setup.inputs
    rate = setup.rate
    weighting = KWeighting(rate: rate)
    loudness = LoudnessLog(framesPerHop: rate / hopsPerSecond)
    framesLeft = end(of: 0)
  }

  /// Where a hop ends, in frames from the start on.
  @_noLocks
  private func end(of hop: Int) -> Int {
    Int(clamping: Double(hop &+ 1) * rate / hopsPerSecond)
  }

  @_noLocks
  mutating func reset() {
    weighting.reset()
    left.reset()
    right.reset()
    hops.reset()
    hop = HopSum()
    number = 0
    framesLeft = end(of: 0)
    loudness.forget()
    truePeak = 0
    hasNews = true
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let isAsked = controls.isOn(.reset)
    let begins = controls.isOn(.enabled) && !isMeasuring
    isMeasuring = controls.isOn(.enabled)
    if isAsked && !wasReset && !controls.jumps {
      loudness.reset()
      truePeak = 0
      hasNews = true
      begin()
    } else if begins && !controls.jumps {
      begin()
    }
    wasReset = isAsked
  }

  /// Lets no window count that has heard something of before.
  @_noLocks
  private mutating func begin() {
    left.beginAnew()
    right.beginAnew()
    loudness.begin(isInHop: framesLeft < end(of: number) &- end(of: number &- 1))
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let highest = truePeak
    var peak = pass(0, block)
    if channels > 1 { peak = max(peak, pass(1, block)) }
    hasNews = hasNews || truePeak > highest
    let isSilent = peak == 0 && weighting.isAtRest
    var start = 0
    while start < block.frames {
      let count = min(block.frames &- start, framesLeft)
      if !isSilent { gather(block, from: start, count) }
      start &+= count
      framesLeft &-= count
      if framesLeft == 0 { endHop() }
    }
  }

  /// Copies a channel, and looks for its peaks.
  @_noLocks
  private mutating func pass(_ channel: Int, _ block: Block) -> Float {
    let input = block.input(channel)
    block.output(channel).take(input, count: block.frames)
    if channel == 0 {
      return left.take(input, frames: block.frames, highest: &truePeak, isMeasuring: isMeasuring)
    }
    return right.take(input, frames: block.frames, highest: &truePeak, isMeasuring: isMeasuring)
  }

  @_noLocks
  private mutating func gather(_ block: Block, from start: Int, _ count: Int) {
    let first = block.input(0)
    let second = block.input(channels &- 1)
    // The only channel is not counted twice.
    let isStereo: Double = channels > 1 ? 1 : 0
    var (weighting, hop) = (weighting, hop)
    for index in start..<start &+ count {
      let (a, b) = (first[index], second[index])
      let frame = SIMD2<Double>(Double(a), Double(b))
      let weighted = weighting.next(SIMD2(frame[0], frame[1] * isStereo))
      hop.energies += weighted * weighted
      hop.squares += frame * frame
      hop.products += frame[0] * frame[1]
      hop.peak = max(hop.peak, max(abs(a), abs(b)))
    }
    (self.weighting, self.hop) = (weighting, hop)
  }

  @_noLocks
  private mutating func endHop() {
    hops.add(hop)
    hop = HopSum()
    loudness.add(hops, isMeasuring: isMeasuring)
    framesLeft = end(of: number &+ 1) &- end(of: number)
    number &+= 1
    hasNews = true
  }

  @_noLocks
  mutating func report(_ controls: Controls) {
    guard hasNews else { return }
    hasNews = false
    func put(_ level: Double, _ control: Control) {
      controls[control] = control.range.clamp(Float(level))
    }
    put(Loudness.level(loudness.momentary), .momentary_lufs)
    put(Loudness.level(loudness.shortTerm), .short_term_lufs)
    put(Loudness.level(loudness.highestMomentary), .momentary_max_lufs)
    put(Loudness.level(loudness.highestShortTerm), .short_term_max_lufs)
    put(loudness.integrated, .integrated_lufs)
    put(loudness.range, .range_lu)
    put(Double(Decibels.level(truePeak)), .true_peak_db)
    put(Double(Decibels.level(hops.peak)), .peak_db)
    put(hops.correlation, .correlation)
  }
}

typealias Exported = Meter
