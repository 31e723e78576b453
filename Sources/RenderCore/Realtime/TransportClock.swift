// SPDX-License-Identifier: Apache-2.0
// The one transport that all plugins of a rig follow.

internal import Synchronization

/// What a person wants of the transport.
enum TransportRequest: BitwiseCopyable {
  /// To be there, moving as it says.
  case set(Transport)
  /// To go on as before from a frame.
  case locate(Int64)
  /// To roll or to stop.
  case roll(Bool)
  /// To count like this; `nil` for not at all, unless the driver does.
  case count(Tempo?)
  /// To follow the driver's transport where it has one, or not.
  case follow(Bool)
  /// To be where another clock is.
  case join(ClockReading)
}

/// What the audio thread and the plugins know of the transport.
///
/// > Threading: Realtime.
@safe
package struct TransportState: ~Copyable {
  let orders = Ring<TransportRequest>(capacity: 64)
  let gauge = TransportGauge()
  /// Where the cycle that is being rendered starts; `nil` while nobody has said so.
  package private(set) var current: Transport?
  /// Where the cycle that is being rendered starts; `nil` while that is not known.
  private var next = Transport()
  /// Where the beats of `next` are counted from.
  private var anchor = BeatAnchor()
  private var tempo: Tempo?
  private var isKnown = false
  private var followsDriver = true
  /// How many frames have been rendered before the cycle that is to begin.
  private(set) var rendered: Int64 = 0
  /// The same as `current`, as a MIDI clock counts.
  private(set) var clock = ClockPosition.unknown

  /// > Threading: Control.
  init() {}

  @_noLocks
  mutating func begin(_ given: Transport?, frames: Int, rate: Double) {
    while let order = orders.next() { obey(order, rate: rate) }
    if let given, followsDriver { follow(given, rate: rate) }
    current = isKnown ? next : nil
    if isKnown { gauge.show(next) }
    clock = isKnown ? anchor.clock(at: next, rate: rate) : .unknown
    rendered &+= Int64(frames)
    next.advance(by: frames, rate: rate)
    anchor.count(&next, rate: rate)
  }

  @_noLocks
  private mutating func obey(_ order: TransportRequest, rate: Double) {
    switch order {
    case .set(let transport):
      next = transport
      anchor = BeatAnchor(transport)
      tempo = transport.tempo
      isKnown = true
    case .locate(let frame):
      locate(frame, rate: rate)
    case .roll(let isRolling):
      next.speed = isRolling ? 1 : 0
    case .count(let tempo):
      let isNew = !next.hasTempo
      self.tempo = tempo
      // A tempo that changes goes on from the beat where it is.
      goOn(by: tempo, rate: rate)
      if isNew { locate(next.frame, rate: rate) }
    case .follow(let follows):
      followsDriver = follows
    case .join(let reading):
      join(reading, rate: rate)
    }
  }

  /// Goes to where another clock is by now, whose reading is a little old.
  @_noLocks
  private mutating func join(_ reading: ClockReading, rate: Double) {
    let beatsPerQuarter = Double(Int(tempo?.beatUnit ?? Tempo.usual.beatUnit)) / 4
    let perFrame = reading.quartersPerMinute / (60 * rate)
    guard rate > 0, perFrame > 0, perFrame < 1, beatsPerQuarter > 0 else { return }
    let age = reading.isRolling ? Double(rendered &- reading.frame) : 0
    let quarters = reading.quarters + age * perFrame
    guard quarters.magnitude < 1e9 else { return }
    if reading.isJump { next.frame = Int64(max(0, quarters / perFrame) + 0.5) }
    let (beats, tempo) = (quarters * beatsPerQuarter, reading.quartersPerMinute * beatsPerQuarter)
    go(to: beats, beatsPerMinute: tempo, isRolling: reading.isRolling, rate: rate)
  }

  /// Is so many beats from the start at the next frame, and goes on from there at a tempo.
  @_noLocks
  private mutating func go(to beats: Double, beatsPerMinute: Double, isRolling: Bool, rate: Double)
  {
    var tempo = self.tempo ?? Tempo.usual
    tempo.beatsPerMinute = Float(beatsPerMinute)
    (self.tempo, next.tempo, isKnown) = (tempo, tempo, true)
    next.speed = isRolling ? 1 : 0
    anchor = BeatAnchor(frame: next.frame, beats: beats)
    anchor.count(&next, rate: rate)
  }

  /// Goes where a player is, whose beats are counted from `first` on.
  @_noLocks
  mutating func lead(_ pulse: PlayerPulse, from first: Double, rate: Double) {
    let beats = pulse.beat + first
    guard pulse.perFrame > 0, pulse.perFrame < 1, beats.magnitude < 1e9 else { return }
    let tempo = pulse.perFrame * 60 * rate
    go(to: beats, beatsPerMinute: tempo, isRolling: pulse.isRolling, rate: rate)
  }

  /// Goes where the driver is; beats that it does not count are counted by the own tempo.
  @_noLocks
  private mutating func follow(_ given: Transport, rate: Double) {
    isKnown = true
    guard !given.hasTempo else {
      anchor = BeatAnchor(given)
      return next = given
    }
    let isCounted = given.frame == next.frame && next.hasTempo
    next.speed = given.speed
    goOn(by: tempo, rate: rate)
    if isCounted && next.hasTempo { return }
    locate(given.frame, rate: rate)
  }

  /// Counts by `tempo` from the beat where it is.
  @_noLocks
  private mutating func goOn(by tempo: Tempo?, rate: Double) {
    if let tempo, let before = next.tempo, tempo.isSame(as: before) { return }
    anchor.move(to: next, rate: rate)
    next.tempo = tempo
  }

  /// Goes to a frame, whose beats are counted from the first one.
  @_noLocks
  private mutating func locate(_ frame: Int64, rate: Double) {
    next.locate(frame, rate: rate)
    anchor = BeatAnchor()
  }

  /// The position at a frame, once the cycle before it has been rendered.
  @_noLocks
  func position(at frame: Int64, rate: Double) -> Transport {
    var position = next
    position.tempo = tempo
    if frame != next.frame { position.locate(frame, rate: rate) }
    return position
  }
}

