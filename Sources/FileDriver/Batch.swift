// SPDX-License-Identifier: Apache-2.0
// What has been rendered and not yet written: few large writes instead of many small ones.

internal import Quantities
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
  private let inputs: UnsafeMutableBufferPointer<UnsafePointer<Float>?>
  private let heard: UnsafeMutablePointer<Float>
  private let blockFrames: Int

  init(channels: Int, inputs inputCount: Int, widestFile: Int, blockFrames: Int, capacity: Int) {
    self.blockFrames = blockFrames
    unsafe heard = .allocate(capacity: inputCount * blockFrames)
    unsafe heard.initialize(repeating: 0, count: inputCount * blockFrames)
    unsafe inputs = .allocate(capacity: inputCount)
    unsafe inputs.initialize(repeating: nil)
    for index in 0..<inputCount {
      unsafe inputs[index] = unsafe UnsafePointer(heard + index * blockFrames)
    }
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
    unsafe inputs.deallocate()
    unsafe heard.deallocate()
  }

  /// How many frames can be rendered before the batch must be written.
  var room: Int { capacity - frames }

  /// Gives the inputs their next `count` samples, those from `frame` on.
  func hear(_ signals: [InputSignal], from frame: Int, count: Int, rate: SampleRate) {
    for (index, signal) in signals.enumerated() {
      let start = unsafe heard + index * blockFrames
      let buffer = unsafe UnsafeMutableBufferPointer(start: start, count: count)
      unsafe signal.write(to: buffer, from: frame, rate: rate)
    }
  }

  /// Lets `processor` append `count` frames.
  mutating func render(_ count: Int, by processor: RenderProcessor) {
    for channel in 0..<channels { unsafe outputs[channel] = samples + channel * capacity + frames }
    unsafe processor.render(
      DriverBlock(
        inputs: UnsafeBufferPointer(inputs),
        outputs: UnsafeBufferPointer(outputs),
        frames: count
      )
    )
    frames += count
  }

  /// Appends some channels to a file.
  func write(_ selected: [Int], to writer: SoundFileWriter) throws(SoundFileError) {
    for (index, channel) in selected.enumerated() {
      let source = unsafe samples + channel * capacity
      for frame in 0..<frames {
        unsafe interleaved[frame * selected.count + index] = source[frame]
      }
    }
    let count = frames * selected.count
    try unsafe writer.write(UnsafeBufferPointer(start: interleaved, count: count))
  }

  mutating func clear() {
    frames = 0
  }
}
