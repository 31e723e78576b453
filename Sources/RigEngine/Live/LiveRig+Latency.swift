// SPDX-License-Identifier: Apache-2.0
// How late the outputs of a rig are, and what waits for what.

import Quantities
import RenderCore

/// The latencies of the plan that is rendered.
struct RigLatencies {
  private var compensation = LatencyCompensation()
  /// What plugins and processes said when the plan was made, and when they were asked last.
  private var (reported, latest) = ([FrameCount](), [FrameCount]())
  /// The buses of the plan, and how late each channel of theirs is.
  private var buses: [(bus: BusDescription, channels: [Latency?])] = []

  /// Lets signals of the plan of a rig wait for one another.
  mutating func compensate(_ plan: inout PlanDescription, of live: LiveRig) {
    reported = live.reportedLatencies
    let channels = compensation.apply(to: &plan)
    buses = Array(zip(plan.buses, channels))
  }

  /// Whether plugins or processes say something else now, as they did when this was asked last: nothing waits for one that
  /// says something else each time.
  mutating func areOutdated(for live: LiveRig) -> Bool {
    let now = live.reportedLatencies
    defer { latest = now }
    return now == latest && now != reported
  }

  /// How late each output channel of the driver is, with the delays of routes; those to which nothing is sent are missing.
  var ofChannels: [Int: Latency] {
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
  fileprivate var reportedLatencies: [FrameCount] { strips.flatMap(\.reportedLatencies) }
}
