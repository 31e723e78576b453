// SPDX-License-Identifier: Apache-2.0
// How late the outputs of a rig are, for what JACK is told.

import Presets
package import Quantities
import RenderCore

extension LiveRig {
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
