// SPDX-License-Identifier: Apache-2.0
// Outputs that vanish under a playing rig: no sound is heard where it does not belong.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import SeededNumbers
import Testing

@Suite("A live rig that loses an output", .serialized)
struct LiveRouteTests {
  private static func preset(_ source: String) -> String {
    """
    tarmac: 1
    routes:
      wall:  { role: speaker, ports: [ "ears:in_1" ] }
      phones: { role: headphones, ports: [ "cans:in_1" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: \(source)
        graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
        sends: [ { to: currentRoute } ]
    """
  }

  @Test(
    "leaves the speaker at exactly 0 from the loss of the headphones until its user wants it to play",
    .proves("RTE-03", "RTE-11", "RTE-12", at: .live),
    arguments: ["{ player: \"count.wav\", channels: 1 }", "{ jack: [ \"source:out_1\" ] }"]
  )
  func headphones(source text: String) async throws {
    try await RunningTarmac.run(LiveRouteTests.preset(text)) { folder in
      try folder.write(CountingFile.samples(48_000 * 120), as: "count.wav")
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      source.play([[Float](repeating: 1, count: 48_000 * 120)])
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the speaker") { try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      let cans = try Listener("cans", on: server, inputs: 1)
      try tarmac.wait("the headphones") { try cans.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      #expect(try tarmac.session("deck").currentRoute.outputs == ["phones"])
      try tarmac.wait("the speaker's silence") {
        try ears.capture(frames: 1024)[0].allSatisfy { $0 == 0 }
      }
      let wall = try ears.capture(tail: 24_000) {
        cans.close()
        try tarmac.wait("the loss") {
          try tarmac.session("deck").currentRoute.outputs == ["wall"]
        }
      }
      #expect(wall[0].allSatisfy { $0 == 0 })
      let paused = try tarmac.session("deck")
      #expect(paused.currentRoute.outputs == ["wall"])
      #expect(paused.conditions.contains("paused"))
      #expect(paused.state == "active")

      if paused.sources[0].kind == "player" {
        _ = try tarmac.ask(PlayerRequest(session: "deck", source: nil, action: .play))
      } else {
        _ = try tarmac.ask(ActivateRequest(session: "deck"))
      }
      try tarmac.wait("the speaker again") {
        try ears.capture(frames: 2048)[0].allSatisfy { $0 > 0 }
      }
      if let position = paused.sources[0].position_frames {
        #expect(CountingFile.index(of: try ears.capture(frames: 16)[0][0]) >= position)
      }
      source.close()
      ears.close()
    }
  }

  @Test(
    "interrupts who prefers that to a pause, once, and no end of it is told",
    .proves("ANC-INT-04", "ANC-INT-02", at: .live)
  )
  func interrupts() async throws {
    let preset =
      LiveRouteTests.preset("{ jack: [ \"source:out_1\" ] }")
      + "\n    prefers_interruption_on_route_disconnect: on"
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      source.play([[Float](repeating: 1, count: 48_000 * 120)])
      let ears = try Listener("ears", on: server, inputs: 1)
      let cans = try Listener("cans", on: server, inputs: 1)
      try tarmac.wait("the headphones") { try cans.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      try tarmac.wait("the speaker's silence") {
        try ears.capture(frames: 1024)[0].allSatisfy { $0 == 0 }
      }
      let diary = try EventDiary(of: tarmac)
      let wall = try ears.capture(tail: 24_000) {
        cans.close()
        try tarmac.wait("the loss") { try tarmac.session("deck").state == "interrupted" }
      }
      #expect(wall[0].allSatisfy { $0 == 0 })
      #expect(try !tarmac.session("deck").conditions.contains("paused"))
      _ = try tarmac.ask(ActivateRequest(session: "deck"))
      try tarmac.wait("the speaker") { try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      let told = ["interrupted: routeDisconnected", "active"]
      try tarmac.wait("\(told)") {
        diary.told("deck").map(\.words).filter { !$0.contains("was") } == told
      }
      for client in [source, ears] { client.close() }
      diary.close()
    }
  }

  private static let rooms = """
    tarmac: 1
    routes:
      hall:  { role: lineOut, ports: [ "ears:in_1" ] }
      foyer: { role: usb, direction: output, ports: [ "cans:in_1" ] }
    sessions:
      music:
        category: playback
        active: true
        route_policy: pauseOnLoss
        on_return: resume
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: hall }, { to: foyer } ]
    """

  @Test(
    "plays on in the room that is left, and goes on where it was when a room is back",
    .proves("RTE-A3", "RTE-A4", at: .live)
  )
  func rooms() async throws {
    try await RunningTarmac.run(LiveRouteTests.rooms) { folder in
      try folder.write(CountingFile.samples(48_000 * 120), as: "count.wav")
    } _: { tarmac, server in
      let hall = try Listener("ears", on: server, inputs: 1)
      let foyer = try Listener("cans", on: server, inputs: 1)
      for room in [hall, foyer] {
        try tarmac.wait("both rooms") { try room.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      }
      let heard = try hall.capture(tail: 24_000) {
        foyer.close()
        try tarmac.wait("the loss") {
          try tarmac.ask(StatusRequest()).routes[1].waiting == ["cans:in_1"]
        }
      }
      let indices = heard[0].map(CountingFile.index)
      #expect(zip(indices, indices.dropFirst()).allSatisfy { $1 == $0 + 1 })
      hall.close()
      try tarmac.wait("the pause") { try tarmac.session("music").conditions.contains("paused") }
      let position = try #require(try tarmac.session("music").sources[0].position_frames)
      let again = try Listener("cans", on: server, inputs: 1)
      try tarmac.wait("the foyer") { try again.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      #expect(try tarmac.session("music").conditions.contains("paused") == false)
      #expect(CountingFile.index(of: try again.capture(frames: 16)[0][0]) >= position)
      again.close()
    }
  }

  private static let streams = """
    tarmac: 1
    routes:
      line:   { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      phones: { role: headphones, ports: [ "cans:in_1" ] }
    sessions:
      show:
        category: multiRoute
        active: true
        source: { jack: "source:out_*", channels: 3 }
        graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
        streams: { cue: [ 3 ], pair: [ 1, 2 ] }
        sends:
          - { stream: pair, to: line }
          - { stream: cue, to: phones }
    """

  @Test(
    "plays the streams of the outputs that stay bit for bit, and the others not at all",
    .proves("ANC-MRT-02", "MRT-01", "MRT-03", "MRT-07", at: .live)
  )
  func multiRoute() async throws {
    try await RunningTarmac.run(LiveRouteTests.streams) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 2)
      let cans = try Listener("cans", on: server, inputs: 1)
      try tarmac.wait("all connections") {
        (1...3).allSatisfy { ears.connections(of: "rig:show_\($0)") == [source.output($0)] }
          && ["line_L", "line_R", "phones"].allSatisfy {
            ears.connections(of: "rig:\($0)").count == 1
          }
      }
      var numbers = SeededNumbers(seed: 31)
      let noise = (0..<3).map { _ in numbers.samples(48_000) }
      #expect(try source.play(noise, heardBy: ears) == Array(noise.prefix(2)))

      let long = (0..<3).map { _ in numbers.samples(48_000 * 20) }
      let stayed = try source.play(long, heardBy: ears, tail: 24_000) {
        try ears.wait(frames: 12_000)
        cans.close()
        try tarmac.wait("the loss") {
          try tarmac.ask(StatusRequest()).routes[1].waiting == ["cans:in_1"]
        }
      }
      for channel in 0..<2 {
        #expect(stayed[channel] == Array(long[channel].prefix(stayed[channel].count)))
      }

      // The headphones' stream is heard only over a connection by hand, and nothing is reported.
      let spy = try Listener("spy", on: server, inputs: 1)
      try spy.connect("rig:phones", spy.input(1))
      #expect(try source.play(noise, heardBy: spy)[0].allSatisfy { $0 == 0 })
      spy.close()

      let again = try Listener("cans", on: server, inputs: 1)
      try tarmac.wait("the headphones") {
        again.connections(of: again.input(1)) == ["rig:phones"]
      }
      #expect(try source.play(noise, heardBy: again)[0] == noise[2])
      for listener in [again, ears, source] { listener.close() }
    }
  }
}