/// The transport of a rig: set by the driver or by a person, followed by every plugin.
///
/// `RenderProcessor` starts the cycles; a plugin is notified when the transport does not go on as
/// it did.
@safe
package final class TransportClock: @unchecked Sendable {
  /// What the audio thread knows; it lives as long as the clock.
  package let state: UnsafeMutablePointer<TransportState>

  /// Makes a clock that knows nothing yet, and follows the driver.
  ///
  /// > Threading: Control.
  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: TransportState())
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Sets the transport, from the next cycle on; returns `false` when too many orders are waiting.
  ///
  /// > Threading: Control.
  @discardableResult
  package func set(_ transport: Transport) -> Bool { send(.set(transport)) }

  /// Goes to a frame, from which it goes on as it did.
  ///
  /// > Threading: Control.
  @discardableResult
  package func locate(_ frame: Int64) -> Bool { send(.locate(frame)) }

  /// Lets it roll or stop.
  ///
  /// > Threading: Control.
  @discardableResult
  package func roll(_ isRolling: Bool) -> Bool { send(.roll(isRolling)) }

  /// Counts beats by a tempo from where they are, where the driver does not; `nil` counts none.
  ///
  /// > Threading: Control.
  @discardableResult
  package func count(_ tempo: Tempo?) -> Bool { send(.count(tempo)) }

  /// Follows the driver's transport, or goes its own way.
  ///
  /// > Threading: Control.
  @discardableResult
  package func follow(driver follows: Bool) -> Bool { send(.follow(follows)) }

  /// Rolls, or is stopped, where another clock is, and then goes on by itself.
  ///
  /// > Threading: Control.
  @discardableResult
  package func join(_ reading: ClockReading) -> Bool { send(.join(reading)) }

  /// Where the last cycle began; `nil` while that is not known.
  ///
  /// > Threading: Any.
  package var now: Transport? { unsafe state.pointee.gauge.read() }

  /// > Threading: Control.
  private func send(_ order: TransportRequest) -> Bool { unsafe state.pointee.orders.send(order) }

  /// Starts a cycle: at `transport` where the driver knows it, else where the last cycle has led
  /// to.
  ///
  /// > Threading: Realtime, before the cycle's first plugin runs.
  @_noLocks
  package func beginCycle(at transport: Transport? = nil, frames: Int, rate: Double) {
    unsafe state.pointee.begin(transport, frames: frames, rate: rate)
  }
}

/// The transport for others to read.
///
/// > Threading: Any, one thread writing.
struct TransportGauge: ~Copyable {
  /// Odd while the words are being written; 0 before anything was.
  private let version = Atomic<Int>(0)
  private let frame = Atomic<Int64>(0)
  private let bar = Atomic<Int64>(0)
  private let speedAndBeat = Atomic<UInt64>(0)
  private let tempo = Atomic<UInt64>(0)
  private let unit = Atomic<Int>(0)

  /// > Threading: Control.
  init() {}

  @_noLocks
  borrowing func show(_ transport: Transport) {
    let before = version.load(ordering: .relaxed)
    version.store(before &+ 1, ordering: .sequentiallyConsistent)
    frame.store(transport.frame, ordering: .sequentiallyConsistent)
    bar.store(transport.bar, ordering: .sequentiallyConsistent)
    speedAndBeat.store(
      pair(transport.speed, transport.barBeat),
      ordering: .sequentiallyConsistent
    )
    let (beats, perBar) = (transport.tempo?.beatsPerMinute, transport.tempo?.beatsPerBar)
    tempo.store(pair(beats ?? 0, perBar ?? 0), ordering: .sequentiallyConsistent)
    unit.store(Int(transport.tempo?.beatUnit ?? 0), ordering: .sequentiallyConsistent)
    version.store(before &+ 2, ordering: .sequentiallyConsistent)
  }

  @_noLocks
  private func pair(_ high: Float, _ low: Float) -> UInt64 {
    UInt64(truncatingIfNeeded: high.bitPattern) &<< 32 | UInt64(truncatingIfNeeded: low.bitPattern)
  }

  /// > Threading: Any.
  borrowing func read() -> Transport? {
    while true {
      let before = version.load(ordering: .sequentiallyConsistent)
      if before == 0 { return nil }
      let speedAndBeat = speedAndBeat.load(ordering: .sequentiallyConsistent)
      let tempo = tempo.load(ordering: .sequentiallyConsistent)
      let unit = unit.load(ordering: .sequentiallyConsistent)
      let beats = Float(bitPattern: UInt32(truncatingIfNeeded: tempo >> 32))
      let position = Transport(
        frame: frame.load(ordering: .sequentiallyConsistent),
        speed: Float(bitPattern: UInt32(truncatingIfNeeded: speedAndBeat >> 32)),
        tempo: unit == 0
          ? nil
          : Tempo(
            beatsPerMinute: beats,
            beatsPerBar: Float(bitPattern: UInt32(truncatingIfNeeded: tempo)),
            beatUnit: Int32(truncatingIfNeeded: unit)
          ),
        bar: bar.load(ordering: .sequentiallyConsistent),
        barBeat: Float(bitPattern: UInt32(truncatingIfNeeded: speedAndBeat))
      )
      if before % 2 == 0, version.load(ordering: .sequentiallyConsistent) == before {
        return position
      }
    }
  }
}
