// SPDX-License-Identifier: Apache-2.0
// What was learned while the rig runs.

import ControlProtocol
import MIDIControl
import RigModel

/// The bindings that were learned and are in no preset yet, or not in the one that was read.
struct LearnedBindings {
  private struct Entry {
    let path: String
    let binding: MIDIBinding
    /// Whether the preset's file has it, from the next reload on.
    var isWritten = false
  }

  private var entries: [Entry] = []
  /// The lines of bindings that were taken out of the preset's file since the rig was read from it.
  private var takenOut: Set<String> = []
  /// Whether a client has asked to learn, which needs ports.
  var needsPorts = false

  /// The preset's map together with what was learned; a control that was learned does nothing else
  /// any more.
  func completing(_ map: MIDIMap?) -> MIDIMap? {
    let learned = entries.map(\.binding)
    guard !learned.isEmpty || needsPorts || !takenOut.isEmpty else { return map }
    let kept = map.map(stillBound) ?? []
    // The output leads to the hardware, so that a controller's lights can show what was learned.
    guard var map else {
      guard !learned.isEmpty || needsPorts else { return nil }
      var plain = MIDIMap.plain(learned)
      plain.output = MIDIMap.hardware.output
      return plain
    }
    map.bindings = kept + learned
    return map
  }

  /// The bindings of a preset that stay in force beside those that were learned.
  private func stillBound(_ map: MIDIMap) -> [MIDIBinding] {
    map.bindings.filter { binding in
      guard binding.layer == nil else { return true }
      return !takenOut.contains(binding.line) && !entries.contains { $0.binding.replaces(binding) }
    }
  }

  /// The other paths that a control steers so far, each once.
  func paths(of control: MIDIAddress, besides path: String, in map: MIDIMap?) -> [String] {
    let bound = (completing(map)?.bindings ?? []).filter {
      $0.layer == nil && $0.control.address.sharesMessages(with: control)
    }
    return Set(bound.compactMap(\.act.path)).subtracting([path]).sorted()
  }

  /// Adds a binding, which replaces others of the same control or the same path.
  mutating func add(_ binding: MIDIBinding, at path: String) {
    entries.removeAll { $0.path == path || binding.replaces($0.binding) }
    entries.append(Entry(path: path, binding: binding))
  }

  /// Forgets what was learned for a path and is in no preset yet; returns whether there was
  /// something.
  mutating func forget(_ path: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.path == path && !$0.isWritten }
    return entries.count < count
  }

  /// The lines by which the preset's file may bind a path as it was learned.
  func lines(for path: String, in map: MIDIMap?) -> [String] {
    let bound = (map?.bindings ?? []).filter { $0.layer == nil } + entries.map(\.binding)
    return bound.filter { $0.act.path == path }.map(\.line)
  }

  /// The lines by which the preset's file may bind a learned control to something else.
  func outdatedLines(in map: MIDIMap?) -> [String] {
    let learned = entries.filter { !$0.isWritten }.map(\.binding)
    let bound = (map?.bindings ?? []).filter { $0.layer == nil } + entries.map(\.binding)
    let lines = bound.filter { old in
      learned.contains { $0.replaces(old) && $0.line != old.line }
    }.map(\.line)
    return lines.filter { line in !learned.contains { $0.line == line } }
  }

  /// Notes that the file has all of them.
  mutating func noteWritten() {
    for index in entries.indices { entries[index].isWritten = true }
  }

  /// Notes that the file does not have these lines any more.
  mutating func noteTakenOut(_ lines: [String]) {
    takenOut.formUnion(lines)
    entries.removeAll { $0.isWritten && lines.contains($0.binding.line) }
  }

  /// Forgets the bindings that the preset has now.
  mutating func forgetWritten() {
    entries.removeAll(where: \.isWritten)
    takenOut = []
  }

  /// The bindings that are in no preset.
  var status: [LearnedBinding] {
    entries.filter { !$0.isWritten }.map { entry in
      LearnedBinding(
        path: entry.path,
        control: entry.binding.control.address.text,
        line: entry.binding.line
      )
    }
  }
}

extension MIDIBinding {
  /// Whether it takes over the control of another binding.
  fileprivate func replaces(_ other: MIDIBinding) -> Bool {
    layer == other.layer && control.address.sharesMessages(with: other.control.address)
  }
}
