// SPDX-License-Identifier: Apache-2.0
// The queues between threads.

import RenderCore
import Testing

@Suite("Rings between two threads")
struct RingTests {
  @Test("a ring refuses when full and hands everything over in order")
  func ring() {
    let ring = Ring<Int>(capacity: 5)
    var accepted = 0
    while ring.send(accepted) { accepted += 1 }
    #expect(accepted == 8)
    var received: [Int] = []
    while let value = ring.receive() { received.append(value) }
    #expect(received == Array(0..<8))
  }

  @Test("byte messages of all sizes arrive whole and in order across threads")
  func bytes() async {
    let ring = SharedByteRing(capacity: 512)
    let count = 20_000
    let writer = Task.detached {
      for index in 0..<count {
        let message = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 97 + 1)
        while !ring.send(message) { await Task.yield() }
      }
    }
    var buffer = [UInt8](repeating: 0, count: 128)
    var index = 0
    while index < count {
      guard let size = unsafe buffer.withUnsafeMutableBytes({ unsafe ring.receive(into: $0) })
      else {
        await Task.yield()
        continue
      }
      guard size == index % 97 + 1, buffer[size - 1] == UInt8(truncatingIfNeeded: index) else {
        Issue.record("message \(index) arrived with \(size) bytes")
        return
      }
      index += 1
    }
    await writer.value
  }

  @Test("audio frames survive every wrap of the ring")
  func audio() {
    let ring = SharedAudioRing(channels: 3, capacity: 50)
    #expect(ring.capacity == 64)
    var next: Float = 0
    var expected: Float = 0
    for round in 0..<500 {
      let frames = (0..<(round % 41)).flatMap { _ in
        defer { next += 1 }
        return [next, next + 0.25, next + 0.5]
      }
      let written = unsafe frames.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
      next -= Float(round % 41 - written)
      for (index, frame) in ring.readAll()[1].enumerated() {
        #expect(frame == expected + Float(index) + 0.25)
      }
      expected = next
    }
    #expect(ring.framesRead == Int(next))
  }
}

extension SharedByteRing {
  /// Sends the bytes of an array.
  fileprivate func send(_ message: [UInt8]) -> Bool {
    unsafe message.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe send(base, size: bytes.count)
    }
  }
}
