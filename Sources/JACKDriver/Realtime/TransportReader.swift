// SPDX-License-Identifier: Apache-2.0
// JACK's transport, in the form that plugins get it.

internal import CJACK
internal import RenderCore
internal import Synchronization

/// Reads JACK's transport.
///
/// > Threading: Realtime, except where said.
@safe
struct TransportReader: ~Copyable, @unchecked Sendable {
  /// Whether the beats are ours to count: then what JACK says of them comes from us.
  let isMaster = Atomic<Bool>(false)
  /// Whether another program counted beats in the last cycle.
  let hasOtherMaster = Atomic<Bool>(false)
  private let client = Atomic<UInt>(0)
  private let position: UnsafeMutablePointer<tarmac_position>

  /// > Threading: Control.
  init() {
    unsafe position = .allocate(capacity: 1)
    unsafe position.initialize(to: tarmac_position())
  }

  deinit {
    unsafe position.deallocate()
  }

  /// Chooses whose transport is read.
  ///
  /// > Threading: Control, while the client is not active.
  borrowing func setClient(_ client: OpaquePointer?) {
    self.client.store(UInt(bitPattern: client), ordering: .releasing)
    isMaster.store(false, ordering: .relaxed)
    hasOtherMaster.store(false, ordering: .relaxed)
  }

  /// The frame at which this cycle starts, as JACK counts them.
  @_noLocks
  borrowing func frame() -> UInt32? {
    guard let client = unsafe OpaquePointer(bitPattern: client.load(ordering: .acquiring)) else {
      return nil
    }
    return unsafe Hatch.frame(of: client)
  }

  /// Where the transport is at the start of this cycle.
  @_noLocks
  borrowing func read() -> Transport? {
    guard let client = unsafe OpaquePointer(bitPattern: client.load(ordering: .acquiring)) else {
      return nil
    }
    unsafe Hatch.transport(of: client, into: position)
    let now = unsafe position.pointee
    var transport = Transport(frame: now.frame, speed: now.is_rolling == 0 ? 0 : 1)
    let isOurs = isMaster.load(ordering: .relaxed)
    if let beats = beats, !isOurs {
      transport.tempo = beats
      // Whatever a master says, a beat is in its bar, and bars are counted from the first one.
      transport.bar = max(now.bar, 0)
      transport.barBeat = min(max(Float(now.bar_beat), 0), beats.beatsPerBar.nextDown)
    }
    hasOtherMaster.store(transport.hasTempo, ordering: .relaxed)
    return transport
  }

  /// The tempo that JACK says, if it makes sense.
  private var beats: Tempo? {
    @_noLocks get {
      let now = unsafe position.pointee
      guard now.has_beats != 0, now.beats_per_minute > 0, now.beats_per_minute < 100_000,
        now.beats_per_bar > 0, now.beats_per_bar < 1_000, now.beat_type >= 1, now.beat_type < 1_000,
        now.bar_beat.isFinite
      else { return nil }
      return Tempo(
        beatsPerMinute: Float(now.beats_per_minute),
        beatsPerBar: now.beats_per_bar,
        beatUnit: Int32(truncatingIfNeeded: Int(now.beat_type))
      )
    }
  }
}
