// SPDX-License-Identifier: Apache-2.0
// The sends of a channel that is up: pinned ones, and one to each output that its current route may
// be.

import Quantities
import RenderCore
import RigModel

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
  let node: SendNode
}

/// What makes two sends the same: where the signal is taken, and where it goes.
struct SendIdentity: Hashable {
  private let map: [Send.ChannelPair]
  private let tap: Send.Tap
  private let isPinned: Bool
  private let route: String

  init(_ send: Send, to route: String, of channel: Channel) {
    let stream = channel.channels(of: send)
    map = send.map.map { Send.ChannelPair(from: stream[$0.from - 1], to: $0.to) }
    tap = send.tap
    isPinned = !send.followsRoute
    self.route = route
  }
}

extension Channel {
  /// The graph's output channels (from 1) of the stream that is sent.
  func channels(of send: Send) -> [Int] {
    streams.first { $0.name == send.stream }?.channels ?? []
  }

  /// The routes that each send may lead to, by the index of the send.
  func targets(among outputs: [String]) -> [(send: Int, route: String)] {
    sends.enumerated().flatMap { index, send in
      (send.followsRoute ? outputs : [send.route]).map { (index, $0) }
    }
  }

  /// The sends of the channel, all closed.
  func makeLiveSends(among outputs: [String]) -> [LiveSend] {
    targets(among: outputs).map {
      LiveSend(send: $0.send, route: $0.route, node: SendNode(gain: 0))
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
