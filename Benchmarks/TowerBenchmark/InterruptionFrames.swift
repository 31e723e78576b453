// SPDX-License-Identifier: Apache-2.0
// How many frames a live session goes on after the command that interrupts it was sent.

import ControlClient
import ControlProtocol
import JACKTestBench

/// The median over twenty interruptions, to the last frame that is not silent; a cycle's length is
/// the measure's error.
func interruptionFrames(server: String, socket: String, port: String) throws -> Int {
  let client = try ControlClient(path: try ControlSocketPath(name: socket))
  let ears = try Listener("ears", server: server, inputs: 1, outputs: 0)
  defer { ears.close() }
  try ears.connect(port, ears.input(1))
  var frames: [Int] = []
  for _ in 0..<20 {
    try ears.wait("sound") { (try? ears.capture(frames: 256)[0].contains { $0 != 0 }) == true }
    let heard = try ears.capture(tail: 9_600) {
      _ = try client.send(InterruptBeginRequest(interrupter: "phone"))
    }[0]
    guard let last = heard.lastIndex(where: { $0 != 0 }), last < heard.count - 1 else {
      throw NeverSilent()
    }
    // The capture has run for a cycle when the command is sent.
    frames.append(last + 1 - ears.periodFrames)
    _ = try client.send(InterruptEndRequest(interrupter: "phone"))
  }
  return frames.sorted()[frames.count / 2]
}

struct NeverSilent: Error, CustomStringConvertible {
  let description = "the session was not silent 9,600 frames after the answer"
}
