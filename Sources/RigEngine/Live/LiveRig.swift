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
  /// What sounds outside the session rules.
  var buses: [LiveBus] = []

  /// All that is rendered, in the order in which it is mixed.
  package var strips: [LiveSession] { sessions + buses.map(\.session) }

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
      } else {
        "interrupter"
      }
    return "\(noun) '\(strip.name)'"
  }

  func bus(_ purpose: LiveBus.Purpose) -> LiveBus? {
    buses.first { $0.purpose == purpose }
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
      bus.graph = segment(of: route, .graph)
      bus.limiter = segment(of: route, .limiter)
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
    let indices = SegmentPlan.Indices(
      channels: channels,
      segments: Dictionary(
        uniqueKeysWithValues: sessions.enumerated().map { ($0.element.name, $0.offset) }
      ),
      buses: Dictionary(
        uniqueKeysWithValues: outputs.enumerated().map { ($0.element.route.name, $0.offset) }
      ),
      widths: Dictionary(
        uniqueKeysWithValues: outputs.map { ($0.route.name, $0.route.channels.count) }
      ),
      captures: Dictionary(
        uniqueKeysWithValues: captures.enumerated().map { ($1.0.name, outputs.count + $0) }
      )
    )
    return PlanDescription(
      segments: sessions.map { SegmentPlan($0, indices).segment }
        + buses.map { bus in
          var segment = SegmentPlan(bus.session, indices).segment
          if case .output = bus.purpose { segment.stage = .output }
          return segment
        },
      buses: outputs.map(bus) + captureBuses,
      inputs: routes.filter { !$0.isOutput }.map(bus),
      control: ControlPorts(
        input: channels[.control(.input)] ?? DriverBlock.noChannel,
        output: channels[.control(.output)] ?? DriverBlock.noChannel,
        sendsClock: rig.transport?.midiClock == .out
      )
    )
  }

  /// The place among all strips of what the sound of an output goes through.
  private func segment(of route: LiveRoute, _ place: OutputGraph) -> Int? {
    let purpose = LiveBus.Purpose.output(route.route.name, place)
    return buses.firstIndex { $0.purpose == purpose }.map { sessions.count + $0 }
  }

  /// What plugins add on the ways to each output channel of the driver.
  package func latencies(channels: [PortKey: Int]) -> [Int: Latency] {
    var result: [Int: Latency] = [:]
    for live in strips {
      let delays = outputLatencies(of: live)
      let places: [OutputGraph] = live.session.usesRouteFaders ? [.graph, .limiter] : [.limiter]
      for liveSend in live.liveSends {
        let send = live.session.sends[liveSend.send]
        guard let width = route(liveSend.route)?.route.channels.count else { continue }
        let stream = live.session.channels(of: send)
        for pair in send.map(onto: width) {
          guard let channel = channels[.route(liveSend.route, channel: pair.to - 1)] else {
            continue
          }
          let own = Latency(route(liveSend.route)?.bus.delay ?? .zero)
          let delay = places.reduce(delays[stream[pair.from - 1] - 1].followed(by: own)) {
            $0.followed(by: latency(of: liveSend.route, $1, channel: pair.to - 1))
          }
          result[channel] = result[channel]?.joined(with: delay) ?? delay
        }
      }
    }
    return result
  }

  /// How late a channel (from 0) of an output is behind what its sound goes through.
  private func latency(of route: String, _ place: OutputGraph, channel: Int) -> Latency {
    guard let strip = bus(.output(route, place))?.session else { return .none }
    return strip.outputLatencies(sources: [.none], inserts: [])[channel]
  }

  /// The latency of each output channel of a session, through its graph and through the sessions that it hears.
  func outputLatencies(of live: LiveSession) -> [Latency] {
    var visited: Set<String> = []
    return outputLatencies(of: live, visited: &visited)
  }

  private func outputLatencies(
    of live: LiveSession,
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
      guard case .session(let name, _, _) = source.kind else { return live.voiceLatency }
      return delay(of: name)
    }
    return live.outputLatencies(
      sources: sources,
      inserts: graph.inserts.map { delay(of: $0.session) }
    )
  }
}
