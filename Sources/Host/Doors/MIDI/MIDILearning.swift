// SPDX-License-Identifier: Apache-2.0
// Learning: the control that is moved next steers a value, at once and, if that is wanted, in the
// preset.

import ControlProtocol
import ControlServer
import ControlTree
import FoundationEssentials
import MIDIControl
import Quantities
import RigEngine
import RigErrors
import RigModel
import Synchronization

/// What `tarmac learn` asks for.
struct MIDILearning {
  let host: RigHost
  private static let waits = 1.0...600
  private static let usualWait = 30.0

  /// Waits for a control to be moved, and binds it.
  func learn(
    _ request: MIDILearnRequest,
    for client: ClientID,
    _ host: isolated RigHost
  ) async throws(RigError) -> LearnedBinding {
    let door = host.doors.midi
    let node = try await learnable(request.path)
    let seconds = request.seconds ?? Self.usualWait
    guard Self.waits.contains(seconds) else {
      throw .data("A control is waited for from 1 to 600 seconds, not \(seconds).")
    }
    let relative = try request.relative.map { word throws(RigError) in
      try self.relative(word)
    }
    guard door.desk.withLock({ $0.learnWait == nil }) else {
      throw .busy("Somebody else is learning; try again when they have moved their control.")
    }
    try await openPorts(host)
    try host.programs.checkIsThere(client)
    let aim = node.isPressed ? LearningAim.press : .way(relative)
    let end = MonotonicTime.now.after(Seconds(seconds))
    let control: LearnedControl
    switch await door.learnWait(aim, for: client, until: end) {
    case .learned(let learned): control = learned
    case .nothing(let remark):
      let none = "No control was moved within \(TreeValue.words(seconds)) seconds."
      throw .refused([none, remark].compactMap(\.self).joined(separator: " "))
    }
    let address = control.address
    let binding = MIDIBinding.learned(address, relative: control.relative, for: node)
    let map = host.rig.midiMap
    let replaced = door.learned.withLock { learned in
      defer { learned.add(binding, at: node.path) }
      return learned.paths(of: address, besides: node.path, in: map)
    }
    await door.adopt(host.present(host.rig), of: host)
    if !replaced.isEmpty {
      let others = replaced.joined(separator: ", ")
      host.report("MIDI \(address.text) steers \(node.path) now, and \(others) no more.")
    }
    return LearnedBinding(
      path: node.path,
      control: address.text,
      line: binding.line,
      replaced: replaced.isEmpty ? nil : replaced
    )
  }

  /// Makes the ports for controllers, if the preset has none.
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
      throw .data("'\(path)' needs an argument: write its binding into the preset.")
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

  /// Forgets what was learned for a path; what was written is taken out of the preset's file again.
  func forget(
    _ path: String,
    _ host: isolated RigHost
  ) async throws(RigError) -> [LearnedBinding] {
    let door = host.doors.midi
    if !door.learned.withLock({ $0.forget(path) }) {
      let map = host.rig.midiMap
      let lines = door.learned.withLock { $0.lines(for: path, in: map) }
      let gone = try await edit(host) { text in text.removing(lines) }
      guard !gone.isEmpty else {
        throw .data(
          lines.isEmpty
            ? "Nothing was learned for '\(path)'; 'tarmac learn --list' shows what was."
            : "'\(path)' is bound in \(host.rig.file) by hand: take it out there."
        )
      }
      door.learned.withLock { $0.noteTakenOut(gone) }
      host.report("Took \(gone.count) learned MIDI bindings out of \(host.rig.file).")
    }
    await door.adopt(host.present(host.rig), of: host)
    return door.learned.withLock(\.status)
  }

