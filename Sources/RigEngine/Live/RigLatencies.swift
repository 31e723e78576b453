// SPDX-License-Identifier: Apache-2.0
// How late the outputs of a rig are, and what waits for what.

package import Quantities
package import RenderCore

/// The latencies of the plan that is rendered.
package struct RigLatencies {
  private var compensation = LatencyCompensation()
  private var watch = LatencyWatch()
  /// The buses of the plan, and how late each channel of theirs is.
  private var buses: [(bus: BusDescription, channels: [Latency?])] = []
  /// How late each strip is, by its id.
  private var strips: [UInt32: Latency] = [:]

  /// Lets signals of the plan of a rig wait for one another.
  mutating func compensate(_ plan: inout PlanDescription, of live: LiveRig) {
    watch.plan(live.reportedLatencies)
    let latencies = compensation.apply(to: &plan)
    buses = Array(zip(plan.buses, latencies.buses))
    let segments = zip(plan.segments, latencies.segments).compactMap { segment, channels in
      Latency(joining: channels).map { (segment.strip.id, $0) }
    }
    strips = Dictionary(segments, uniquingKeysWith: { first, _ in first })
  }

  /// Whether plugins or processes say something else by now.
  mutating func areOutdated(for live: LiveRig) -> Bool {
    watch.isOutdated(by: live.reportedLatencies)
  }

  /// How late a strip is, on its longest way.
  package func latency(of strip: StripNode) -> FrameCount { strips[strip.id]?.longest ?? .zero }

  /// How late an output is, on its longest way, with its own delay.
  package func latency(of route: BusNode) -> FrameCount {
    let channels = buses.first { $0.bus.node === route }?.channels.compactMap(\.self) ?? []
    return Latency(joining: channels)?.followed(by: Latency(route.delay)).longest ?? .zero
  }

  /// How late each output channel of the driver is, with the delays of routes; those to which
  /// nothing is sent are missing.
  package var ofChannels: [Int: Latency] {
    var result: [Int: Latency] = [:]
    for (bus, latencies) in buses {
      for (channel, latency) in zip(bus.driverChannels, latencies) where channel >= 0 {
        result[channel] = latency?.followed(by: Latency(bus.node.delay))
      }
    }
    return result
  }
}

extension LiveRig {
  /// What all plugins and processes that run say of their latencies.
  fileprivate var reportedLatencies: [FrameCount] { channels.flatMap(\.reportedLatencies) }
}
