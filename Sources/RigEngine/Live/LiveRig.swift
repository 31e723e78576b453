// SPDX-License-Identifier: Apache-2.0
// The rig that is up, and the plan that the renderer is to execute for it.

package import ControlTower
import LV2Hosting
package import Presets
package import Quantities
import RenderCore

/// The routes and sessions of the running rig.
///
/// > Threading: Control.
package struct LiveRig {
  package internal(set) var rig: Rig
  package internal(set) var routes: [LiveRoute]
  /// What the tower decides about.
  package internal(set) var sessions: [LiveSession]
  /// What is rendered outside the session rules.
  var channels: [LiveChannel] = []
  /// The gains that several channels share.
  package internal(set) var groups: [LiveGroup] = []

  /// All that is rendered, in the order in which it is mixed.
  package var strips: [LiveSession] { sessions + channels.map(\.session) }

  /// All ports that the rig needs, in the order in which people read them.
  package var ports: [PortGroup] {
    routes.map(\.ports) + strips.flatMap(\.ports) + rig.controlPorts
  }

  package func session(_ name: String) -> LiveSession? {
    sessions.first { $0.name == name }
  }

  package func session(_ id: SessionID) -> LiveSession? {
    session(id.name)
  }

  package func route(_ name: String) -> LiveRoute? {
    routes.first { $0.route.name == name }
  }

  /// How sentences call a strip.
  package func title(of strip: LiveSession) -> String {
    let noun =
      if session(strip.name) === strip {
        "session"
      } else if route(strip.name) != nil {
        "output"
      } else if channel(.bus(strip.name)) != nil {
        "bus"
      } else {
        "interrupter"
      }
    return "\(noun) '\(strip.name)'"
  }

  func channel(_ purpose: LiveChannel.Purpose) -> LiveChannel? {
    channels.first { $0.purpose == purpose }
  }

  /// The buses, each behind those that are sent to it.
  private var buses: [(name: String, session: LiveSession, sum: BusNode)] {
    channels.compactMap { channel in
      channel.sum.map { (channel.session.name, channel.session, $0) }
    }
  }

  /// Where levels of sends can stay: outputs and buses that are the same in another rig.
  func sendTargets(alsoIn other: LiveRig) -> Set<String> {
    let outputs = routes.filter(other.has).map(\.route.name)
    return Set(outputs + buses.map(\.name).filter { other.channel(.bus($0)) != nil })
  }

  /// What the renderer has to do, with the driver's `channels` for the rig's ports.
  func plan(channels: [PortKey: Int]) -> PlanDescription {
    let outputs = routes.filter(\.isOutput)
    func bus(_ route: LiveRoute) -> BusDescription {
      var bus = BusDescription(
        node: route.bus,
        driverChannels: route.route.channels.indices.map {
          channels[.route(route.route.name, channel: $0)] ?? DriverBlock.noChannel
        }
      )
      bus.graph = segment(.output(route.route.name, .graph))
      bus.limiter = segment(.output(route.route.name, .limiter))
      return bus
    }
    let captures = sessions.compactMap { live in live.inputs.capture.map { (live, $0.bus) } }
    let captureBuses = captures.map { live, bus in
      BusDescription(
        node: bus,
        driverChannels: live.session.captured.indices.map {
          channels[.capture(session: live.name, channel: $0)] ?? DriverBlock.noChannel
        }
      )
    }
    let inside = outputs.count + captures.count
    let busPlaces = buses.enumerated().map { ($0.element.name, inside + $0.offset) }
    let busWidths = buses.map { ($0.name, $0.sum.channels) }
    let indices = SegmentPlan.Indices(
      channels: channels,
      segments: Dictionary(
        uniqueKeysWithValues: sessions.enumerated().map { ($0.element.name, $0.offset) }
      ),
      buses: Dictionary(
        uniqueKeysWithValues: outputs.enumerated().map { ($0.element.route.name, $0.offset) }
          + busPlaces
      ),
      widths: Dictionary(
        uniqueKeysWithValues: outputs.map { ($0.route.name, $0.route.channels.count) } + busWidths
      ),
      captures: Dictionary(
        uniqueKeysWithValues: captures.enumerated().map { ($1.0.name, outputs.count + $0) }
      )
    )
    var plan = PlanDescription(
      segments: sessions.map { grouped(SegmentPlan($0, indices).segment, $0.name) }
        + self.channels.map { channel in
          var segment = SegmentPlan(channel.session, indices).segment
          switch channel.purpose {
          case .output: segment.stage = .output
          case .bus:
            segment = grouped(segment, channel.session.name)
            segment.stage = .bus
          case .interrupter, .ring, .systemSounds: break
          }
          return segment
        },
      buses: outputs.map(bus) + captureBuses
        + buses.map {
          BusDescription(node: $0.sum, through: segment(.bus($0.name)) ?? 0)
        },
      inputs: routes.filter { !$0.isOutput }.map(bus),
      control: ControlPorts(
        input: channels[.control(.input)] ?? DriverBlock.noChannel,
        output: channels[.control(.output)] ?? DriverBlock.noChannel,
        sendsClock: rig.transport?.midiClock == .out
      )
    )
    plan.sharedGains = groups.map(\.gain)
    return plan
  }

  /// A segment with the gains of its groups.
  private func grouped(_ segment: SegmentDescription, _ name: String) -> SegmentDescription {
    var segment = segment
    segment.sharedGains = groups.indices.filter { groups[$0].group.members.contains(name) }
    return segment
  }

  /// The place of a channel among all strips.
  private func segment(_ purpose: LiveChannel.Purpose) -> Int? {
    channels.firstIndex { $0.purpose == purpose }.map { sessions.count + $0 }
  }

  /// What plugins add on the ways to each output channel of the driver.
  package func latencies(channels: [PortKey: Int]) -> [Int: Latency] {
    var result: [Int: Latency] = [:]
    // What has reached each bus; those that are sent to it stand before it.
    var arriving: [String: Latency] = [:]
    for live in strips {
      let delays = outputLatencies(of: live, arriving: arriving[live.name] ?? .none)
      for liveSend in live.liveSends {
        let send = live.session.sends[liveSend.send]
        let stream = live.session.channels(of: send)
        func delay(_ pair: Send.ChannelPair) -> Latency { delays[stream[pair.from - 1] - 1] }
        if send.isToBus {
          let ways = send.map.map(delay) + [arriving[send.route]].compactMap(\.self)
          arriving[send.route] = Latency(joining: ways)
          continue
        }
        guard let width = route(liveSend.route)?.route.channels.count else { continue }
        for pair in send.map(onto: width) {
          guard let channel = channels[.route(liveSend.route, channel: pair.to - 1)] else {
            continue
          }
          let way = delay(pair)
          let whole = outputDelay(of: liveSend.route, live, channel: pair.to - 1, after: way)
          result[channel] = result[channel]?.joined(with: whole) ?? whole
        }
      }
    }
    return result
  }

  /// What is behind a way to a channel (from 0) of an output: its graph, its limiter, its delay.
  private func outputDelay(
    of route: String,
    _ live: LiveSession,
    channel: Int,
    after delay: Latency
  ) -> Latency {
    let places: [OutputGraph] = live.session.usesRouteFaders ? [.graph, .limiter] : [.limiter]
    let own = Latency(self.route(route)?.bus.delay ?? .zero)
    return places.reduce(delay.followed(by: own)) {
      $0.followed(by: latency(of: route, $1, channel: channel))
    }
  }

  /// How late a channel (from 0) of an output is behind what its sound goes through.
  private func latency(of route: String, _ place: OutputGraph, channel: Int) -> Latency {
    guard let strip = self.channel(.output(route, place))?.session else { return .none }
    return strip.outputLatencies(sources: [.none], inserts: [])[channel]
  }

  /// The latency of each output channel of a session, through its graph and through the sessions that it hears.
  ///
  /// `arriving` is how late what is sent to it is, for a bus.
  func outputLatencies(of live: LiveSession, arriving: Latency = .none) -> [Latency] {
    var visited: Set<String> = []
    return outputLatencies(of: live, arriving: arriving, visited: &visited)
  }

  private func outputLatencies(
    of live: LiveSession,
    arriving: Latency = .none,
    visited: inout Set<String>
  ) -> [Latency] {
    let graph = live.session.graph
    // The tower lets no circle sound.
    guard visited.insert(live.name).inserted else { return graph.outputs.map { _ in .none } }
    defer { visited.remove(live.name) }
    func delay(of name: String) -> Latency {
      let paths = session(name).map { outputLatencies(of: $0, visited: &visited) } ?? []
      return Latency(joining: paths) ?? .none
    }
    let sources = live.session.sources.map { source -> Latency in
      switch source.kind {
      case .session(let name, _, _): return delay(of: name)
      case .insert: return arriving
      default: return live.voiceLatency
      }
    }
    return live.outputLatencies(
      sources: sources,
      inserts: graph.inserts.map { delay(of: $0.session) }
    )
  }
}
