// SPDX-License-Identifier: Apache-2.0
// The sends of a channel that is up: pinned ones, and one to each output that its current route may
// be.

import ControlTower
import Quantities
import RenderCore
package import RigModel

/// One output of a send: from a channel to an output route.
///
/// A send that follows the session's route has one of these for every output; the tower says which
/// of them is open.
///
/// > Threading: Control.
struct LiveSend {
  /// The index of the preset's send.
  let send: Int
  /// The name of the output route.
  let route: String
  /// The output on which it is heard in place of that, beside what is cued.
  let monitor: String?
  var node: SendNode
}

extension LiveSend {
  /// What makes it the same as another one, for a channel with these sends.
  func identity(in channel: Channel) -> SendIdentity {
    SendIdentity(channel.sends[send], to: route, on: monitor, of: channel)
  }
}

extension LiveSend {
  /// Whether what it leads to is among these routes and buses.
  func leads(to places: Set<String>) -> Bool {
    places.contains(route) && monitor.map(places.contains) != false
  }
}

/// Where sound can be sent to in a rig.
package struct SendPlaces: Sendable {
  /// The names of the outputs.
  let outputs: [String]
  /// The output whose sum is heard on another one, too, and that one.
  let monitored: String?
  let monitor: String?

  /// None: what is made there goes back to the rig.
  package static let none = SendPlaces(of: Rig(file: ""))

  /// The outputs of a rig, and what its monitor hears.
  package init(of rig: Rig) {
    outputs = rig.routes.filter { $0.direction == .output }.map(\.name)
    (monitored, monitor) = (rig.monitor?.monitors, rig.monitor?.name)
  }
}

/// What makes two sends the same: where the signal is taken, and where it goes.
struct SendIdentity: Hashable {
  private let map: [Send.ChannelPair]
  private let tap: Send.Tap
  private let isPinned: Bool
  private let followsCrossfader: Bool
  private let route: String
  private let monitor: String?

  init(_ send: Send, to route: String, on monitor: String? = nil, of channel: Channel) {
    self.monitor = monitor
    let stream = channel.channels(of: send)
    map = send.map.map { Send.ChannelPair(from: stream[$0.from - 1], to: $0.to) }
    tap = send.tap
    isPinned = !send.followsRoute
    followsCrossfader = send.followsCrossfader
    self.route = route
  }
}

extension Channel {
  /// The graph's output channels (from 1) of the stream that is sent.
  func channels(of send: Send) -> [Int] {
    streams.first { $0.name == send.stream }?.channels ?? []
  }

  /// The sends of the channel to all routes that each may lead to, all closed.
  func makeLiveSends(among places: SendPlaces) -> [LiveSend] {
    sends.enumerated().flatMap { index, send in
      (send.followsRoute ? places.outputs : [send.route]).flatMap { route -> [LiveSend] in
        let isMonitored = route == places.monitored && !send.isCueOnly && entry == .sum
        return (isMonitored ? [nil, places.monitor] : [nil]).map {
          LiveSend(send: index, route: route, monitor: $0, node: SendNode(gain: 0))
        }
      }
    }
  }
}

extension Channel {
  /// For each send the one of `before` that it goes on with: the one that does the same, or else
  /// the one of its name.
  func sendsGoingOn(from before: Channel) -> [Int?] {
    var left = Array(before.sends.indices)
    func take(_ isMeant: (Int) -> Bool) -> Int? {
      left.firstIndex(where: isMeant).map { left.remove(at: $0) }
    }
    let same = sends.map { send in
      take { old in
        SendIdentity(before.sends[old], to: before.sends[old].route, of: before)
          == SendIdentity(send, to: send.route, of: self)
      }
    }
    return sends.indices.map { index in
      same[index] ?? take { before.sends.name(of: $0) == sends.name(of: index) }
    }
  }
}

extension Send {
  /// The gain of the send, given whether its channel is cued.
  func gain(isCued: Bool) -> LinearGain {
    isCueOnly && !isCued ? .silence : LinearGain(level)
  }
}
