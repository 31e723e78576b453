// SPDX-License-Identifier: Apache-2.0
// Plugs on a stage whose clients have the names of the routes that they are plugged into.

import ControlProtocol
import JACKTestBench

extension LiveStage {
  /// Plugs an output in, and returns when the rig has reported it and connected it.
  func add(output name: String) throws {
    try expect(name, .plugged) {
      try plug(output: name)
      let input = try ears(at: name).input(1)
      try tarmac.wait("the connection of \(name)") {
        try ears(at: name).connections(of: input) == ["rig:\(name)"]
      }
    }
  }

  /// Plugs an input in that sounds with a level of its own, and returns when the rig has reported
  /// it and connected it.
  func add(input name: String, level: Float = LiveStage.inputLevel) throws {
    try expect(name, .plugged) {
      try plug(input: name, level: level)
      try tarmac.wait("the connection of \(name)") {
        try ask(StatusRequest()).routes.contains { $0.name == name && $0.waiting.isEmpty }
      }
    }
  }

  /// Pulls the plug of an output or an input, and returns when the rig has reported it.
  func remove(_ name: String) throws {
    try expect(name, .unplugged) { unplug(name) }
  }

  private func expect(
    _ name: String,
    _ change: RouteNotification,
    _ body: () throws -> Void
  ) throws {
    let before = count(name, change)
    try body()
    try tarmac.wait("\(name) to be \(change.rawValue)") { count(name, change) > before }
  }

  private func count(_ name: String, _ change: RouteNotification) -> Int {
    diary.events.count { event in
      if case .route(name, change) = event { true } else { false }
    }
  }

  /// Waits until each output that is plugged in carries exactly its sum for 25 ms, and outputs that
  /// are not named carry zeros.
  func hearsOnly(_ expected: [String: Float]) throws {
    var heard: [String: [Float]] = [:]
    func fits(_ name: String, _ samples: [Float]) -> Bool {
      let sum = expected[name] ?? 0
      return samples.allSatisfy { $0 == sum }
    }
    do {
      try tarmac.wait("exactly that") {
        heard = try listen(tail: 1_200) {}
        return heard.allSatisfy(fits)
      }
    } catch let failure as RunFailure {
      let wrong = heard.filter { !fits($0.key, $0.value) }.mapValues { Set($0).sorted() }
      throw RunFailure(description: "expected \(expected), heard \(wrong); \(failure.description)")
    }
    guard Set(expected.keys).isSubset(of: heard.keys) else {
      throw RunFailure(description: "\(expected.keys.sorted()) are not all plugged in")
    }
  }

  /// Waits until each output that is plugged in carries exactly these voices, and outputs that are
  /// not named carry none.
  func hearsOnly(_ expected: [String: [String]]) throws {
    try hearsOnly(expected.mapValues { $0.map(level).reduce(0, +) })
  }
}
