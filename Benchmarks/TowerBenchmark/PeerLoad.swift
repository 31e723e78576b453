// SPDX-License-Identifier: Apache-2.0
// mod-host's socket under as much of the load as it takes: it serves one client, and sends no
// meters.

import Glibc
import JACKTestBench

/// The load for a mod-host with two amplifiers: `effect_0`, which is listened to, and `effect_1`.
struct PeerLoad {
  let server: String
  let port: UInt16
  let seconds: Double

  /// Makes a thousand changes a second, of which each thirtieth is listened to; returns figures by
  /// their names.
  func run() throws -> [(String, String)] {
    try Ears.run(on: server, seconds: seconds, load)
  }

  private func load(_ ears: Ears) throws -> [(String, String)] {
    try ears.voice.connect(ears.voice.output(1), "effect_0:input")
    try ears.hear("effect_0:output")
    let wire = try Wire(port: port)
    var (changes, wrong) = (0, 0)
    let start = ContinuousClock.now
    func change(_ effect: Int, _ level: Double) throws {
      try wire.write("param_set \(effect) gain \(level)\0")
      guard let answer = wire.readText() else { throw WireError(description: "mod-host hung up") }
      if answer != "resp 0" { wrong += 1 }
      changes += 1
      let wait = start + .milliseconds(changes) - ContinuousClock.now
      if wait > .zero { usleep(useconds_t(wait / .microseconds(1))) }
    }
    let times = try ResponseTimes(of: ears.listener, seconds: seconds) { level in
      try change(0, level)
      for number in 1..<30 { try change(1, -Double(number)) }
    }
    return [
      ("changes_per_second", "\(Int(Double(changes) / seconds))"), ("wrong_answers", "\(wrong)"),
    ] + times.figures
  }
}
