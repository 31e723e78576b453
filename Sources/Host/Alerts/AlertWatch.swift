// SPDX-License-Identifier: Apache-2.0
// Finds faults of a rig that nobody watches: checks with each tick, and reports each fault once.

import AudioBackend
import ControlProtocol
import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigModel
import SoundFiles

/// Checks for the faults that a preset wants alerts about.
///
/// Each kind is a yes-or-no question; `Alarm` decides when the answer becomes an alert.
///
/// > Threading: Control.
final class AlertWatch {
  /// What an alert is about.
  struct Key: Hashable {
    var kind: AlertKind
    var subject: String
  }

  /// An alert that has begun or ended.
  struct Change {
    var key: Key
    var isRaised: Bool
    var sentence: String
  }

  private var alarms: [Key: Alarm] = [:]
  private var settings: AlertSettings?
  private var xruns = XrunRate()
  private let room = DiskRoom()
  /// Why isolated sessions were lost, for those that have not come back.
  private var lost: [String: String] = [:]

  /// How far above its threshold a silent route's level must rise to end the silence, in dB.
  private static let margin: Float = 3

  /// The present alerts, in the order of their kinds.
  var raised: [Key] {
    let keys = alarms.filter(\.value.isRaised).keys
    return AlertKind.allCases.flatMap { kind in
      keys.filter { $0.kind == kind }.sorted { $0.subject < $1.subject }
    }
  }

  /// Whether a route is silent whose silence is to let the watchdog end the rig.
  var withholdsWatchdog: Bool {
    raised.contains { $0.kind == .silence && settings?.routes[$0.subject]?.feedsWatchdog == true }
  }

  /// Notes what has happened to the process of an isolated session.
  func note(_ event: RemoteGraphEvent, of session: String) {
    switch event {
    case .lost(let reason, _): lost[session] = reason
    case .returned: lost[session] = nil
    case .refused, .wrote: break
    }
  }

  /// Checks everything once; returns the alerts that have begun or ended.
  ///
  /// Without an `engine` the rig waits for a server to start on; `isService` says whether a service
  /// manager has started it.
  func look(
    _ rig: Rig,
    _ engine: Engine?,
    _ server: AudioServer,
    isService: Bool,
    now: MonotonicTime
  ) -> [Change] {
    if settings != rig.alerts {
      settings = rig.alerts
      xruns = XrunRate()
    }
    var seen = Findings(now: now)
    if let settings {
      look(at: server, settings, isService: isService, &seen)
    }
    if let settings, let engine {
      for route in engine.live.routes { look(at: route, settings, engine, server, &seen) }
      if let limit = settings.xruns { look(at: server, limit, &seen) }
      if let least = settings.leastDiskBytes { look(at: rig, engine, least, &seen) }
      if settings.watchesRecordings { look(atRecordingsOf: engine, &seen) }
      if settings.watchesLostSessions { look(atSessionsOf: engine, &seen) }
      if settings.watchesLeftOut { look(atPartsOf: engine, &seen) }
      if settings.watchesFallbacks { look(atFallbacksOf: engine, &seen) }
      if settings.watchesAlarm { look(atAlarmOf: engine, server, &seen) }
    }
    return settle(seen)
  }

  // MARK: Questions

  /// What was found at a moment.
  private struct Findings {
    let now: MonotonicTime
    var answers: [Key: Answer] = [:]

    struct Answer {
      /// `nil` where that is not known.
      var isWrong: Bool?
      var patience: Seconds
      var calm: Seconds
      var sentence: String
    }

    mutating func add(
      _ kind: AlertKind,
      _ subject: String,
      isWrong: Bool?,
      after patience: Seconds = .zero,
      until calm: Seconds,
      _ sentence: String
    ) {
      answers[Key(kind: kind, subject: subject)] = Answer(
        isWrong: isWrong,
        patience: patience,
        calm: calm,
        sentence: sentence
      )
    }
  }

  private func look(
    at route: LiveRoute,
    _ settings: AlertSettings,
    _ engine: Engine,
    _ server: AudioServer,
    _ seen: inout Findings
  ) {
    let name = route.route.name
    let isPlugged = engine.mixer.present.contains(name)
    let isCut = isPlugged && engine.context.cutRoutes.contains(name)
    let levels = engine.meters.levels(of: route.bus)
    let isHeard = isPlugged && server.isRendering && !levels.isEmpty
    if settings.watchesClipping, route.isOutput {
      let isWrong = isHeard ? levels.contains { $0.peak > 1 } : nil
      let sentence = "'\(name)' clips: its samples are beyond full scale."
      seen.add(.clipping, name, isWrong: isWrong, until: Seconds(10), sentence)
    }
    guard let alert = settings.routes[name] else { return }
    if let time = alert.unpluggedTime {
      let isWrong = server.isRendering ? !isPlugged || isCut : nil
      let how = isCut ? "disconnected by another program" : "unplugged"
      let sentence = "'\(name)' has been \(how) for \(Self.words(time))."
      seen.add(.unplugged, name, isWrong: isWrong, after: time, until: Seconds(1), sentence)
    }
    if let time = alert.silenceTime {
      let key = Key(kind: .silence, subject: name)
      let margin = alarms[key]?.isRaised == true ? Self.margin : 0
      let threshold = LinearGain(Decibels(alert.silence.value + margin)).factor
      // A session that is interrupted is silent on purpose.
      let mayBeSilent = !isHeard || engine.tower.isInterrupterLasting
      let isWrong = mayBeSilent ? nil : isCut || levels.allSatisfy { $0.rms < threshold }
      let sentence =
        "'\(name)' has been silent, below \(alert.silence.value) dB, for \(Self.words(time))."
      seen.add(.silence, name, isWrong: isWrong, after: time, until: Seconds(0.5), sentence)
    }
  }

