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
  /// The longest chunk, for which there must be room beside the delay.
  private static var chunk: Int { @_noLocks get { 8_192 } }
  /// The longest delay.
  static var longest: Int { @_noLocks get { capacity &- chunk } }
  /// Frames in which another delay fades in.
  static var fade: Int { @_noLocks get { 1_024 } }

  private let samples: UnsafeMutablePointer<Float>?
  private let wanted = Atomic<Int>(0)
  /// How many frames have memory; the control thread's.
  private let room = Atomic<Int>(0)
  /// How many frames are kept: a power of two, or none yet.
  private var kept = 0
  /// Where the next frame goes.
  private var position = 0
  /// How many frames of the past there are; what is older is silence.
  private var known = 0
  private var delay = 0
  /// The delay that is to be, as it was when the chunk began.
  private var target = 0
  /// The delay that fades in, for so many frames more.
  private var (next, fadeLeft) = (0, 0)
  /// What is taken in begins softly, for so many frames more.
  private var (softness, softLeft) = (1, 0)

  /// Makes a line without delay, which takes no memory as long as it has none; `nil` samples where
  /// the system has none.
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

  /// Delays by so many frames, at most `longest`, as soon as so many are known.
  ///
  /// > Threading: Control.
  borrowing func setDelay(_ frames: Int) {
    let frames = max(0, min(frames, DelayLine.longest))
    guard let samples = unsafe samples, frames != wanted.load(ordering: .relaxed) else { return }
    let (there, needed) = (room.load(ordering: .relaxed), DelayLine.room(for: frames))
    if needed > there {
      // Every page is there before the audio thread comes to it.
      for position in stride(from: there, to: needed, by: 1_024) {
        unsafe tarmac_page_touch(samples + position)
      }
      room.store(needed, ordering: .relaxed)
    }
    wanted.store(frames, ordering: .releasing)
  }

  /// How many frames are to be kept for a delay.
  @_noLocks
  private static func room(for delay: Int) -> Int {
    delay == 0 ? 0 : 1 << (Int.bitWidth &- (delay &+ chunk &- 1).leadingZeroBitCount)
  }

  /// Whether there is anything to do in this chunk.
  @_noLocks
  func isActive() -> Bool { delay != 0 || target != 0 || fadeLeft > 0 }

  /// Begins a chunk; returns whether there is anything to do in it.
  @_noLocks
  mutating func beginChunk() -> Bool {
    target = wanted.load(ordering: .acquiring)
    // What was taken in for a delay that was taken back is old by now.
    if !isActive() { known = 0 }
    return isActive()
  }

  /// Forgets the past, so that the delay counts at once; what comes begins softly, over so many
  /// frames.
  @_noLocks
  mutating func restart(over frames: Int) {
    target = wanted.load(ordering: .acquiring)
    (delay, known, fadeLeft) = (target, 0, 0)
    softness = max(frames, 1)
    softLeft = delay > 0 ? softness : 0
  }

  /// Takes the next frames in.
  @_noLocks
  mutating func take(_ input: UnsafePointer<Float>, frames: Int) {
    widen(to: DelayLine.room(for: max(delay, target)))
    guard let samples = unsafe samples, kept > 0 else { return }
    let first = min(frames, kept &- position)
    unsafe Samples.copy(input, to: samples + position, frames: first)
    unsafe Samples.copy(input + first, to: samples, frames: frames &- first)
    let soft = min(softLeft, frames)
    for frame in 0..<soft {
      let share = Float(softness &- softLeft &+ frame &+ 1) / Float(softness)
      unsafe samples[(position &+ frame) & (kept &- 1)] *= share
    }
    softLeft = softLeft &- soft
    position = (position &+ frames) & (kept &- 1)
    known = min(known &+ frames, kept)
  }

  /// Makes room for a longer delay; the past stays.
  @_noLocks
  private mutating func widen(to frames: Int) {
    guard let samples = unsafe samples, frames > kept else { return }
    // The oldest part is looked for at the end.
    let oldest = kept &- position
    unsafe Samples.copy(samples + position, to: samples + (frames &- oldest), frames: oldest)
    kept = frames
  }

  /// Gives the frames that were taken last as they are heard; another delay fades in.
  @_noLocks
  mutating func give(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    if fadeLeft == 0, target != delay, known &- frames >= target {
      (next, fadeLeft) = (target, DelayLine.fade)
    }
    unsafe read(output, frames: frames)
    if fadeLeft > 0 { unsafe fadeIn(output, frames: frames) }
    if !isActive() { known = 0 }
  }

  /// Reads the frames that were taken last, late by the delay that counts.
  @_noLocks
  private func read(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    guard let samples = unsafe samples, kept > 0 else { return }
    let silent = min(frames, max(0, delay &- known &+ frames))
    unsafe Samples.clear(output, frames: silent)
    let start = (position &- frames &+ silent &- delay) & (kept &- 1)
    let first = min(frames &- silent, kept &- start)
    unsafe Samples.copy(samples + start, to: output + silent, frames: first)
    let rest = frames &- silent &- first
    unsafe Samples.copy(samples, to: output + silent + first, frames: rest)
  }

  /// Fades the delay in that is to count.
  @_noLocks
  private mutating func fadeIn(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    guard let samples = unsafe samples else { return }
    let start = position &- frames &- next
    let step = 1 / Float(DelayLine.fade)
    for frame in 0..<frames {
      let other = unsafe samples[(start &+ frame) & (kept &- 1)]
      let left = fadeLeft &- 1 &- frame
      if left > 0 {
        unsafe output[frame] += (other - output[frame]) * (1 - Float(left) * step)
      } else {
        unsafe output[frame] = other
      }
    }
    fadeLeft = max(0, fadeLeft &- frames)
    if fadeLeft == 0 { delay = next }
  }

  /// Lets time go by while nobody hears the line.
  @_noLocks
  mutating func pass() {
    if known >= target { (delay, fadeLeft) = (target, 0) }
    if !isActive() { known = 0 }
  }
}

/// Channels that are delayed on their way.
@safe
struct DelayStep {
  let inputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let lines: UnsafeMutableBufferPointer<DelayLine>

  /// Lets the next frames pass.
  @_noLocks
  func pass(frames: Int) {
    for index in 0..<(unsafe inputs.count) {
      if unsafe lines[index].beginChunk() {
        unsafe lines[index].take(inputs[index], frames: frames)
        unsafe lines[index].give(outputs[index], frames: frames)
      } else {
        unsafe Samples.copy(inputs[index], to: outputs[index], frames: frames)
      }
    }
  }
}
