// SPDX-License-Identifier: Apache-2.0
// The session of a program that no preset knows.

import ControlTower
package import RigErrors
package import RigModel

/// How many channels a program plays and hears.
package struct GuestChannels {
  let played: Int
  let captured: Int

  /// The most that there can be of each.
  private static let most = 64

  /// Counts channels; refuses what no program has.
  package init(played: Int, captured: Int) throws(RigError) {
    guard (1...Self.most).contains(played), (0...Self.most).contains(captured) else {
      throw .data(
        "A program plays 1 to \(Self.most) channels and hears up to \(Self.most), not \(played) and \(captured)."
      )
    }
    (self.played, self.captured) = (played, captured)
  }
}

extension Session {
  /// A session with JACK inputs of the program's name, heard wherever the tower routes it, and
  /// outputs by which it hears.
  ///
  /// A name that is taken gets a number; what JACK or the control commands could not say is left
  /// out of it.
  package static func guest(
    of program: String,
    _ channels: GuestChannels,
    besides rig: Rig
  ) -> Session {
    let letters = program.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    let base = letters.isEmpty ? "guest" : String(letters.prefix(32))
    let taken = rig.takenNames
    var name = base
    var number = 2
    while taken.contains(name) || taken.contains("\(name)_capture") {
      name = "\(base)\(number)"
      number += 1
    }
    var configuration = SessionConfiguration(
      id: SessionID(name),
      behaviour: SessionBehaviour(
        resume: .never,
        resumesAfterReset: false,
        recordPermission: .undetermined
      )
    )
    configuration.usesInput = channels.captured > 0
    return Session(
      seat: Seat(configuration: configuration),
      channel: .guest(named: name, channels)
    )
  }
}

extension Channel {
  /// The channel of such a session.
  fileprivate static func guest(named name: String, _ channels: GuestChannels) -> Channel {
    var channel = Channel(name: name)
    let played = 1..<channels.played + 1
    channel.sources = [
      Source(name: "program", channels: channels.played, kind: .jack(played.map { _ in [] }))
    ]
    channel.graph.outputs = played.map { [.source(0, channel: $0)] }
    channel.streams = [Stream(name: "main", channels: Array(played))]
    channel.sends = [
      Send(
        stream: "main",
        route: Send.currentRoute,
        map: played.map { Send.ChannelPair(from: $0, to: $0) }
      )
    ]
    guard channels.captured > 0 else { return channel }
    let captured = 1..<channels.captured + 1
    channel.sources.append(
      Source(
        name: "input",
        channels: channels.captured,
        kind: .route(Send.currentRoute, channels: Array(captured))
      )
    )
    channel.graph.outputs += captured.map { [.source(1, channel: $0)] }
    channel.captured = captured.map { channels.played + $0 }
    return channel
  }
}

extension Rig {
  /// Names that a new session can't have: those of sessions and routes, and those of their ports.
  fileprivate var takenNames: Set<String> {
    let ports =
      routes.flatMap(\.portNames)
      + (sessions.map(\.channel) + Array(interrupters.values)).flatMap { channel in
        channel.sources.flatMap(channel.portNames) + channel.capturePortNames
      }
    let owners = ports.map { String($0.prefix(upTo: $0.lastIndex(of: "_") ?? $0.endIndex)) }
    let names = routes.map(\.name) + sessions.map(\.name) + interrupters.values.map(\.name)
    return Set(ports + owners + names + Self.reservedNames.map(\.key) + [Self.controlPortOwner])
  }
}