  private func look(
    at server: AudioServer,
    _ settings: AlertSettings,
    isService: Bool,
    _ seen: inout Findings
  ) {
    if let time = settings.serverTime {
      let why = server.waitsFor.map { " \($0)" } ?? ""
      let sentence = "There has been no JACK server for \(Self.words(time)).\(why)"
      let isWrong = !server.isRendering
      seen.add(.server, "jack", isWrong: isWrong, after: time, until: Seconds(1), sentence)
    }
    if settings.watchesDummy, isService {
      let sentence = "JACK plays to its dummy driver: nobody hears the rig."
      let isWrong = server.playsToNobodyUnasked
      seen.add(.dummy, "jack", isWrong: isWrong, after: Seconds(1), until: .zero, sentence)
    }
  }

  private func look(at server: AudioServer, _ limit: XrunAlert, _ seen: inout Findings) {
    let count = xruns.take(server.driver.xruns, within: limit.time, now: seen.now)
    let sentence = "JACK has lost \(count) cycles within \(Self.words(limit.time))."
    // The alert lasts until the count is below half of the limit.
    let isRaised = alarms[Key(kind: .xruns, subject: "jack")]?.isRaised == true
    let isWrong = count >= (isRaised ? max(1, limit.count / 2) : limit.count)
    seen.add(.xruns, "jack", isWrong: isWrong, until: .zero, sentence)
  }

  private func look(at rig: Rig, _ engine: Engine, _ least: Int64, _ seen: inout Findings) {
    let files = rig.recordings.map(\.file) + engine.recorders.running.map(\.recorder.path)
    let folders = files.map { file in
      file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    }
    let all = Set(folders + [rig.recordingsFolder].compactMap(\.self))
    for (folder, free) in room.look(at: all, now: seen.now) {
      let isRaised = alarms[Key(kind: .disk, subject: folder)]?.isRaised == true
      let isWrong = free < (isRaised ? least + least / 10 : least)
      let sentence =
        "The disk of \(folder) is nearly full: \(free / 1_000_000) MB are left for recordings."
      seen.add(.disk, folder, isWrong: isWrong, until: .zero, sentence)
    }
  }

  private func look(atRecordingsOf engine: Engine, _ seen: inout Findings) {
    for recording in engine.recorders.running {
      let (subject, failure) = (recording.subject, recording.recorder.failure)
      let sentence = "'\(subject)' is not recorded any more: \(failure?.description ?? "")."
      seen.add(.recording, subject, isWrong: failure != nil, until: .zero, sentence)
    }
  }

  /// How long an alarm may be silent between two of its tones.
  private static let alarmGap = Seconds(3)

  private func look(atAlarmOf engine: Engine, _ server: AudioServer, _ seen: inout Findings) {
    guard engine.tower.phase(of: .alarm) == .lasting else { return }
    for output in engine.outputsOfAlarm {
      let (name, reason) = (output.route, output.silence(isRendering: server.isRendering))
      let sentence = "An alarm lasts, and '\(name)' is silent: \(reason ?? "")."
      seen.add(
        .alarm,
        name,
        isWrong: reason != nil,
        after: Self.alarmGap,
        until: Seconds(1),
        sentence
      )
    }
  }

  private func look(atPartsOf engine: Engine, _ seen: inout Findings) {
    for absence in engine.live.rig.leftOut {
      seen.add(.leftOut, absence.part, isWrong: true, until: .zero, absence.sentence)
    }
  }

  private func look(atFallbacksOf engine: Engine, _ seen: inout Findings) {
    for session in engine.live.sessions where session.preset.fallback != nil {
      let text = session.standInText
      let sentence = "'\(session.name)' \(text ?? "")."
      seen.add(.fallback, session.name, isWrong: text != nil, until: .zero, sentence)
    }
  }

  private func look(atSessionsOf engine: Engine, _ seen: inout Findings) {
    for session in engine.live.sessions where session.isolated != nil {
      let reason = lost[session.name]
      let sentence = "Session '\(session.name)' is lost: \(reason ?? "")."
      let isWrong = reason != nil
      seen.add(.lostSession, session.name, isWrong: isWrong, until: Seconds(5), sentence)
    }
  }

  // MARK: Answers

  /// Updates the alarms and returns what has begun or ended; an alert that is not checked any more
  /// is over.
  private func settle(_ seen: Findings) -> [Change] {
    var changes: [Change] = []
    for (key, answer) in seen.answers {
      var alarm = alarms[key] ?? Alarm(after: answer.patience, until: answer.calm)
      if alarm.patience != answer.patience {
        alarm = Alarm(after: answer.patience, until: answer.calm)
      }
      if alarm.look(isWrong: answer.isWrong, now: seen.now) {
        let sentence = alarm.isRaised ? answer.sentence : key.sentenceWhenOver
        changes.append(Change(key: key, isRaised: alarm.isRaised, sentence: sentence))
      }
      alarms[key] = alarm
    }
    for (key, alarm) in alarms where seen.answers[key] == nil {
      if alarm.isRaised {
        changes.append(Change(key: key, isRaised: false, sentence: key.sentenceWhenUnasked))
      }
      alarms[key] = nil
    }
    return changes.sorted {
      ($0.key.kind.rawValue, $0.key.subject) < ($1.key.kind.rawValue, $1.key.subject)
    }
  }

  private static func words(_ time: Seconds) -> String {
    Int(exactly: time.value).map { "\($0) s" } ?? "\(time.value) s"
  }
}
