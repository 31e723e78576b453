// SPDX-License-Identifier: Apache-2.0
// Learning: the control that is moved next steers a value, at once and, if that is wanted, in the preset.

import ControlProtocol
import ControlServer
import ControlTree
import Foundation
import MIDIControl
import Presets
import Quantities
import RigEngine
import RigErrors
import Synchronization

/// What `tarmac learn` asks for.
struct MIDILearning {
  let host: RigHost
  private static let lessons = 1.0...600
  private static let usualLesson = 30.0

  /// Waits for a control to be moved, and binds it.
  func learn(
    _ request: MIDILearnRequest,
    for client: ClientID,
    _ host: isolated RigHost
  ) async throws(RigError) -> LearnedBinding {
    let door = host.doors.midi
    let node = try await learnable(request.path)
    let seconds = request.seconds ?? Self.usualLesson
    guard Self.lessons.contains(seconds) else {
      throw .data("A control is waited for from 1 to 600 seconds, not \(seconds).")
    }
    let relative = try request.relative.map { word throws(RigError) in
      try self.relative(word)
    }
    guard door.desk.withLock({ $0.lesson == nil }) else {
      throw .busy("Somebody else is learning; try again when they have moved their control.")
    }
    try await openPorts(host)
    try host.programs.checkIsThere(client)
    let address = await door.lesson(for: client, until: .now.after(Seconds(seconds)))
    guard let address else {
      throw .refused("No control was moved within \(TreeValue.words(seconds)) seconds.")
    }
    let binding = MIDIBinding.learned(address, relative: relative, for: node)
    door.learned.withLock { $0.add(binding, at: node.path) }
    await door.adopt(host.present(host.rig), of: host)
    return LearnedBinding(path: node.path, control: address.text, line: binding.line)
  }

  /// Makes the ports of controllers, if the preset wants none.
  private func openPorts(_ host: isolated RigHost) async throws(RigError) {
    guard host.present(host.rig).midiMap == nil else { return }
    host.doors.midi.learned.withLock { $0.needsPorts = true }
    try await host.changes.during { () async throws(RigError) in
      try await host.become(host.rig, try host.runningEngine())
    }
    await host.doors.midi.adopt(host.present(host.rig), of: host)
  }

  private func learnable(_ path: String) async throws(RigError) -> NodeDescription {
    let found = try await HostTree(host: host).describe([path])
    guard let node = found.first(where: { $0.path == path }) ?? found.onlyElement else {
      throw .data("'\(path)' is more than one value: 'tarmac get \(path)' lists them.")
    }
    if case .trigger(let arguments) = node.kind, arguments.contains(where: { !$0.isOptional }) {
      throw .data("'\(path)' has to be told something: write its binding into the preset.")
    }
    guard !node.isReadOnly else { throw .data("'\(path)' can only be read.") }
    switch node.kind {
    case .text, .file, .opaque, .meter:
      throw .data("'\(path)' takes \(node.kind.allowed), which no control can say.")
    default: return node
    }
  }

  private func relative(_ word: String) throws(RigError) -> RelativeEncoding {
    guard let encoding = RelativeEncoding(rawValue: word) else {
      let words = RelativeEncoding.allCases.map(\.rawValue).joined(separator: ", ")
      throw .data("'\(word)' is no way to count turns: \(words).")
    }
    return encoding
  }

  // MARK: What was learned

  /// Forgets what was learned for a path.
  func forget(
    _ path: String,
    _ host: isolated RigHost
  ) async throws(RigError) -> [LearnedBinding] {
    guard host.doors.midi.learned.withLock({ $0.forget(path) }) else {
      throw .data("Nothing was learned for '\(path)'; 'tarmac learn --list' shows what was.")
    }
    await host.doors.midi.adopt(host.present(host.rig), of: host)
    return host.doors.midi.learned.withLock(\.status)
  }

  /// Writes what was learned into the preset's file, which stays otherwise as it is.
  func write(_ host: isolated RigHost) async throws(RigError) -> MIDIWriteRequest.Reply {
    let preset = host.rig.file
    let status = host.doors.midi.learned.withLock(\.status)
    guard !status.isEmpty else { throw .refused("Nothing was learned that could be written.") }
    let disk = BackgroundQueue.shared
    let file = try await disk.onDisk(preset) { () throws(RigError) in try PresetFile(preset) }
    let text: String
    do throws(MIDIMapText.Refusal) {
      text = try MIDIMapText(file.text).adding(status.map(\.line))
    } catch {
      throw .refused("\(preset) stays as it is: \(error.sentence)")
    }
    let draft = try await disk.onDisk(preset) { () throws(RigError) in try file.draft(text) }
    do throws(RigError) {
      try await check(draft, holds: status.map(\.line), preset, host)
      try await disk.onDisk(preset) { () throws(RigError) in try draft.commit() }
    } catch {
      try await disk.onDisk(preset) { () throws(RigError) in draft.discard() }
      throw error
    }
    host.doors.midi.learned.withLock { $0.noteWritten() }
    host.report("Wrote \(status.count) learned MIDI bindings into \(preset).")
    return MIDIWriteRequest.Reply(file: preset, bindings: status)
  }

  /// Refuses a text that is no preset, or does not bind what it should.
  private func check(
    _ draft: PresetFile.Draft,
    holds lines: [String],
    _ preset: String,
    _ host: isolated RigHost
  ) async throws(RigError) {
    let renewed: Rig
    do throws(RigError) {
      let before = host.engine?.live.rig.leftOut ?? []
      renewed = try await host.maker.read(draft.path, after: before)
    } catch {
      throw .refused("\(preset) stays as it is: with the new lines it would be wrong.")
    }
    let written = Set(renewed.midiMap?.bindings.map(\.line) ?? [])
    guard lines.allSatisfy(written.contains) else {
      throw .refused("\(preset) stays as it is: its 'midi_map' can't be added to by lines.")
    }
  }
}

extension MIDIDoor {
  /// Waits for a control to be moved; `nil` if none was, or who waits has gone.
  ///
  /// It begins where it is called: between a look whether the client is there and its lesson the client can't leave.
  fileprivate nonisolated(nonsending) func lesson(
    for client: ClientID,
    until end: MonotonicTime
  ) async -> MIDIAddress? {
    await withCheckedContinuation { answer in
      desk.withLock { desk in
        guard desk.lesson == nil else { return answer.resume(returning: nil) }
        desk.lesson = MIDILesson(client: client, end: end, answer: answer)
      }
      wake()
    }
  }
}

extension Array {
  /// The one element, if there is but one.
  fileprivate var onlyElement: Element? { count == 1 ? first : nil }
}
