// SPDX-License-Identifier: Apache-2.0
// MIDI ports that tests fill and read.

import RenderCore

/// A message at a frame of a block.
struct TestMessage: Hashable {
  var frame: Int
  var bytes: [UInt8]

  init(_ frame: Int, _ bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }
}

/// The MIDI ports of a driver with one channel of audio.
@safe
final class HandMIDI {
  private let inputs: [SharedMIDIList?]
  private let outputs: [SharedMIDIList?]

  /// Makes ports with these numbers; no other channel has one.
  init(inputs: [Int], outputs: [Int]) {
    func ports(_ channels: [Int]) -> [SharedMIDIList?] {
      (0...(channels.max() ?? 0)).map { channels.contains($0) ? SharedMIDIList() : nil }
    }
    (self.inputs, self.outputs) = (ports(inputs), ports(outputs))
  }

  /// Hands a block with messages, by input, to `body`; returns the messages at the outputs.
  func pass(
    _ messages: [Int: [TestMessage]] = [:],
    frames: Int = 64,
    _ body: (DriverBlock) -> Void
  ) -> [Int: [TestMessage]] {
    for list in inputs + outputs { unsafe list?.pointer.pointee.clear() }
    for (channel, messages) in messages {
      for message in messages {
        let (frame, count) = (message.frame, message.bytes.count)
        unsafe inputs[channel]?.pointer.pointee.insert(
          frame: frame,
          bytes: message.bytes,
          count: count
        )
      }
    }
    _ = TestBlock.pass([Float](repeating: 0, count: frames)) { audio in
      var block = audio
      let heard = unsafe inputs.map { unsafe $0?.pointer }
      let sent = unsafe outputs.map { unsafe $0?.pointer }
      unsafe heard.withUnsafeBufferPointer { heard in
        unsafe sent.withUnsafeBufferPointer { sent in
          unsafe (block.midiInputs, block.midiOutputs) = unsafe (heard, sent)
          body(block)
        }
      }
    }
    var result: [Int: [TestMessage]] = [:]
    for (channel, list) in outputs.enumerated() {
      if let list { result[channel] = HandMIDI.messages(of: list) }
    }
    return result
  }

  private static func messages(of list: SharedMIDIList) -> [TestMessage] {
    unsafe (0..<list.pointer.pointee.count).map { index in
      let message = unsafe list.pointer.pointee.message(index)
      let bytes = unsafe UnsafeBufferPointer(start: message.bytes, count: message.count)
      return unsafe TestMessage(message.frame, Array(bytes))
    }
  }
}
