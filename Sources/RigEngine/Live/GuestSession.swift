// SPDX-License-Identifier: Apache-2.0
// The session of a program that no preset knows.

import ControlTower
package import Presets

extension Session {
  /// A session with JACK inputs of the program's name, heard wherever the tower routes it.
  ///
  /// A name that is taken gets a number; what JACK or the control commands could not say is left out of it.
  package static func guest(of program: String, besides rig: Rig) -> Session {
    let letters = program.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    let base = letters.isEmpty ? "guest" : String(letters.prefix(32))
    let taken = rig.takenNames
    var name = base
    var number = 2
    while taken.contains(name) {
      name = "\(base)\(number)"
      number += 1
    }
    var session = Session(
      configuration: SessionConfiguration(
        id: SessionID(name),
        behaviour: SessionBehaviour(
          resume: .never,
          resumesAfterReset: false,
          recordPermission: .undetermined
        )
      )
    )
    session.sources = [Source(name: "program", channels: 2, kind: .jack([[], []]))]
    session.graph.outputs = (1...2).map { [.source(0, channel: $0)] }
    session.streams = [Stream(name: "main", channels: [1, 2])]
    session.sends = [
      Send(
        stream: "main",
        route: Send.currentRoute,
        map: (1...2).map { Send.ChannelPair(from: $0, to: $0) }
      )
    ]
    return session
  }
}

extension Rig {
  /// Names that a new session can't have: those of sessions and routes, and those of their ports.
  fileprivate var takenNames: Set<String> {
    let ports =
      routes.flatMap(\.portNames)
      + sessions.flatMap { session in session.sources.flatMap(session.portNames) }
    let owners = ports.map { String($0.prefix(upTo: $0.lastIndex(of: "_") ?? $0.endIndex)) }
    return Set(ports + owners + routes.map(\.name) + sessions.map(\.name))
  }
}
