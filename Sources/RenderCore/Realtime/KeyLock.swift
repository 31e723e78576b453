// SPDX-License-Identifier: Apache-2.0
// Faster or slower at the same pitch.

/// Plays a ring at any rate at the pitch that it was made with, by splices of what it has.
///
/// The method is WSOLA: Verhelst and Roelands, "An overlap-add technique based on waveform
/// similarity (WSOLA) for high quality time-scale modification of speech" (1993). Sound is read
/// frame by frame as it is; once it is too far from where it should be, it goes on from near there,
/// where it is most alike. As all of it is in the ring, nothing is late: what is heard is never
/// further than some milliseconds from the place in time.
///
/// > Threading: Realtime.
@safe
struct KeyLock {
  /// Whether its user wants it; at rate 1 it has nothing to do.
  var isWanted = false
  private var shape = KeyLockShape(sampleRate: 48_000)
  /// How much of what is heard is its, from 0 to 1.
  private(set) var share: Float = 0
  /// How far what is heard is before the place in time, in frames.
  private var lead = 0.0
  /// How far what it goes over to is before that, and for how many frames both are heard.
  private var nextLead = 0.0
  private var fading = 0
  /// How many frames there are to the next splice.
  private var left = 0
  private let room: UnsafeMutablePointer<Float>

  /// Uses room for `KeyLockShape.room` samples, which has to outlive it.
  ///
  /// > Threading: Control.
  init(room: UnsafeMutablePointer<Float>) {
    unsafe self.room = unsafe room
  }

  /// Whether it is heard, or about to be.
  @_noLocks
  func isHeard(isUnity: Bool) -> Bool { share > 0 || isWanted && !isUnity }

  /// How far beyond the place in time it looks.
  var ahead: Int {
    @_noLocks get { shape.mostAway &* 2 &+ shape.reach &+ shape.match &+ shape.fade }
  }

  /// How far beyond the place in time the frame that is heard next is.
  var reachAhead: Double {
    @_noLocks get { share > 0 ? max(lead, fading > 0 ? nextLead : lead) : 0 }
  }

  @_noLocks
  mutating func set(_ isWanted: Bool, _ shape: KeyLockShape) {
    (self.isWanted, self.shape) = (isWanted, shape)
  }

  /// Forgets what is heard: it begins anywhere else.
  @_noLocks
  mutating func restart() {
    (share, lead, fading, left) = (share > 0 ? 1 : 0, 0, 0, shape.shortestHop)
  }

  // MARK: Frame by frame

  /// Gets ready for a frame at a place of the ring that goes by at a rate.
  @_noLocks
  mutating func prepare(
    _ ring: borrowing AudioRing,
    at place: Double,
    rate: Double,
    isUnity: Bool,
    in loop: RingLoop
  ) {
    let isOn = isWanted && !isUnity
    if share == 0, isOn {
      // From a whole frame on, as near as there is.
      lead = (place + 0.5).wholeBelow - place
      (fading, left) = (0, shape.shortestHop)
    }
    // Sound goes on frame by frame, wherever a loop or a jump has moved the place in time to.
    lead = (place + lead + 0.5).wholeBelow - place
    nextLead = (place + nextLead + 0.5).wholeBelow - place
    let way = 1 / Float(shape.fade)
    share = isOn ? min(1, share + way) : max(0, share - way)
    guard left <= 0, fading == 0 else { return }
    let hop = self.hop(at: rate)
    let wanted = (rate - 1) * Double(hop) / 2
    left = hop
    guard abs(lead - wanted) > Double(shape.fade) / 4 else {
      left = hop / 4
      return
    }
    splice(ring, at: place, wanted, in: loop)
  }

  /// The frame of a channel.
  @_noLocks
  func sample(
    _ ring: borrowing AudioRing,
    _ channel: Int,
    at place: Double,
    in loop: RingLoop
  ) -> Float {
    let now = ring.sample(channel, at: loop.place(of: Int((place + lead + 0.5).wholeBelow)))
    guard fading > 0 else { return now }
    let next = ring.sample(channel, at: loop.place(of: Int((place + nextLead + 0.5).wholeBelow)))
    return next + (now - next) * Float(fading) / Float(shape.fade)
  }

  /// Goes on by a frame, in which the place in time has moved by `step`.
  @_noLocks
  mutating func advance(by step: Double) {
    lead += 1 - step
    left &-= 1
    guard fading > 0 else { return }
    nextLead += 1 - step
    fading &-= 1
    if fading == 0 { lead = nextLead }
  }

