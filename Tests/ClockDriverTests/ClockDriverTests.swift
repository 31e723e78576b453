// SPDX-License-Identifier: Apache-2.0
// The backend without a server: cycles at the pace of a clock or of a hand, ports, connections.

import AudioBackend
import ClockDriver
import JACKVocabulary
import Patience
import Quantities
import RenderCore
import Synchronization
import Testing

private let rate = SampleRate(hertz: 48_000)

@Suite("The clock that drives a rig without a server")
struct ClockDriverTests {
  private static func port(_ name: String, _ kind: PortKind = .audio) -> Port {
    Port(name: name, prettyName: name, order: 0, kind: kind)
  }

  /// A driver that was opened as `rig` and is turned by hand.
  private static func handTurned() throws -> ClockDriver {
    let driver = ClockDriver(.hand, sampleRate: rate, bufferFrames: FrameCount(64))
    try driver.open(name: "rig")
    return driver
  }

  @Test("By hand, each turn is one cycle of the renderer, and time is counted in frames")
  func hand() throws {
    let driver = try Self.handTurned()
    let output = try driver.addOutput(Self.port("main_1"))
    let controller = RenderController(sampleRate: rate)
    try driver.activate(controller.processor)
    try driver.rollTransport(true)
    try driver.locateTransport(100)
    driver.turn(3)
    #expect(driver.cycles == 3)
    #expect(driver.heard(output) == [Float](repeating: 0, count: 64))
    let first = try #require(driver.frame(at: .now))
    try driver.setBufferFrames(FrameCount(256))
    driver.turn()
    #expect(driver.heard(output).count == 256)
    let later = try #require(driver.frame(at: .now.after(Seconds(1))))
    #expect(later - first >= 48_000)
    driver.deactivate()
    driver.turn()
    #expect(driver.cycles == 4 && !driver.isActive)
  }

  @Test("By the clock, cycles come by themselves until it is deactivated, and then no more")
  func clock() throws {
    let driver = ClockDriver(sampleRate: rate, bufferFrames: FrameCount(64))
    try driver.open(name: "rig")
    _ = try driver.addInput(Self.port("mic_1"))
    _ = try driver.addInput(Self.port("keys", .midi))
    let controller = RenderController(sampleRate: rate)
    for round in 1...3 {
      try driver.activate(controller.processor)
      let before = driver.cycles
      let end = ContinuousClock.now + .seconds(patience)
      while driver.cycles < before + 5, ContinuousClock.now < end {}
      #expect(driver.cycles >= before + 5, "round \(round)")
      driver.deactivate()
      let after = driver.cycles
      driver.setGraphLatency([:]).perform()
      #expect(driver.cycles == after && !driver.isInCycle)
    }
  }

  @Test("Ports are there under full names, and rules connect them to those of the dummy driver")
  func ports() throws {
    let driver = try Self.handTurned()
    let left = try driver.addOutput(Self.port("main_1"))
    let right = try driver.addOutput(Self.port("main_2"))
    let input = try driver.addInput(Self.port("mic_1"))
    #expect(throws: DriverError.portRefused(name: "mic_1")) {
      try driver.addOutput(Self.port("mic_1"))
    }
    let names = driver.presentPorts().map(\.name)
    #expect(names.count == 11 && names.contains("rig:main_2") && names.contains("rig:mic_1"))
    try driver.activate(RenderController(sampleRate: rate).processor)
    let rules = try ConnectionRules([
      ConnectionRule(
        direction: .output,
        channels: [
          .init(port: "main_1", patterns: [.glob("system:playback_*")]),
          .init(port: "main_2", patterns: [.glob("system:playback_*")]),
        ]
      ),
      ConnectionRule(
        direction: .input,
        channels: [.init(port: "mic_1", patterns: [.exact("booth:out_1")])]
      ),
    ])
    let report = driver.connecting(rules, leaving: []).perform()
    driver.note(report)
    #expect(report.waiting.map(\.port) == ["mic_1"])
    let seen = driver.readingConnections(of: ["rig:main_1", "rig:main_2", "rig:mic_1"]).perform()
    #expect(
      seen == [
        "rig:main_1": ["system:playback_1"], "rig:main_2": ["system:playback_2"], "rig:mic_1": [],
      ]
    )
    driver.removal(inputs: [input], outputs: [right]).perform()
    #expect(driver.outputName(right) == nil && driver.outputName(left) == "rig:main_1")
    #expect(driver.readingConnections(of: ["system:playback_2"]).perform().values.first == [])
    let next = try driver.addOutput(Self.port("main_3"))
    #expect(next == right, "a free channel is given away again")
  }

  @Test("What it can't do is refused with the driver's own errors")
  func refused() throws {
    let driver = ClockDriver(.hand, sampleRate: rate, bufferFrames: FrameCount(64))
    #expect(throws: DriverError.badClientName("a:b", longest: 63)) { try driver.open(name: "a:b") }
    #expect(throws: DriverError.notOpen) {
      try driver.activate(RenderController(sampleRate: rate).processor)
    }
    try driver.open(name: "rig")
    for frames in [0, DriverBlock.longest + 1] {
      #expect(throws: DriverError.bufferSizeRefused(FrameCount(frames))) {
        try driver.setBufferFrames(FrameCount(frames))
      }
    }
    #expect(throws: DriverError.noSuchFrame(-1)) { try driver.locateTransport(-1) }
    driver.close()
    #expect(!driver.isOpen && driver.frame(at: .now) == nil && driver.presentPorts().isEmpty)
  }

  @Test("A new period is an event")
  func period() throws {
    let events = EventList()
    let driver = ClockDriver(.hand, sampleRate: rate, bufferFrames: FrameCount(64)) {
      events.add($0)
    }
    try driver.setBufferFrames(FrameCount(128))
    #expect(events.all == [.bufferSizeChanged(FrameCount(128))])
  }
}

/// Events in the order in which they came.
private final class EventList: Sendable {
  private let events = Mutex<[DriverEvent]>([])

  func add(_ event: DriverEvent) { events.withLock { $0.append(event) } }

  var all: [DriverEvent] { events.withLock(\.self) }
}
