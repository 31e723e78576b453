// SPDX-License-Identifier: Apache-2.0
// The control half of a player: owns the ring that the audio thread reads.

/// A player that plans can play.
///
/// > Threading: Control.
@safe
package final class PlayerNode {
  /// Names the player in reports.
  package let id: UInt32
  /// Samples in a frame.
  package let channels: Int
  /// The ring that the audio thread reads, or is about to read.
  package internal(set) var ring: SharedAudioRing
  /// How often it got another ring to go on with; the end of an earlier ring is not its own.
  package internal(set) var jumps = 0
  /// How often its loop was set, or it was moved within its ring.
  package internal(set) var moves = 0
  let voice: UnsafeMutablePointer<PlayerVoice>
  private let weights: UnsafeMutablePointer<Float>
  /// Where a key lock compares sounds.
  private let room: UnsafeMutablePointer<Float>

  /// The rates at which a player can play.
  package static let rates = Varispeed.rates

  /// How long a platter takes to follow a hand, and its motor, in seconds.
  static let inertia = 0.012

  /// Makes a stopped player that reads `ring`.
  package init(id: UInt32, ring: SharedAudioRing) {
    self.id = id
    self.ring = ring
    channels = ring.channels
    unsafe weights = .allocate(capacity: 2 * Varispeed.longestReach)
    unsafe room = .allocate(capacity: KeyLockShape.room)
    unsafe voice = .allocate(capacity: 1)
    let keyLock = unsafe KeyLock(room: room)
    let varispeed = unsafe Varispeed(
      kernel: SincKernel.table,
      weights: weights,
      keyLock: keyLock
    )
    unsafe voice.initialize(to: PlayerVoice(id: id, ring: ring.pointer, varispeed))
  }

  deinit {
    unsafe voice.deallocate()
    unsafe weights.deallocate()
    unsafe room.deallocate()
  }

  /// How many frames of the ring make one of what is heard.
  var rate: GainReference { unsafe GainReference(&voice.pointee.varispeed.rate, of: self) }
}
