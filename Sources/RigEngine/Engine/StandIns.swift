// SPDX-License-Identifier: Apache-2.0
// Channels that can't be brought up: what stands in for them, so that the others are heard.

import ControlTower
package import RigErrors
package import RigModel

/// What stands in for channels that can't be brought up.
enum StandIns {
  /// Brings up what `rig` has, or, where it may be left out, what stands in for it.
  ///
  /// `mayStandIn` says whether something may stand in for the channel of that name; `make` brings a
  /// channel up.
  ///
  /// - Returns: the channels, and the rig that they are.
  /// - Throws: why something that nothing may stand in for can't be brought up.
  nonisolated(nonsending) static func bringUp(
    _ rig: Rig,
    mayStandIn: (String) -> Bool,
    make:
      nonisolated(nonsending) (Channel, LiveChannel.Purpose) async throws(RigError) -> LiveChannel
  ) async throws(RigError) -> (rig: Rig, channels: [LiveChannel]) {
    var made = rig
    var channels: [LiveChannel] = []
    for (purpose, channel) in rig.channels {
      do throws(RigError) {
        channels.append(try await make(channel, purpose))
      } catch {
        guard mayStandIn(channel.name) else { throw error }
        made.leaveOut(purpose.absence, of: channel.name, because: error)
        guard let standIn = made.standIn(for: purpose) else { continue }
        channels.append(try await make(standIn, purpose))
      }
    }
    return (made, channels)
  }
}

extension EngineContext {
  /// Notes what the rig goes without, though its preset is good.
  package func leaveOut(_ kind: Absence.Kind, of owner: String?, because error: RigError) {
    live.rig.leaveOut(kind, of: owner, because: error)
  }
}

extension Rig {
  /// Notes what the rig goes without, though its preset is good.
  package mutating func leaveOut(
    _ kind: Absence.Kind,
    of owner: String?,
    because error: RigError
  ) {
    let message = error.message
    let reason = message.hasSuffix(".") ? String(message.dropLast()) : message
    leftOut.append(Absence(kind, of: owner, because: reason))
  }

  /// Whether it goes without a part of something.
  package func goes(without kind: Absence.Kind, of owner: String) -> Bool {
    leftOut.contains { $0.kind == kind && $0.owner == owner }
  }

  /// Whether a channel could not be brought up as its preset has it.
  package func hasStandIn(for name: String) -> Bool {
    let kinds: [Absence.Kind] = [.sound, .graph, .limiter]
    return leftOut.contains { kinds.contains($0.kind) && $0.owner == name && $0.place == nil }
  }

  /// Lets an interrupter or a bus sound without its plugins and files, and a session be silent; all
  /// else is gone, and `nil`.
  fileprivate mutating func standIn(for purpose: LiveChannel.Purpose) -> Channel? {
    switch purpose {
    case .session(let name):
      guard let index = sessions.firstIndex(where: { $0.name == name }) else { return nil }
      sessions[index].channel = sessions[index].channel.silenced.alone
      return sessions[index].channel
    case .interrupter(let interrupter):
      let standIn = interrupters[interrupter]?.dry.alone
      interrupters[interrupter] = standIn
      return standIn
    case .bus(let name):
      guard let index = buses.firstIndex(where: { $0.name == name }) else { return nil }
      buses[index] = buses[index].dry
      return buses[index]
    case .ring(let interrupter): rings[interrupter] = nil
    case .systemSounds: systemSounds.files = [:]
    case .output(let name, let place):
      if let index = routes.firstIndex(where: { $0.name == name }) {
        routes[index].graphs[place] = nil
      }
    }
    return nil
  }
}

extension LiveChannel.Purpose {
  /// What is left out where it can't be brought up.
  fileprivate var absence: Absence.Kind {
    switch self {
    case .session, .interrupter, .ring, .systemSounds: .sound
    case .bus: .graph
    case .output(_, let place): place.absence
    }
  }
}
