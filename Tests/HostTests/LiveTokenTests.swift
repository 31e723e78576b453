// SPDX-License-Identifier: Apache-2.0
// One plugin that only one session can have, and its replacement that any number can have.

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
      outputs: ["wall"],
      by: .clock
    ) { stage in
      let (own, stand) = (LinearGain(Decibels(-6)).factor, LinearGain(Decibels(-12)).factor)
      /// Waits until the wall carries these sessions at their levels, as far as the plugin is
      /// exact.
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
      // The next holder has it at once: two sessions never sound with it at the same time.
      let heard = try stage.listen { try stage.ask(ActivateRequest(session: "radio")) }
      let beds = (stage.level(of: "bed") + stage.level(of: "birds")) * stand
      let loudest = beds + stage.level(of: "film") * own
      #expect(heard["wall"]?.allSatisfy { $0 < loudest + 1e-5 } == true)
      try hears(["bed": stand, "birds": stand, "radio": own])
    }
  }

  @Test(
    "costs who mixes the load of its stand-in, which sounds as well",
    .proves("HWC-04", at: .live)
  )
  func load() async throws {
    // The replacement takes at least a millisecond of each cycle; the plugin takes nothing.
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        film:
          category: playback
          active: true
          source: { jack: [ "source:out_1" ] }
          graph:
            - plugin: "urn:tarmac:fixture:sleep"
              shared: "urn:tarmac:fixture:sleep"
              shared_set: { rude: 1 }
              exclusive: dsp
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset, shell: FragileRig.shell()) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 100)])
      func hears(load isExpected: (Double) -> Bool, _ what: String) throws {
        try tarmac.wait(what) { isExpected(try tarmac.session("film").load_percent) }
        try tarmac.wait("its sound") {
          try ears.capture(frames: 256)[0].allSatisfy { $0 == 0.5 }
        }
      }
      func set(_ options: [String]) throws {
        _ = try tarmac.ask(
          SetCategoryRequest(session: "film", category: "playback", options: options)
        )
      }
      let least = 100 * 0.001 * 48_000 / Double(ears.periodFrames)
      try hears(load: { $0 > 0 && $0 < least }, "the load of the plugin")
      try set(["mixWithOthers"])
      try hears(load: { $0 >= least }, "the load of the stand-in")
      try set([])
      try hears(load: { $0 < least }, "the load of the plugin again")
      source.close()
      ears.close()
    }
  }
}
