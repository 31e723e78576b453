// SPDX-License-Identifier: Apache-2.0
// What a channel was some frames ago.

internal import CRealtime
internal import Synchronization

/// The past of a channel; the control thread says how far back it is heard.
///
/// > Threading: Realtime, except where said.
@safe
struct DelayLine: ~Copyable, @unchecked Sendable {
  private static var capacity: Int { @_noLocks get { 65_536 } }
  /// The longest delay: a chunk must fit beside it.
  static var longest: Int { @_noLocks get { capacity &- 8_192 } }

  private let samples: UnsafeMutablePointer<Float>?
  private let wanted = Atomic<Int>(0)
  private var delay = 0
  /// Where the next frame goes.
  private var position = 0

  /// Makes a line without delay, which takes no memory as long as it has none; `nil` samples where the system has none.
  ///
  /// > Threading: Control.
  init() {
    let bytes = DelayLine.capacity * MemoryLayout<Float>.stride
    unsafe samples = tarmac_pages_map(bytes)?.assumingMemoryBound(to: Float.self)
  }

  deinit {
    guard let samples = unsafe samples else { return }
    unsafe tarmac_pages_unmap(samples, DelayLine.capacity * MemoryLayout<Float>.stride)
  }

  /// Delays by so many frames from the next chunk on, at most `longest`.
  ///
  /// > Threading: Control.
  borrowing func setDelay(_ frames: Int) {
    let frames = max(0, min(frames, DelayLine.longest))
    guard let samples = unsafe samples, frames != wanted.load(ordering: .relaxed) else { return }
    if wanted.load(ordering: .relaxed) == 0 {
      // Every page is there before the audio thread comes to it; what it holds stays.
      for position in stride(from: 0, to: DelayLine.capacity, by: 1_024) {
        unsafe tarmac_page_touch(samples + position)
      }
    }
    wanted.store(frames, ordering: .releasing)
  }

  /// Whether the line has nothing to do.
  @_noLocks
  func isIdle() -> Bool {
    delay == 0 && wanted.load(ordering: .acquiring) == 0
  }

  /// Takes the next frames in.
  @_noLocks
  mutating func take(_ input: UnsafePointer<Float>, frames: Int) {
    guard let samples = unsafe samples else { return }
    for frame in 0..<frames {
      unsafe samples[(position &+ frame) & (DelayLine.capacity &- 1)] = unsafe input[frame]
    }
    position = (position &+ frames) & (DelayLine.capacity &- 1)
  }

  /// Gives the frames that were taken last as they are heard; a new delay fades in over them.
  @_noLocks
  mutating func give(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    guard let samples = unsafe samples else { return }
    let next = wanted.load(ordering: .acquiring)
    let start = position &- frames
    let step = 1 / Float(max(frames, 1))
    for frame in 0..<frames {
      let now = start &+ frame
      var sample = unsafe samples[(now &- delay) & (DelayLine.capacity &- 1)]
      if next != delay {
        let other = unsafe samples[(now &- next) & (DelayLine.capacity &- 1)]
        sample += (other - sample) * Float(frame &+ 1) * step
      }
      unsafe output[frame] = sample
    }
    delay = next
  }

  /// Lets time go by while nobody hears the line.
  @_noLocks
  mutating func pass() { delay = wanted.load(ordering: .acquiring) }
}
