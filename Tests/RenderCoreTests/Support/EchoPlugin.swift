// SPDX-License-Identifier: Apache-2.0
// A plugin of the tests that puts out the MIDI that it receives, an octave up, and records when it
// received which message.

import CRealtime
import RenderCore
import Synchronization

/// One MIDI port in, one out, no sound.
@safe
final class EchoPlugin {
  private let input = SharedMIDIList()
  private let output = SharedMIDIList()
  /// The received messages: the number of the run, the frame, the bytes.
  var heard: [Note] { notes.withLock { $0 } }
  /// The thread of a relay writes, and the test reads: they are ordered by shared memory, where
  /// ThreadSanitizer sees no order.
  private let notes = Mutex<[Note]>([])
  private var runs = 0

  struct Note: Hashable {
    var run: Int
    var frame: Int
    var bytes: [UInt8]
  }

  var node: PluginNode {
    let handle = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runEcho, connect: { _, _, _ in }),
      audioInputs: [],
      audioOutputs: [],
      midiInputs: [MIDIPort(symbol: "in", list: input)],
      midiOutputs: [MIDIPort(symbol: "out", list: output)],
      owner: self
    )
  }

  func run() {
    runs += 1
    unsafe output.pointer.pointee.clear()
    for index in 0..<(unsafe input.pointer.pointee.count) {
      let message = unsafe input.pointer.pointee.message(index)
      var bytes = unsafe Array(UnsafeBufferPointer(start: message.bytes, count: message.count))
      let note = Note(run: runs, frame: message.frame, bytes: bytes)
      notes.withLock { $0.append(note) }
      if bytes[0] < 0xa0 { bytes[1] += 12 }
      unsafe output.pointer.pointee.insert(
        frame: message.frame,
        bytes: bytes,
        count: bytes.count
      )
    }
    unsafe input.pointer.pointee.clear()
  }

  func forget() { notes.withLock { $0 = [] } }
}

private func runEcho(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<EchoPlugin>.fromOpaque(handle).takeUnretainedValue().run()
  tarmac_sanitizer_resume()
}
