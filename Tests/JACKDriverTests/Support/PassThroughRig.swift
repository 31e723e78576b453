// SPDX-License-Identifier: Apache-2.0
// The smallest rig that sounds: driver inputs straight to driver outputs.

import AudioBackend
import JACKDriver
import Quantities
import RenderCore
import Synchronization
import Testing

/// The events that a driver has reported.
final class EventLog: Sendable {
  private let events = Mutex<[DriverEvent]>([])

  func append(_ event: DriverEvent) {
    events.withLock { $0.append(event) }
  }

  func count(where isWanted: (DriverEvent) -> Bool) -> Int {
    events.withLock { $0.count(where: isWanted) }
  }

  func contains(_ event: DriverEvent) -> Bool {
    count { $0 == event } > 0
  }

  var hasShutdown: Bool {
    count { if case .shutdown = $0 { true } else { false } } > 0
  }
}

/// A driver with `channels` inputs and outputs and a renderer that joins them, through a plugin if
/// there is one.
final class PassThroughRig {
  let log = EventLog()
  let driver: JACKDriver
  private(set) var controller = RenderController(sampleRate: SampleRate(hertz: 48_000))
  private let strip: StripNode
  private let send = SendNode(gain: 1)
  private let bus: BusNode
  let channels: Int
  private let plugin: PluginNode?

  /// Makes a closed driver with its ports; a plugin has `channels` outputs and no inputs.
  init(channels: Int, plugin: PluginNode? = nil) throws {
    self.channels = channels
    self.plugin = plugin
    driver = JACKDriver { [log] in log.append($0) }
    strip = StripNode(id: 1, channels: channels)
    bus = BusNode(channels: channels)
    for channel in 0..<channels {
      let number = channel + 1
      #expect(
        try driver.addInput(Port(name: "in_\(number)", prettyName: "In \(number)", order: number))
          == channel
      )
      #expect(
        try driver.addOutput(
          Port(name: "out_\(number)", prettyName: "Out \(number)", order: 100 + number)
        ) == channel
      )
    }
  }

  /// Opens the driver on a server and lets it render.
  func start(on server: String) throws {
    try driver.open(name: "rig", server: server)
    controller = RenderController(sampleRate: driver.sampleRate)
    publish()
    try driver.activate(controller.processor)
  }

  private func publish() {
    let numbers = Array(0..<channels)
    let segment = SegmentDescription(
      strip: strip,
      sources: [.driver(channels: numbers)],
      nodes: plugin.map { [NodeDescription(plugin: $0, inputs: [])] } ?? [],
      outputs: numbers.map {
        [plugin == nil ? .source(0, channel: $0) : .node(0, output: $0)]
      },
      sends: [SendDescription(node: send, bus: 0, isPost: true, map: numbers.map { ($0, $0) })]
    )
    controller.publish(
      PlanDescription(
        segments: [segment],
        buses: [BusDescription(node: bus, driverChannels: numbers)]
      ),
      blockFrames: driver.bufferFrames.value
    )
    controller.measure(strip, plugin == nil)
    controller.open(strip, over: .zero, after: .zero)
  }
}

/// Samples of every finite kind, denormals and negative zero among them.
func finiteBits(count: Int, seed: UInt64) -> [Float] {
  randomBits(count: count, seed: seed).map { sample in
    sample.isFinite ? sample : Float(bitPattern: sample.bitPattern & 0x807F_FFFF)
  }
}

/// Polls until `condition` holds, for a minute at most.
func eventually(
  _ what: Comment,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) async rethrows {
  let deadline = ContinuousClock.now.advanced(by: .seconds(60))
  while ContinuousClock.now < deadline {
    if try condition() { return }
    try? await Task.sleep(for: .milliseconds(5))
  }
  #expect(try condition(), what, sourceLocation: sourceLocation)
}
