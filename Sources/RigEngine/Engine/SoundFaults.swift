// SPDX-License-Identifier: Apache-2.0
// What keeps a session from sounding as it should though the rules let it: files, disks, ports,
// outputs.

package import ControlTower
package import Quantities
import RenderCore
import RigModel
import SoundFiles

extension EngineContext {
  /// What keeps a session from sounding as it should, each as a sentence without its full stop;
  /// `state` is the tower's.
  ///
  /// A file that can't be read is reported of any session; that one has ended, or that something is
  /// not there, of sessions that are to sound.
  package func faults(
    of session: LiveChannel,
    _ state: SessionState?,
    at now: MonotonicTime
  ) -> [String] {
    let isToSound = state.map { $0.activation != .inactive } ?? false
    var faults: [String] = []
    for index in session.players.indices {
      if let player = session.players[index] {
        faults += [self.fault(of: player, in: session, isToSound, at: now)].compactMap(\.self)
      } else if isToSound {
        faults += waiting(session.current.sources[index], of: session)
      }
    }
    guard isToSound, let state else { return faults }
    let standIn = [session.standInText].compactMap(\.self)
    return standIn + faults + cutOutputs(of: session, state)
  }

  private func fault(
    of player: LivePlayer,
    in session: LiveChannel,
    _ isToSound: Bool,
    at now: MonotonicTime
  ) -> String? {
    if player.isEmpty, player.jump == nil {
      let place = session.players.count == 1 ? "" : " in '\(player.source)'"
      return isToSound ? "no track is loaded\(place)" : nil
    }
    let file = player.track.track.name
    let name = session.players.count == 1 ? "'\(file)'" : "'\(file)' (\(player.source))"
    if let stream = player.file.stream { return fault(of: stream, name, player, isToSound) }
    if let failure = player.file.failure { return "\(name) was cut off: \(failure)" }
    if let wait = player.diskWait(at: now) {
      return "\(name) waits for its disk, which has not answered for \(wait.tenths) s"
    }
    if player.isPlaying, player.isStarving {
      return "\(name) starves: its disk is too slow"
    }
    return player.hasEnded && isToSound ? "\(name) has ended" : nil
  }

  private func fault(
    of stream: StreamState,
    _ name: String,
    _ player: LivePlayer,
    _ isToSound: Bool
  ) -> String? {
    if player.hasEnded, isToSound { return "the stream \(name) has ended" }
    guard player.isPlaying, isToSound else { return nil }
    if let failure = player.file.failure { return "\(failure); it is tried again" }
    switch stream.phase {
    case .connecting, .paused: return "the stream \(name) is being connected"
    case .buffering: return "the stream \(name) is being buffered"
    case .playing, .ended: return nil
    }
  }

  private func waiting(_ source: Source, of session: LiveChannel) -> [String] {
    var ports: [String] = []
    for channel in 0..<source.channels {
      let key = PortKey.source(session: session.name, source: source.name, channel: channel)
      for port in waiting[key] ?? [] where !ports.contains(port) { ports.append(port) }
    }
    let name = session.current.sources.count == 1 ? "its source" : "'\(source.name)'"
    return ports.isEmpty ? [] : ["\(name) waits for \(ports.joined(separator: ", "))"]
  }

  private func cutOutputs(of session: LiveChannel, _ state: SessionState) -> [String] {
    cutRoutes.sorted().compactMap { name in
      let isSent = session.current.sends.contains {
        $0.followsRoute
          ? state.route.outputs.contains(PortID(name)) : $0.route == name && !$0.isImplied
      }
      return isSent ? "'\(name)' is disconnected by another program" : nil
    }
  }
}
