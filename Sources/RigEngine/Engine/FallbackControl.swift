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
      if let fallback = session.preset.fallback {
        look(at: session, fallback, now)
      } else if session.settings.fallback.settings != nil {
        session.settings.fallback = FallbackState()
      }
    }
  }

  private func look(at session: LiveChannel, _ fallback: Fallback, _ now: MonotonicTime) {
    let names = session.preset.sources.map(\.name)
    let peaks = zip(names, session.nodes.gains).map { name, gain in
      (source: name, isSounding: gain.takePeak() > LinearGain(fallback.floor).factor)
    }
    follow(fallback, of: session)
    guard isToSound(session) else { return rest(of: session) }
    keepPlaying(session, now)
    let places = fallback.places(among: names)
    let sounding = places.map { place in
      peaks.contains { $0.isSounding && place.contains($0.source) }
    }
    let place = session.settings.fallback.place
    if let earlier = returning(sounding, to: session, fallback, now) {
      let reason = earlier > 0 ? "it sounds again" : nil
      return hand(session, to: earlier, because: reason, now)
    }
    if sounding[place] || session.settings.fallback.lastSound == nil {
      session.settings.fallback.lastSound = now
    }
    if let reason = failure(of: places[place], in: session) {
      guard let next = next(after: place, among: places, in: session) else { return }
      return hand(session, to: next, because: reason, now)
    }
    let silence = now.elapsed(since: session.settings.fallback.lastSound ?? now)
    guard silence >= fallback.patience, place + 1 < places.count else { return }
    let heard = places[place].map { "'\($0)'" }.joined(separator: " and ")
    let reason = "\(heard) has been silent for \(fallback.patience.tenths) s"
    hand(session, to: place + 1, because: reason, now)
  }

  // MARK: Whether there is anything to do

  /// Begins with the session's own sources where the preset names other fallbacks by now.
  private func follow(_ fallback: Fallback, of session: LiveChannel) {
    let known = session.settings.fallback.settings
    if let known, known.sources != fallback.sources {
      session.settings.fallback = FallbackState()
      mixer.setSourceGains(of: session, over: HostTimes.fader.frames(at: sampleRate))
    }
    session.settings.fallback.settings = fallback
  }

  private func isToSound(_ session: LiveChannel) -> Bool {
    guard session.gate.isSounding, let state = players.towerControl.tower.session(session.id)
    else { return false }
    return !state.isPaused
  }

  /// Counts no silence of a session that is silent for a reason; one that is inactive begins with
  /// its own sources the next time.
  private func rest(of session: LiveChannel) {
    session.settings.fallback.lastSound = nil
    session.settings.fallback.returning = nil
    let state = players.towerControl.tower.session(session.id)
    guard session.settings.fallback.place > 0, state?.activation == .inactive else { return }
    let settings = session.settings.fallback.settings
    session.settings.fallback = FallbackState()
    session.settings.fallback.settings = settings
    mixer.setSourceGains(of: session, over: context.ramp(of: session, HostTimes.fader))
    context.lookAgain()
  }

  // MARK: What is heard

  /// The first place before the one in charge that has sounded for long enough, or at all where
  /// nothing in charge plays.
  private func returning(
    _ sounding: [Bool],
    to session: LiveChannel,
    _ fallback: Fallback,
    _ now: MonotonicTime
  ) -> Int? {
    let place = session.settings.fallback.place
    let known = session.settings.fallback.returning
    guard let earlier = sounding[..<place].firstIndex(of: true) else {
      if let known, now.elapsed(since: known.last) > Self.gap {
        session.settings.fallback.returning = nil
      }
      return nil
    }
    let since = known?.place == earlier ? known?.since ?? now : now
    session.settings.fallback.returning = (earlier, since, now)
    let isStopped = zip(session.preset.sources, session.players).allSatisfy { source, player in
      !session.isInCharge(source.name) || player?.isPlaying == false
    }
    return isStopped || now.elapsed(since: since) >= fallback.confidence ? earlier : nil
  }

  /// The place that comes after one from which nothing is to be expected; behind the last one the
  /// first from which something is.
  private func next(after place: Int, among places: [[String]], in session: LiveChannel) -> Int? {
    if place + 1 < places.count { return place + 1 }
    return places.indices.first { $0 != place && failure(of: places[$0], in: session) == nil }
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
      if player.isEmpty { return "has no track" }
      if player.file.stream?.isSilent == true, let failure = player.file.failure {
        return "is lost: \(failure)"
      }
      // What was read before a fault is heard first.
      guard player.hasEnded else { return nil }
      return player.file.failure.map { "was cut off: \($0)" } ?? "has ended"
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

  // MARK: Handing over

  private func hand(
    _ session: LiveChannel,
    to place: Int,
    because reason: String?,
    _ now: MonotonicTime
  ) {
    session.settings.fallback.place = place
    session.settings.fallback.reason = reason
    session.settings.fallback.lastSound = now
    session.settings.fallback.returning = nil
    session.settings.fallback.quietAt = now.after(HostTimes.handover)
    session.settings.fallback.started = []
    keepPlaying(session, now)
    mixer.setSourceGains(of: session, over: HostTimes.handover.frames(at: sampleRate))
    hooks.complain("'\(session.name)' \(session.standInText ?? "plays its own sound again").")
    context.lookAgain()
  }

  /// Starts players of the fallback that are in charge, each once, also one that a reload has put
  /// into the place of another; and pauses those that are not, once they have faded.
  private func keepPlaying(_ session: LiveChannel, _ now: MonotonicTime) {
    let fallbacks = session.preset.fallback?.sources ?? []
    for (index, player) in session.players.enumerated() {
      guard let player, fallbacks.contains(player.source), session.isInCharge(player.source),
        !player.isEmpty,
        session.settings.fallback.started.insert(player.node.id).inserted, !player.isPlaying
      else { continue }
      if player.hasEnded { try? players.jump(index, of: session, to: nil) }
      players.set([player.source], of: session, toPlay: true)
    }
    if let quietAt = session.settings.fallback.quietAt, now < quietAt { return }
    let idle = session.players.compactMap { $0 }.filter { player in
      player.isPlaying && fallbacks.contains(player.source) && !session.isInCharge(player.source)
    }
    if !idle.isEmpty { players.set(idle.map(\.source), of: session, toPlay: false) }
  }
}
