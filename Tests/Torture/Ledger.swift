// SPDX-License-Identifier: Apache-2.0
// The changes that the rig has acknowledged, to be compared with its state after it was killed.

import ControlProtocol
import Foundation
import Quantities
import SeededNumbers
import SoundFiles

/// The acknowledged changes, and their times.
///
/// > Threading: Control.
struct Ledger {
  /// How recent a lost change may be, in seconds: a rig that is killed may still have been writing
  /// it to the disk.
  static let lossSeconds = 1.0

  private struct Entry {
    let value: String
    let time: ContinuousClock.Instant
  }

  private var entries: [String: [Entry]] = [:]
  private var takes: [(file: URL, begin: ContinuousClock.Instant)] = []

  /// Sets a value that outlives the program, and notes the acknowledgement.
  mutating func write(_ stage: Stage) throws {
    switch stage.random(0...3) {
    case 0:
      let level = "\(stage.random(-30...0)).0"
      try set(SetRequest(path: "booth.fader", value: level), "booth.fader", level, stage)
    case 1:
      let answer = ["granted", "denied"][stage.random(0...1)]
      let request = PermissionSetRequest(session: "memo", permission: answer)
      try set(request, "memo", answer, stage)
    case 2:
      let value = "\(stage.random(1...1_000))"
      guard try stage.ask(SetRequest(path: "glass.memory.new", value: value)) != nil else { return }
      try stage.wait("the plugin to take its value") {
        try stage.value("glass.memory.value") == value
      }
      try set(StateSaveRequest(), "glass.memory.value", value, stage)
    default:
      let file = stage.folder.appending(path: "takes/\(stage.random(0...99_999_999)).wav")
      try stage.ask(RecordStopRequest(subject: "deck"))
      let request = RecordStartRequest(subject: "deck", file: file.path)
      if try stage.ask(request) != nil { takes.append((file, ContinuousClock.now)) }
    }
  }

  private mutating func set(
    _ request: some ControlRequest,
    _ key: String,
    _ value: String,
    _ stage: Stage
  ) throws {
    if try stage.ask(request) != nil {
      entries[key, default: []].append(Entry(value: value, time: ContinuousClock.now))
    } else {
      // The rig may have carried it out or not.
      entries[key] = nil
    }
  }

  /// Compares with the state of the rig that was started after a kill at `end`; throws if anything
  /// was lost.
  mutating func compare(_ stage: Stage, killedAt end: ContinuousClock.Instant) throws {
    for (key, entries) in entries {
      let isOld = { (entry: Entry) in entry.time + .seconds(Ledger.lossSeconds) < end }
      let newest = entries.lastIndex(where: isOld) ?? -1
      guard newest >= 0 else { continue }
      let allowed = entries[newest...].map { $0.value }
      var found: String?
      func isKept() throws -> Bool {
        found = key == "memo" ? try stage.permission(of: key) : try stage.value(key)
        return found.map(allowed.contains) ?? false
      }
      do {
        // An isolated plugin reports its values a moment after it runs.
        try stage.wait("\(key)", seconds: 10, until: isKept)
      } catch {
        throw Complaint("\(key) is \(found ?? "unknown") after a kill, not one of \(allowed)")
      }
    }
    try compareTake(killedAt: end)
    self = Ledger()
  }

  /// Checks that the take that was running is as long as it took, less what may be lost.
  private func compareTake(killedAt end: ContinuousClock.Instant) throws {
    guard let take = takes.last else { return }
    let expected = (end - take.begin) / .seconds(1) - Ledger.lossSeconds
    guard expected > 0 else { return }
    let sound = try SoundFile.read(take.file.path)
    let seconds = Double(sound.channels.first?.count ?? 0) / sound.rate.hertz
    // JACK may have been late meanwhile.
    guard seconds >= expected * 0.9 else {
      throw Complaint("\(take.file.lastPathComponent) lasts \(seconds) s, not \(expected) s")
    }
  }
}

extension Stage {
  /// The text of a value.
  func value(_ path: String) throws -> String? { try ask(GetRequest(path: path))?.first?.value }

  fileprivate func permission(of session: String) throws -> String? {
    try ask(SessionShowRequest(session: session))?.recordPermission
  }
}
