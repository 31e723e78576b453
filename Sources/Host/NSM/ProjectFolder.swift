// SPDX-License-Identifier: Apache-2.0
// The folder of a rig in a session of a session manager.

import Glibc
import Presets
import RigErrors
import RigFiles
import RigModel

/// The folder of a rig whose files a session manager keeps: preset, states of plugins, and what the
/// user has decided.
struct ProjectFolder: Hashable, Sendable {
  let path: String

  /// The preset, which people may edit.
  var preset: String { "\(path)/rig.yaml" }
  /// The states of the plugins, as they were saved last.
  var states: String { "\(path)/plugins" }

  /// What a rig begins with when nobody has named a preset.
  private static let firstPreset = """
    # A rig in a session of a session manager. 'tarmac reload' reads this file again; what it may say
    # stands in tarmac-preset(5).

    tarmac: 1

    routes:
      in: { role: lineIn, channels: 2 }             # ports to be connected by hand
      main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] }

    sessions:
      live:
        category: playAndRecord
        options: [ mixWithOthers ]
        active: true
        source: { route: in }
        sends: [ { to: main } ]

    """

  /// Whether there is a rig in it.
  var isThere: Bool { unsafe access(preset, F_OK) == 0 }

  /// Whether there is anything at its path.
  var hasFolder: Bool { unsafe access(path, F_OK) == 0 }

  /// Removes what was made, or the preset alone from a folder that was there before.
  func unmake(leavingFolder: Bool) {
    removeTree(leavingFolder ? preset : path)
  }

  /// Makes the folder, for a rig that begins with the preset `start`: a copy of it, and links to
  /// the files beside it that it names.
  ///
  /// - Throws: why it can't be made; what has been made stays.
  func make(from start: String?) throws(RigError) {
    guard path.hasPrefix("/") else { throw .data("'\(path)' is no path from the root.") }
    let text = try start.map { start throws(RigError) in try PresetFile(start).text }
    let folder = try Folder(making: path)
    if let start {
      for file in FilesBeside.paths(of: start) { try link(file, beside: start) }
    }
    try folder.put(Array((text ?? Self.firstPreset).utf8), at: "rig.yaml", replacing: .nothing)
  }

  /// Makes a link to a file beside a preset, and a folder where the file is in one.
  private func link(_ file: String, beside preset: String) throws(RigError) {
    let slash = file.lastIndex(of: "/")
    let folder = try Folder(making: slash.map { "\(path)/\(file[..<$0])" } ?? path)
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    guard !name.isEmpty, folder.kind(of: name) == nil else { return }
    try folder.link(name, to: ClientPath(besidePreset: preset).resolve(file))
  }

  /// Refuses a preset that is not the project's: the session manager decides which one is played.
  func requireOwn(_ preset: String) throws(RigError) {
    guard preset != self.preset else { return }
    throw .refused(
      "The session manager says what this rig plays: change \(self.preset), or open another session there."
    )
  }

  /// The rig that a preset in it means: its states are here once they have been saved, and all that
  /// its user does is remembered.
  func adapt(_ rig: Rig) -> Rig {
    var rig = rig
    if unsafe access(states, F_OK) == 0 { rig.stateFolder = states }
    rig.remembered = Set(Remembered.allCases)
    // A user who opens a project wants what was saved, microphones too.
    for index in rig.sessions.indices where rig.sessions[index].seat.remembered == nil {
      rig.sessions[index].seat.remembered = rig.remembered
    }
    return rig
  }
}
