// SPDX-License-Identifier: Apache-2.0
// What has been rendered and not yet written: few large writes instead of many small ones.

internal import RenderCore
internal import SoundFiles

/// The driver's output channels over many blocks.
@safe
struct Batch: ~Copyable {
  private let channels: Int
  private let capacity: Int
  private var frames = 0
  private let samples: UnsafeMutablePointer<Float>
  private let interleaved: UnsafeMutablePointer<Float>
  private let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>?>

  init(channels: Int, widestFile: Int, capacity: Int) {
    self.channels = channels
    self.capacity = capacity
    unsafe samples = .allocate(capacity: channels * capacity)
    unsafe samples.initialize(repeating: 0, count: channels * capacity)
    unsafe interleaved = .allocate(capacity: widestFile * capacity)
    unsafe outputs = .allocate(capacity: channels)
    unsafe outputs.initialize(repeating: nil)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe interleaved.deallocate()
    unsafe outputs.deallocate()
  }

  /// How many frames can be rendered before the batch must be written.
  var room: Int { capacity - frames }

  /// Lets `processor` append `count` frames.
  mutating func render(_ count: Int, by processor: RenderProcessor) {
    for channel in 0..<channels { unsafe outputs[channel] = samples + channel * capacity + frames }
    unsafe processor.render(
      DriverBlock(
        inputs: UnsafeBufferPointer(start: nil, count: 0),
        outputs: UnsafeBufferPointer(outputs),
        frames: count
      )
    )
    frames += count
  }

  /// Appends some channels to a file.
  func write(_ selected: [Int], to writer: SoundFileWriter) throws(SoundFileError) {
    for (place, channel) in selected.enumerated() {
      let source = unsafe samples + channel * capacity
      for frame in 0..<frames {
        unsafe interleaved[frame * selected.count + place] = source[frame]
      }
    }
    let count = frames * selected.count
    try unsafe writer.write(UnsafeBufferPointer(start: interleaved, count: count))
  }

  mutating func clear() {
    frames = 0
  }
}
