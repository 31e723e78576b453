// SPDX-License-Identifier: Apache-2.0
// What has come of a stream and was not played yet.

/// Frames of a stream in their order, silence where none have come, and no edge between the two.
///
/// Playing begins once there are enough for the gaps that a network makes.
struct StreamBuffer {
  static let channels = 2
  /// Over how many frames sound begins and breaks off.
  static let fade = 480

  /// How many frames are kept back before it plays.
  let wanted: Int
  /// How many frames it holds at most.
  let capacity: Int
  private var samples: [Float]
  private var start = 0
  /// How many frames it holds.
  private(set) var count = 0
  /// How many frames have been taken out since it was made: of the stream, not of silence.
  private(set) var taken = 0
  /// Whether it plays, or waits until there is enough.
  private(set) var isPlaying = false
  /// Whether nothing more will come.
  var isComplete = false
  /// How many frames are still played of what is left behind.
  private var parting: Int?
  /// How many frames have come since the stream was connected, and were played since silence, as
  /// far as they are faded in.
  private var entered = 0
  private var resumed = 0

  init(wanted: Int, reserve: Int) {
    self.wanted = max(1, wanted)
    capacity = self.wanted + reserve
    samples = Array(repeating: 0, count: capacity * Self.channels)
  }

  /// How many frames there is room for.
  var room: Int { capacity - count }
  /// Whether there are enough to begin.
  var isFull: Bool { count >= wanted }

  /// Adds interleaved frames; those that there is no room for are lost.
  mutating func append(_ frames: some RandomAccessCollection<Float>) {
    let added = min(frames.count / Self.channels, room)
    var source = frames.makeIterator()
    for _ in 0..<added {
      let gain = min(1, Float(entered) / Float(Self.fade))
      let target = (start + count) % capacity * Self.channels
      for channel in 0..<Self.channels { samples[target + channel] = (source.next() ?? 0) * gain }
      count += 1
      if entered < Self.fade { entered += 1 }
    }
  }

  /// The stream has broken off: what follows has another beginning.
  mutating func breakOff() {
    fadeTail(of: count)
    entered = 0
  }

  /// Forgets all that it holds.
  mutating func clear() {
    (start, count, isPlaying, isComplete, entered) = (0, 0, false, false, 0)
    parting = nil
  }

  /// Leaves what it holds behind, but for a fade of what plays.
  mutating func leave() {
    guard isPlaying, parting == nil else {
      if parting == nil { clear() }
      return
    }
    count = min(count, Self.fade)
    fadeTail(of: count)
    (parting, isComplete, entered) = (count, false, 0)
  }

  /// Fills `target` with interleaved frames and returns how many are of the stream; the others,
  /// behind them, are silent.
  mutating func take(_ target: UnsafeMutableBufferPointer<Float>) -> Int {
    let asked = target.count / Self.channels
    if !isPlaying, isFull || isComplete && count > 0 { (isPlaying, resumed) = (true, 0) }
    guard isPlaying else {
      unsafe target.update(repeating: 0)
      return 0
    }
    // The last frames are kept back: should nothing follow, they are faded out.
    let isDry = parting.map { $0 <= asked } ?? (count - asked < Self.fade)
    let given = min(asked, parting ?? count)
    if isDry, !isComplete, parting == nil { fadeTail(of: given) }
    for frame in 0..<given {
      let gain = min(1, Float(resumed) / Float(Self.fade))
      for channel in 0..<Self.channels {
        let sample = samples[(start + frame) % capacity * Self.channels + channel]
        unsafe target[frame * Self.channels + channel] = sample * gain
      }
      if resumed < Self.fade { resumed += 1 }
    }
    unsafe target[(given * Self.channels)...].update(repeating: 0)
    start = (start + given) % capacity
    count -= given
    taken += given
    parting = parting.map { $0 - given }
    if isDry, !isComplete { (isPlaying, parting) = (false, nil) }
    return given
  }

  /// Fades out the last of the first `frames` frames.
  private mutating func fadeTail(of frames: Int) {
    let length = min(Self.fade, frames)
    for index in 0..<length {
      let gain = Float(length - 1 - index) / Float(Self.fade)
      let frame = (start + frames - length + index) % capacity
      for channel in 0..<Self.channels { samples[frame * Self.channels + channel] *= gain }
    }
  }
}
