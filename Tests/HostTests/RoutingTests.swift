// SPDX-License-Identifier: Apache-2.0
// Which sound goes where, and when: heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import RuleProofs
import SeededNumbers
import Testing

@Suite("A live rig's routing", .serialized)
struct RoutingTests {
  @Test(
    "puts three streams on the outputs they are sent to, in the same cycle, and exact zeros elsewhere",
    .proves("MRT-03", "MRT-04", "ANC-MRT-03", "ANC-IO-01", at: .live)
  )
  func streams() async throws {
    try await RunningTarmac.runStreams { tarmac, source, ears in
      var numbers = SeededNumbers(seed: 1)
      let streams = (0..<4).map { _ in numbers.samples(20_000) }
      let heard = try source.play(streams, heardBy: ears)
      // The same frame in and out: nothing was added to JACK's own latency.
      for channel in 0..<4 { #expect(heard[channel] == streams[channel], "channel \(channel)") }
      for channel in 4..<6 { #expect(heard[channel].allSatisfy { $0 == 0 }, "channel \(channel)") }
      // A graph is no client of its own: JACK sees the rig and the two of the test.
      let clients = Set(ears.ports().compactMap { $0.split(separator: ":").first })
      #expect(clients == ["system", "rig", "source", "ears"])
      try tarmac.wait("its load") { try tarmac.session("show").load_percent > 0 }
      for number in [5, 6] { #expect(ears.connections(of: ears.input(number)).count == 1) }
    }
  }

  @Test("makes jack_iodelay read the same round trip through a session as through a cable")
  func latency() async throws {
    try await RunningTarmac.run(TestPreset.streams) { tarmac, server in
      let hand = try Listener("ears", on: server, inputs: 6)
      let meter = try DelayMeter(on: server, folder: tarmac.folder)
      defer { meter.stop() }
      // Its ports are there a moment before they can be connected.
      try tarmac.wait("jack_iodelay") {
        (try? hand.connect("jack_delay:out", "jack_delay:in")) != nil
      }
      let direct = try meter.read(tarmac)
      hand.disconnect("jack_delay:out", "jack_delay:in")
      try hand.connect("jack_delay:out", "rig:show_3")
      try hand.connect("rig:line_L", "jack_delay:in")
      let through = try meter.read(tarmac)
      #expect(direct == 256)
      #expect(through == direct)
      hand.close()
    }
  }

  @Test("connects again when ports come back, and follows a new period")
  func comesBack() async throws {
    try await RunningTarmac.run(TestPreset.streams) { tarmac, server in
      var numbers = SeededNumbers(seed: 3)
      for round in 0..<3 {
        let source = try Listener("source", on: server, outputs: 4)
        let ears = try Listener("ears", on: server, inputs: 6)
        ears.setPeriod(frames: [256, 128, 512][round])
        try tarmac.wait("the connections of round \(round)") {
          ears.connections(of: "rig:show_2") == ["source:out_2"]
            && ears.connections(of: ears.input(2)) == ["rig:phones_R"]
        }
        let noise = numbers.samples(5_000)
        let silence = [Float](repeating: 0, count: 5_000)
        let heard = try source.play([silence, noise, silence, silence], heardBy: ears)
        #expect(heard[1] == noise, "round \(round)")
        #expect(heard[0].allSatisfy { $0 == 0 })
        source.close()
        ears.close()
      }
      #expect(try tarmac.ask(StatusRequest()).server.period_frames == 512)
    }
  }
}
