// SPDX-License-Identifier: Apache-2.0
// Hands a session over to its next source when what is in charge falls silent, and back.

import ControlTower
import Quantities
import RenderCore
import RigModel
import SoundFiles

/// Watches the sources of sessions that have a fallback.
///
/// It acts on sessions only that are to sound by the tower's decision: what is interrupted or
/// paused is silent for a reason.
///
/// > Threading: Control.
struct FallbackControl: EnginePart {
  /// How long what returns may be silent between two sounds.
  private static let gap = Seconds(1)

  let context: EngineContext
  let mixer: MixerControl
  let players: PlayerControl

  /// Looks at all sessions once.
  func look(now: MonotonicTime) {
    for session in live.sessions {
      guard let fallback = session.preset.fallback else { continue }
      look(at: session, fallback, now)
    }
  }

  private func look(at session: LiveChannel, _ fallback: Fallback, _ now: MonotonicTime) {
    if session.settings.fallback.settings?.sources != fallback.sources {
      // The preset names others by now: it begins with the session's own.
      let isEdited = session.settings.fallback.settings != nil
      session.settings.fallback = FallbackState()
      if isEdited {
        mixer.setSourceGains(of: session, over: HostTimes.fader.frames(at: sampleRate))
      }
    }
    session.settings.fallback.settings = fallback
    let peaks = zip(session.preset.sources, session.nodes.gains).map { source, gain in
      (source: source.name, isSounding: gain.takePeak() > LinearGain(fallback.floor).factor)
    }
    guard session.gate.isSounding else {
      (session.settings.fallback.lastSound, session.settings.fallback.returning) = (nil, nil)
      return
    }
    rest(session, now)
    let places = fallback.places(among: session.preset.sources.map(\.name))
    session.settings.fallback.place = min(session.settings.fallback.place, places.count - 1)
    func sounds(_ place: Int) -> Bool {
      peaks.contains { $0.isSounding && places[place].contains($0.source) }
    }
    if session.settings.fallback.place > 0, sounds(0) {
      let since = session.settings.fallback.returning?.since ?? now
      session.settings.fallback.returning = (since, now)
      if now.elapsed(since: since) >= fallback.confidence {
        return hand(session, to: 0, because: nil, now)
      }
    } else if let last = session.settings.fallback.returning?.last,
      now.elapsed(since: last) > Self.gap
    {
      session.settings.fallback.returning = nil
    }
    let place = session.settings.fallback.place
    if sounds(place) || session.settings.fallback.lastSound == nil {
      session.settings.fallback.lastSound = now
    }
    guard place + 1 < places.count else { return }
    if let reason = failure(of: places[place], in: session) {
      return hand(session, to: place + 1, because: reason, now)
    }
    let silence = now.elapsed(since: session.settings.fallback.lastSound ?? now)
    guard silence >= fallback.patience else { return }
    let names = places[place].map { "'\($0)'" }.joined(separator: " and ")
    let reason = "\(names) has been silent for \(fallback.patience.tenths) s"
    hand(session, to: place + 1, because: reason, now)
  }

  /// Why nothing is to be expected of sources any more; `nil` while one of them may sound.
  private func failure(of sources: [String], in session: LiveChannel) -> String? {
    var reasons: [String] = []
    for (index, source) in session.current.sources.enumerated() where sources.contains(source.name)
    {
      guard let reason = failure(ofSource: index, source, in: session) else { return nil }
      reasons.append("'\(source.name)' \(reason)")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
  }

  private func failure(
    ofSource index: Int,
    _ source: Source,
    in session: LiveChannel
  ) -> String? {
    if let player = session.players[index] {
      if let failure = player.file.failure { return "was cut off: \(failure)" }
      return player.hasEnded ? "has ended" : nil
    }
    switch source.kind {
    case .route(let name, _) where name != Send.currentRoute:
      return mixer.present.contains(name) ? nil : "is unplugged"
    case .jack:
      let isWaiting = (0..<source.channels).allSatisfy { channel in
        let key = PortKey.source(session: session.name, source: source.name, channel: channel)
        return context.waiting[key]?.isEmpty == false
      }
      return isWaiting ? "is not there" : nil
    case .silent: return "is missing"
    case .route, .player, .session, .insert: return nil
    }
  }

  private func hand(
    _ session: LiveChannel,
    to place: Int,
    because reason: String?,
    _ now: MonotonicTime
  ) {
    session.settings.fallback.place = place
    session.settings.fallback.reason = reason
    (session.settings.fallback.lastSound, session.settings.fallback.returning) = (now, nil)
    session.settings.fallback.quietAt = now.after(HostTimes.handover)
    for (index, player) in session.players.enumerated() {
      guard let player, session.isInCharge(player.source), place > 0 else { continue }
      if player.hasEnded { try? players.jump(index, of: session, to: nil) }
      players.set([player.source], of: session, toPlay: true)
    }
    mixer.setSourceGains(of: session, over: HostTimes.handover.frames(at: sampleRate))
    if let standIn = session.standIn, let reason {
      hooks.complain("'\(session.name)' plays '\(standIn)': \(reason).")
    } else {
      hooks.complain("'\(session.name)' plays its own sound again.")
    }
    context.lookAgain()
  }

  /// Pauses players that are not in charge, once they have faded.
  private func rest(_ session: LiveChannel, _ now: MonotonicTime) {
    if let quietAt = session.settings.fallback.quietAt, now < quietAt { return }
    let fallbacks = session.preset.fallback?.sources ?? []
    let idle = session.players.compactMap { player in
      player.flatMap { $0.isPlaying && !session.isInCharge($0.source) ? $0.source : nil }
    }
    let waiting = idle.filter(fallbacks.contains)
    if !waiting.isEmpty { players.set(waiting, of: session, toPlay: false) }
  }
}
