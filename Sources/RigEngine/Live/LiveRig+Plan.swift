// SPDX-License-Identifier: Apache-2.0
// From the rig that is up to what the renderer is to execute for it.

import ControlTower
import RenderCore
import RigModel

extension LiveRig {
  /// What the renderer has to do, with the driver's `channels` for the rig's ports.
  func plan(channels: [PortKey: Int]) -> PlanDescription {
    let outputs = routes.filter(\.isOutput).map { bus($0, channels) }
    let captures = sessions.compactMap { capture(of: $0, channels) }
    let indices = indices(channels)
    var plan = PlanDescription(
      segments: self.channels.map { segment(of: $0, indices) },
      buses: outputs + captures
        + buses.map { BusDescription(node: $0.sum, through: place(of: $0.channel.purpose) ?? 0) },
      inputs: routes.filter { !$0.isOutput }.map { bus($0, channels) },
      control: ControlPorts(
        input: channels[.control(.input)] ?? DriverBlock.noChannel,
        output: channels[.control(.output)] ?? DriverBlock.noChannel,
        sendsClock: rig.transport?.midiClock == .out
      )
    )
    plan.sharedGains = groups.map(\.gain)
    return plan
  }

  // MARK: Buses

  /// A route, with what its sound goes through.
  private func bus(_ route: LiveRoute, _ channels: [PortKey: Int]) -> BusDescription {
    let name = route.route.name
    var bus = BusDescription(
      node: route.bus,
      driverChannels: route.route.channels.indices.map {
        channels[.route(name, channel: $0)] ?? DriverBlock.noChannel
      }
    )
    bus.graph = place(of: .output(name, .graph))
    bus.limiter = place(of: .output(name, .limiter))
    bus.isMonitor = route.route.monitors != nil || route.hasMonitored
    return bus
  }

  /// The way to a session's program, if that hears inputs.
  private func capture(of live: LiveChannel, _ channels: [PortKey: Int]) -> BusDescription? {
    live.nodes.capture.map { capture in
      BusDescription(
        node: capture.bus,
        driverChannels: live.current.captured.indices.map {
          channels[.capture(session: live.name, channel: $0)] ?? DriverBlock.noChannel
        }
      )
    }
  }

  // MARK: Segments

  /// Where everything is in the plan: outputs first among its buses, then ways to programs, then
  /// the rig's own buses.
  private func indices(_ channels: [PortKey: Int]) -> SegmentPlan.Indices {
    let outputs = routes.filter(\.isOutput)
    let captures = sessions.filter { $0.nodes.capture != nil }.map(\.name)
    let inside = outputs.count + captures.count
    let targets =
      outputs.enumerated().map {
        (name: $1.route.name, place: $0, width: $1.route.channels.count)
      }
      + buses.enumerated().map {
        (name: $1.channel.name, place: inside + $0, width: $1.sum.channels)
      }
    return SegmentPlan.Indices(
      channels: channels,
      segments: Dictionary(
        uniqueKeysWithValues: sessions.enumerated().map { ($0.element.name, $0.offset) }
      ),
      buses: Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.place) }),
      widths: Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.width) }),
      monitor: outputs.firstIndex { $0.route.monitors != nil },
      captures: Dictionary(
        uniqueKeysWithValues: captures.enumerated().map { ($1, outputs.count + $0) }
      )
    )
  }

  private func segment(
    of channel: LiveChannel,
    _ indices: SegmentPlan.Indices
  ) -> SegmentDescription {
    var segment = SegmentPlan(channel, indices).segment
    switch channel.purpose {
    case .session: break
    // What calls somebody does not wait for music.
    case .interrupter, .ring, .systemSounds: segment.isAwaited = false
    case .output: segment.stage = .output
    case .bus: segment.stage = .bus
    }
    guard channel.purpose.isSessionOrBus else { return segment }
    segment.sharedGains = groups.indices.filter { groups[$0].group.members.contains(channel.name) }
    return segment
  }

  /// The place of a channel among all segments.
  private func place(of purpose: LiveChannel.Purpose) -> Int? {
    channels.firstIndex { $0.purpose == purpose }
  }
}
