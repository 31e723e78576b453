// SPDX-License-Identifier: Apache-2.0
// How long it takes from a jump in a file until what begins there is heard.

import ControlClient
import ControlProtocol
import Glibc
import JACKTestBench

/// Jumps from one half of a file into the other, which has another level, time and again.
///
/// The file lasts two minutes; its first half is louder.
struct SeekTimes {
  let server: String
  /// Where the player is heard.
  let port: String
  let seconds: Double

  /// Of the only player of a rig.
  func rig(_ name: String, session: String) throws -> [(String, String)] {
    let client = try ControlClient(path: try ControlSocketPath(name: name))
    return try times { place in
      _ = try client.send(PlayerRequest(session: session, action: .seek(seconds: place)))
    }
  }

  /// Of an mpd.
  func peer(_ door: UInt16) throws -> [(String, String)] {
    let wire = try Wire(port: door)
    _ = wire.readLine()
    return try times { place in
      try wire.write("seekcur \(place)\n")
      let answer = wire.readLine() ?? "nothing"
      guard answer.hasPrefix("OK") else { throw WireError(description: "mpd says: \(answer)") }
    }
  }

  private func times(_ jump: (Double) throws -> Void) throws -> [(String, String)] {
    let ears = try Listener("ears", server: server, inputs: 1, outputs: 0)
    defer { ears.close() }
    try ears.connect(port, ears.input(1))
    return try ResponseTimes(of: ears, seconds: seconds) { level in
      let place = Double.random(in: 5...50)
      try jump(level == 0 ? place : place + 60)
      // What was read ahead is not to be measured, and no jump falls into the fade of another.
      usleep(300_000)
    }.figures
  }
}
