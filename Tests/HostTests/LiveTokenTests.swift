// SPDX-License-Identifier: Apache-2.0
// One plugin that only one session can have, and its stand-in that any number can.

import ControlProtocol
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("A token on a live rig", .serialized)
struct LiveTokenTests {
  private static func session(_ number: Int, _ name: String, _ category: String) -> String {
    """
      \(name):
        category: \(category)
        source: { jack: [ "voices:out_\(number)" ] }
        graph:
          - plugin: "\(amplifier)"
            set: { gain: -6 }
            shared: "\(amplifier)"
            shared_set: { gain: -12 }
            exclusive: dsp
        sends: [ { to: wall } ]
    """
  }

  private static var preset: String {
    """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    sessions:
    \(session(1, "film", "playback"))
    \(session(2, "radio", "playback"))
    \(session(3, "bed", "ambient"))
    \(session(4, "birds", "ambient"))
    """
  }

  @Test(
    "is the newest session's that does not mix, from the moment it has it; the others run their stand-ins beside it, at a load of their own",
    .proves(
      "HWC-01",
      "HWC-02",
      "HWC-03",
      "HWC-04",
      "HWC-05",
      "HWC-06",
      "HWC-07",
      at: .live
    )
  )
  func token() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["film", "radio", "bed", "birds"],
      outputs: ["wall"]
    ) { stage in
      let (own, stand) = (LinearGain(Decibels(-6)).factor, LinearGain(Decibels(-12)).factor)
      /// Waits until the wall carries what these are at their levels, as far as the plugin is exact.
      func hears(_ levels: [String: Float]) throws {
        let sum = levels.map { stage.level(of: $0) * $1 }.reduce(0, +)
        try stage.tarmac.wait("\(levels)") {
          try stage.ears(at: "wall").capture(frames: 1_200)[0].allSatisfy { abs($0 - sum) < 1e-5 }
        }
      }
      try stage.ask(ActivateRequest(session: "bed"))
      try hears(["bed": stand])
      try stage.ask(ActivateRequest(session: "film"))
      try hears(["bed": stand, "film": own])
      try stage.ask(ActivateRequest(session: "birds"))
      try hears(["bed": stand, "birds": stand, "film": own])
      // The next holder has it at once: never do two sessions sound with it.
      let heard = try stage.listen { try stage.ask(ActivateRequest(session: "radio")) }
      let beds = (stage.level(of: "bed") + stage.level(of: "birds")) * stand
      let loudest = beds + stage.level(of: "film") * own
      #expect(heard["wall"]?.allSatisfy { $0 < loudest + 1e-5 } == true)
      try hears(["bed": stand, "birds": stand, "radio": own])
      for name in ["bed", "birds", "radio"] {
        try stage.tarmac.wait("the load of \(name)") {
          try stage.tarmac.session(name).load_percent > 0
        }
      }
    }
  }
}
