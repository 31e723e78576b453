// SPDX-License-Identifier: Apache-2.0
// What was learned while the rig runs.

import ControlProtocol
import MIDIControl
import Presets

/// The bindings that were learned and are in no preset yet, or not in the one that was read.
struct LearnedBindings {
  private struct Entry {
    let path: String
    let binding: MIDIBinding
    /// Whether the preset's file has it, from the next reload on.
    var isWritten = false
  }

  private var entries: [Entry] = []
  /// Whether somebody learns, who needs ports to do so.
  var needsPorts = false

  /// What a rig is to do with what its preset says: a control that was learned does nothing else any more.
  func completing(_ map: MIDIMap?) -> MIDIMap? {
    let learned = entries.map(\.binding)
    guard !learned.isEmpty || needsPorts else { return map }
    let taken = Set(learned.map(\.control.address))
    let kept = map?.bindings.filter { $0.layer != nil || !taken.contains($0.control.address) } ?? []
    // Lights of what is learned can show it, wherever the ports of the preset lead.
    guard var map else {
      var plain = MIDIMap.plain(learned)
      plain.output = MIDIMap.hardware.output
      return plain
    }
    map.bindings = kept + learned
    return map
  }

  /// Takes a binding, in place of others of the same control or the same path.
  mutating func add(_ binding: MIDIBinding, at path: String) {
    entries.removeAll { $0.path == path || $0.binding.control.address == binding.control.address }
    entries.append(Entry(path: path, binding: binding))
  }

  /// Forgets what was learned for a path; returns whether there was something.
  mutating func forget(_ path: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.path == path && !$0.isWritten }
    return entries.count < count
  }

  /// Notes that a file has all of it.
  mutating func noteWritten() {
    for index in entries.indices { entries[index].isWritten = true }
  }

  /// Lets go of what the preset has now.
  mutating func forgetWritten() { entries.removeAll(where: \.isWritten) }

  /// What is in no preset.
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
