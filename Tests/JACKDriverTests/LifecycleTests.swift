// SPDX-License-Identifier: Apache-2.0
// Opening, losing, opening again; facts, metadata, latency.

import AudioBackend
import CJACK
import Glibc
import JACKDriver
import JACKTestBench
import Quantities
import RenderCore
import Testing

@Suite("Life of the JACK driver", .serialized)
struct LifecycleTests {
  @Test("no server is an error at once, and none is started")
  func noServer() async throws {
    try await PrivateServer.exclusively {
      let rig = try PassThroughRig(channels: 1)
      let name = "tarmac-test-nobody"
      #expect(throws: DriverError.noServer(server: name)) { try rig.start(on: name) }
      #expect(!rig.driver.isOpen)
    }
  }

  @Test("names that JACK could not keep apart are refused", arguments: ["", "a:b", "long"])
  func badName(_ name: String) {
    let driver = JACKDriver { _ in }
    let name = name == "long" ? String(repeating: "x", count: 64) : name
    #expect(throws: DriverError.badClientName(name, longest: 63)) { try driver.open(name: name) }
  }

  @Test("a killed server is reported, the driver closes, and opens again with all its channels")
  func lossAndReturn() async throws {
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 2)
      rig.driver.remove(inputs: [0])
      try rig.start(on: server.name)
      for _ in 1...2 {
        let cycles = rig.driver.cycles
        await eventually("cycles") { rig.driver.cycles > cycles }
        server.kill()
        await eventually("shutdown") { rig.driver.isLost && rig.log.hasShutdown }
        #expect(throws: DriverError.notOpen) { try rig.driver.setBufferFrames(FrameCount(64)) }
        rig.driver.close()
        rig.driver.close()
        #expect(throws: DriverError.noServer(server: server.name)) {
          try rig.start(on: server.name)
        }
        try server.restart()
        try rig.start(on: server.name)
        #expect(!rig.driver.isLost)
        let ports = Set(rig.driver.presentPorts().map(\.name))
        #expect(ports.isSuperset(of: ["rig:in_2", "rig:out_1", "rig:out_2"]))
        #expect(!ports.contains("rig:in_1"))
        #expect(rig.driver.inputName(0) == nil && rig.driver.inputName(1) == "rig:in_2")
      }
      rig.driver.close()
    }
  }

  @Test("a client whose audio thread comes too late is closed, and the thread finds nothing freed")
  func lateThread() async throws {
    try await PrivateServer.run { server in
      _ = await #expect(processExitsWith: .success) { [name = server.name as String] in
        let rig = try PassThroughRig(channels: 1)
        try rig.driver.open(name: "rig", server: name)
        LateThread.hold()
        // libjack gives it a second.
        #expect(throws: DriverError.notActivated(code: -1)) {
          try rig.driver.activate(rig.controller.processor)
        }
        rig.driver.close()
        LateThread.release()
        usleep(500_000)
      }
    }
  }

  @Test("nothing to remove is nothing to wait for; what is removed is gone")
  func removal() async throws {
    try await PrivateServer.run(PrivateServer.Settings(periodFrames: 8_192)) { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      await eventually("cycles") { rig.driver.cycles > 0 }
      let before = rig.driver.cycles
      for _ in 0..<10 { rig.driver.remove() }
      // Each of them would have taken two.
      #expect(rig.driver.cycles < before + 20)
      rig.driver.remove(inputs: [0], outputs: [1])
      let ports = rig.driver.presentPorts().map(\.name).filter { $0.hasPrefix("rig:") }
      #expect(Set(ports) == ["rig:in_2", "rig:out_1"])
      rig.driver.close()
    }
  }

  @Test("facts are the server's, and a second client of one name gets another one")
  func facts() async throws {
    let settings = PrivateServer.Settings(sampleRate: 44_100, periodFrames: 128)
    try await PrivateServer.run(settings) { server in
      let rig = try PassThroughRig(channels: 1)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      #expect(rig.driver.sampleRate == SampleRate(hertz: 44_100))
      #expect(rig.driver.bufferFrames == FrameCount(128))
      #expect(rig.driver.realtimePriority == nil)
      #expect((0...1).contains(rig.driver.load))
      #expect(rig.driver.clientName == "rig")
      let second = JACKDriver { _ in }
      try second.open(name: "rig", server: server.name)
      #expect(second.clientName == "rig-01")
      second.close()
      #expect(throws: DriverError.bufferSizeRefused(FrameCount(-1))) {
        try rig.driver.setBufferFrames(FrameCount(-1))
      }
    }
  }

  @Test("ports are refused one by one: a name twice, and more than there is room for")
  func portLimits() async throws {
    let closed = JACKDriver { _ in }
    for number in 0..<JACKDriver.channelLimit {
      #expect(
        try closed.addInput(Port(name: "p\(number)", prettyName: "", order: 0)) == number
      )
    }
    #expect(throws: DriverError.tooManyPorts(limit: 256)) {
      try closed.addInput(Port(name: "more", prettyName: "", order: 0))
    }
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 1)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      #expect(throws: DriverError.portRefused(name: "in_1")) {
        try rig.driver.addInput(Port(name: "in_1", prettyName: "", order: 0))
      }
      #expect(rig.driver.inputName(1) == nil)
    }
  }

  @Test("pretty name, order, type and group stand in the metadata and go with the port")
  func metadata() async throws {
    try await PrivateServer.run { server in
      let writer = try #require(MetadataWriter(name: "rig-names", server: server.name))
      let driver = JACKDriver(metadata: { writer.write($0) }, handler: { _ in })
      try driver.open(name: "rig", server: server.name)
      defer { driver.close() }
      let port = Port(name: "deck_L", prettyName: "Deck, left", order: 7, group: "deck")
      let channel = try driver.addInput(port)
      let reader = try MetadataReader(server: server.name)
      defer { reader.close() }
      let subject = try #require(reader.subject(of: "rig:deck_L"))
      #expect(reader.value("pretty-name", of: subject) == "Deck, left")
      #expect(reader.value("order", of: subject) == "7")
      #expect(reader.value("signal-type", of: subject) == "AUDIO")
      #expect(reader.value("port-group", of: subject) == "deck")
      driver.remove(inputs: [channel])
      #expect(reader.value("pretty-name", of: subject) == nil)

      _ = try driver.addInput(port)
      let again = try #require(reader.subject(of: "rig:deck_L"))
      driver.close()
      #expect(reader.value("pretty-name", of: again) == nil)
      try driver.open(name: "rig", server: server.name)
      let reopened = try #require(reader.subject(of: "rig:deck_L"))
      #expect(reader.value("pretty-name", of: reopened) == "Deck, left")
    }
  }

  @Test("the graph's latency is added on the way through, in both directions")
  func latency() async throws {
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      for number in 1...2 {
        try rig.driver.connect(
          Connection(from: "system:capture_\(number)", to: "rig:in_\(number)")
        )
        try rig.driver.connect(
          Connection(from: "rig:out_\(number)", to: "system:playback_\(number)")
        )
      }
      rig.driver.setGraphLatency([
        0: Latency(FrameCount(100)), 1: Latency(shortest: .zero, longest: FrameCount(30)),
      ]).perform()
      let reader = try MetadataReader(server: server.name)
      defer { reader.close() }
      // JACK reports the latencies of the new connections when it has time.
      await eventually("capture latency of the outputs") {
        let capture = rig.driver.captureLatency(input: 0)
        let single = Latency(FrameCount(100))
        let mixed = Latency(shortest: .zero, longest: FrameCount(30))
        return capture != nil
          && reader.captureLatency(of: "rig:out_1") == capture?.followed(by: single)
          && reader.captureLatency(of: "rig:out_2") == capture?.followed(by: mixed)
      }
      await eventually("playback latency of the inputs") {
        guard let playback = rig.driver.playbackLatency(output: 0) else { return false }
        let graph = Latency(shortest: .zero, longest: FrameCount(100))
        let behind = playback.followed(by: graph)
        return reader.playbackLatency(of: "rig:in_1") == behind
          && reader.playbackLatency(of: "rig:in_2") == behind
      }
      await eventually("the event") { rig.log.contains(.latencyChanged) }
    }
  }
}
