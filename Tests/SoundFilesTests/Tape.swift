// SPDX-License-Identifier: Apache-2.0
// A ring that a test fills, and what plays it at any rate.

@testable import RenderCore

/// A ring, and what plays it frame by frame.
@safe
final class Tape {
  let ring: SharedAudioRing
  var varispeed: Varispeed
  private var loop = RingLoop.none
  private let weights: UnsafeMutablePointer<Float>
  private let room: UnsafeMutablePointer<Float>

  init(_ samples: [Float], isFinished: Bool = false) {
    ring = SharedAudioRing(channels: 1, capacity: samples.count, loops: 0)
    unsafe weights = .allocate(capacity: 2 * Varispeed.longestReach)
    unsafe room = .allocate(capacity: KeyLockShape.room)
    let keyLock = unsafe KeyLock(room: room)
    unsafe varispeed = Varispeed(kernel: SincKernel.table, weights: weights, keyLock: keyLock)
    _ = unsafe samples.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
    if isFinished { ring.finish() }
  }

  deinit {
    unsafe weights.deallocate()
    unsafe room.deallocate()
  }

  /// The next frames in cycles of 64; fewer where the ring has no more.
  func play(_ frames: Int) -> [Float] {
    var heard: [Float] = []
    while heard.count < frames {
      let count = min(64, frames - heard.count)
      let cycle = unsafe [Float](unsafeUninitializedCapacity: count) { buffer, filled in
        guard var output = buffer.baseAddress else { return }
        let isExact = varispeed.isExact
        filled =
          unsafe isExact
          ? ring.pointer.pointee.read(into: &output, frames: count)
          : varispeed.read(ring.pointer.pointee, into: &output, frames: count, in: &loop)
      }
      heard += cycle
      if cycle.count < count { break }
    }
    return heard
  }
}