  /// Writes what was learned into the preset's file, and leaves the rest of the file as it is.
  ///
  /// The earlier binding of a control is taken out, if that was learned as well.
  func write(_ host: isolated RigHost) async throws(RigError) -> MIDIWriteRequest.Reply {
    let (preset, map) = (host.rig.file, host.rig.midiMap)
    let (status, outdated) = host.doors.midi.learned.withLock {
      ($0.status, $0.outdatedLines(in: map))
    }
    guard !status.isEmpty else { throw .refused("Nothing was learned that could be written.") }
    let gone = try await edit(host, adding: status) { text throws(MIDIMapText.Refusal) in
      let (rest, gone) = text.removing(outdated)
      return (try MIDIMapText(rest).adding(status.map(\.line)), gone)
    }
    host.doors.midi.learned.withLock {
      $0.noteWritten()
      $0.noteTakenOut(gone)
    }
    host.report("Wrote \(status.count) learned MIDI bindings into \(preset).")
    return MIDIWriteRequest.Reply(file: preset, bindings: status)
  }

  /// Changes lines of the preset's file, if the result is a valid preset; returns the lines that
  /// are gone from it.
  private func edit(
    _ host: isolated RigHost,
    adding status: [LearnedBinding] = [],
    _ change: (MIDIMapText) throws(MIDIMapText.Refusal) -> (text: String, gone: [String])
  ) async throws(RigError) -> [String] {
    let preset = host.rig.file
    let disk = BackgroundQueue.shared
    let file = try await disk.onDisk(preset) { () throws(RigError) in try PresetFile(preset) }
    let edited: (text: String, gone: [String])
    do throws(MIDIMapText.Refusal) {
      edited = try change(MIDIMapText(file.text))
    } catch {
      throw .refused("\(preset) stays as it is: \(error.sentence)")
    }
    guard !edited.gone.isEmpty || !status.isEmpty else { return [] }
    let text = edited.text
    let draft = try await disk.onDisk(preset) { () throws(RigError) in try file.draft(text) }
    do throws(RigError) {
      try await check(draft, holds: status, lacks: edited.gone, preset, host)
      try await disk.onDisk(preset) { () throws(RigError) in try draft.commit() }
    } catch {
      try await disk.onDisk(preset) { () throws(RigError) in draft.discard() }
      throw error
    }
    return edited.gone
  }

  /// Refuses a draft that is no preset, does not bind what it should, or binds a control twice.
  private func check(
    _ draft: PresetFile.Draft,
    holds added: [LearnedBinding],
    lacks gone: [String],
    _ preset: String,
    _ host: isolated RigHost
  ) async throws(RigError) {
    let renewed: Rig
    do throws(RigError) {
      let before = host.engine?.live.rig.leftOut ?? []
      renewed = try await host.maker.read(draft.path, after: before)
    } catch {
      throw .refused("\(preset) stays as it is: with the lines changed it would be wrong.")
    }
    let bindings = (renewed.midiMap?.bindings ?? []).filter { $0.layer == nil }
    let written = Set(bindings.map(\.line))
    guard added.allSatisfy({ written.contains($0.line) }), written.isDisjoint(with: gone) else {
      throw .refused("\(preset) stays as it is: its 'midi_map' can't be changed by lines.")
    }
    for learned in added {
      guard let control = bindings.first(where: { $0.line == learned.line })?.control.address,
        let other = bindings.first(where: {
          $0.line != learned.line && $0.control.address.sharesMessages(with: control)
        })
      else { continue }
      let owner = other.act.path ?? "a layer"
      throw .refused(
        "\(preset) stays as it is: \(other.control.address.text) steers '\(owner)' there, in a line written by hand. Take that out, or forget '\(learned.path)'."
      )
    }
  }
}

extension NodeDescription {
  /// Whether it takes nothing but presses from a control.
  fileprivate var isPressed: Bool {
    switch kind {
    case .toggle, .trigger: true
    default: false
    }
  }
}

extension MIDIDoor {
  /// Waits for a control to be moved, until `end` or until the client leaves.
  ///
  /// It begins on the caller's actor, without suspending: the client can't leave between the check
  /// that it is there and the beginning of its learning.
  fileprivate nonisolated(nonsending) func learnWait(
    _ aim: LearningAim,
    for client: ClientID,
    until end: MonotonicTime
  ) async -> MIDILearnWait.Outcome {
    await withCheckedContinuation { answer in
      desk.withLock { $0.begin(aim, for: client, until: end, answer) }
      wake()
    }
  }
}

extension Array {
  /// The one element, if there is only one.
  fileprivate var onlyElement: Element? { count == 1 ? first : nil }
}
