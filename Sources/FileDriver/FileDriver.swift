// SPDX-License-Identifier: Apache-2.0
// Drives the renderer without a sound card: as fast as it can, into files, the same every time.

package import Quantities
package import RenderCore
internal import SoundFiles

/// A file that takes some of the driver's output channels.
package struct OutputFile: Hashable, Sendable {
  /// Where the file is; one that exists is replaced.
  package var path: String
  /// The driver's output channel (from 0) of each channel of the file.
  package var driverChannels: [Int]

  /// Describes a file.
  package init(path: String, driverChannels: [Int]) {
    self.path = path
    self.driverChannels = driverChannels
  }
}

/// Renders to WAV files with float samples; the inputs hear signals that are given, or silence.
///
/// > Threading: Control, which it makes the render thread meanwhile.
package struct FileDriver {
  /// How many frames are collected before they are written.
  private static let batchFrames = 65_536

  private let processor: RenderProcessor
  private let sampleRate: SampleRate
  private let blockFrames: Int
  private let inputs: [InputSignal]
  private let outputs: [OutputFile]
  private let threads: Int

  /// Nobody listens, so that a plugin may take its time: as long as this the driver waits for
  /// another thread.
  private static let patience = Seconds(600)

  /// Makes a driver that renders `blockFrames` frames a cycle, on so many threads: one for each
  /// processor unless it is said.
  package init(
    processor: RenderProcessor,
    sampleRate: SampleRate,
    blockFrames: Int = 256,
    inputs: [InputSignal] = [],
    outputs: [OutputFile],
    threads: Int? = nil
  ) {
    self.threads = RenderWorkers.threads(threads)
    self.inputs = inputs
    self.processor = processor
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
    self.outputs = outputs
  }

  /// Renders `frames` frames; the last block may be shorter than the others.
  ///
  /// - Parameters:
  ///   - frames: the length of the files.
  ///   - cuts: frames at which a block must begin, in rising order; others begin a whole block
  ///     after the one before.
  ///   - beforeBlock: called before each block with its first frame, to fill players, send commands
  ///     and collect reports.
  /// - Throws: what `beforeBlock` throws, or a `SoundFileError` of an output.
  package func render(
    frames: Int,
    cuts: [Int] = [],
    beforeBlock: (_ frame: Int) throws -> Void = { _ in }
  ) throws {
    let writers = try outputs.map { output in
      try SoundFileWriter(
        path: output.path,
        format: .wavFloat,
        channels: output.driverChannels.count,
        rate: sampleRate,
        replacing: true
      )
    }
    var batch = Batch(
      channels: (outputs.flatMap(\.driverChannels).max() ?? -1) + 1,
      inputs: inputs.count,
      widestFile: outputs.map(\.driverChannels.count).max() ?? 0,
      blockFrames: blockFrames,
      capacity: max(Self.batchFrames, blockFrames)
    )
    let workers = RenderWorkers(
      of: processor,
      count: threads - 1,
      realtimePriority: nil,
      patience: Self.patience
    )
    defer { workers.dismiss() }
    var cuts = cuts[...]
    var frame = 0
    while frame < frames {
      try beforeBlock(frame)
      while let cut = cuts.first, cut <= frame { cuts = cuts.dropFirst() }
      let count = min(blockFrames, frames - frame, (cuts.first ?? .max) - frame)
      batch.hear(inputs, from: frame, count: count, rate: sampleRate)
      batch.render(count, by: processor)
      frame += count
      if batch.room < blockFrames || frame == frames {
        for (output, writer) in zip(outputs, writers) {
          try batch.write(output.driverChannels, to: writer)
        }
        batch.clear()
      }
    }
    for writer in writers { try writer.close() }
  }
}