  /// How many frames there are from one splice to the next.
  @_noLocks
  private func hop(at rate: Double) -> Int {
    let drift = abs(rate - 1)
    guard drift * Double(shape.longestHop) > Double(shape.mostAway) else { return shape.longestHop }
    let hop = Double(shape.mostAway) / drift
    return max(shape.shortestHop, Int(hop))
  }

  // MARK: Splices

  /// Goes over to the place within reach of the wanted one where the sound is most like what would
  /// come next.
  @_noLocks
  private mutating func splice(
    _ ring: borrowing AudioRing,
    at place: Double,
    _ wanted: Double,
    in loop: RingLoop
  ) {
    let (reach, match, step) = (shape.reach, shape.match, shape.step)
    let own = Int((place + lead + 0.5).wholeBelow)
    let first = Int((place + wanted + 0.5).wholeBelow) &- reach
    fading = shape.fade
    // What is not there yet can't be compared.
    guard first &+ 2 &* reach &+ match <= ring.framesWritten else {
      nextLead = Double(first &+ reach) - place
      return
    }
    let pattern = unsafe room
    let field = unsafe room + match
    unsafe load(ring, from: own, match, into: pattern, in: loop)
    unsafe load(ring, from: first, 2 &* reach &+ match, into: field, in: loop)
    let coarsePattern = unsafe field + (2 &* reach &+ match)
    let (coarseMatch, coarseReach) = (match / step, 2 &* reach / step)
    let coarseField = unsafe coarsePattern + coarseMatch
    unsafe thin(pattern, coarseMatch, into: coarsePattern)
    unsafe thin(field, coarseReach &+ coarseMatch, into: coarseField)
    let coarse = unsafe KeyLock.best(
      of: 0..<coarseReach,
      coarsePattern,
      coarseField,
      coarseMatch,
      before: coarseReach / 2
    )
    let low = max(0, coarse &* step &- step)
    let high = min(2 &* reach, coarse &* step &+ step)
    let best = unsafe KeyLock.best(
      of: low..<(high &+ 1),
      pattern,
      field,
      match,
      stride: max(1, step / 6),
      before: min(max(low, coarse == coarseReach / 2 ? reach : coarse &* step), high)
    )
    nextLead = Double(first &+ best) - place
  }

  /// Where the field is most like the pattern, among places in it; `first` if none is better.
  @_noLocks
  private static func best(
    of places: Range<Int>,
    _ pattern: UnsafePointer<Float>,
    _ field: UnsafePointer<Float>,
    _ count: Int,
    stride: Int = 1,
    before first: Int
  ) -> Int {
    var best = first
    var greatest = unsafe likeness(of: first, pattern, field, count, stride)
    var place = places.lowerBound
    while place < places.upperBound {
      let found = unsafe likeness(of: place, pattern, field, count, stride)
      if found > greatest { (best, greatest) = (place, found) }
      place &+= 1
    }
    return best
  }

  /// The square of how much is alike, with its sign: no roots are needed.
  @_noLocks
  private static func likeness(
    of place: Int,
    _ pattern: UnsafePointer<Float>,
    _ field: UnsafePointer<Float>,
    _ count: Int,
    _ stride: Int
  ) -> Float {
    var (product, energy): (Float, Float) = (0, 1e-9)
    var index = 0
    while index < count {
      let sample = unsafe field[place &+ index]
      unsafe product += pattern[index] * sample
      energy += sample * sample
      index &+= stride
    }
    return product * abs(product) / energy
  }

  /// Puts the sum of all channels into a buffer; of two that are opposite something is left.
  @_noLocks
  private func load(
    _ ring: borrowing AudioRing,
    from frame: Int,
    _ count: Int,
    into buffer: UnsafeMutablePointer<Float>,
    in loop: RingLoop
  ) {
    for index in 0..<count {
      let place = loop.place(of: frame &+ index)
      var sum: Float = 0
      for channel in 0..<ring.channels {
        sum += ring.sample(channel, at: place) / Float(channel &+ 1)
      }
      unsafe buffer[index] = sum
    }
  }

  /// Puts the sums of some frames each into a buffer.
  @_noLocks
  private func thin(
    _ frames: UnsafePointer<Float>,
    _ count: Int,
    into buffer: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      var sum: Float = 0
      for frame in 0..<shape.step { unsafe sum += frames[index &* shape.step &+ frame] }
      unsafe buffer[index] = sum
    }
  }
}
