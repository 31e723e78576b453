// SPDX-License-Identifier: Apache-2.0
// One door for writing: which other sources open, make, rename or remove files, and why.

/// Rules for sources that would write files by themselves.
enum WritingRules {
  /// The target that writes files for all others.
  static let door = "Sources/RigFiles/"

  /// Other sources that write, with what they do.
  static let others: [String: String] = [
    "Sources/ChildPrograms/SpawnRecipe.swift": "opens /dev/null for children",
    "Sources/ControlServer/ListeningSocket.swift": "makes and removes the control socket",
    "Sources/JACKDriver/Server/MetadataLeftovers.swift": "removes what dead JACK servers have left",
    "Sources/JACKDriver/Server/ServerLeftovers.swift": "removes what dead JACK servers have left",
    "Sources/LV2Hosting/Features/PluginPaths.swift":
      "makes the folder that a plugin writes into itself",
    "Sources/LV2Hosting/State/LV2Instance+State.swift": "makes a folder that lilv writes into",
    "Sources/LV2Hosting/State/PluginCore+SaveState.swift": "keeps the state that lilv writes over",
    "Sources/SoundFiles/SoundFileRecorder.swift": "removes a file of its own that is given up",
    "Sources/SoundFiles/SoundFileWriter.swift": "removes a file of its own that can't hold sound",
  ]

  /// Ways to write that are neither in the door nor in one of the listed sources.
  static func sideDoors(in file: SourceFile) -> [String] {
    guard !file.path.hasPrefix(door), others[file.path] == nil else { return [] }
    return ways(in: file).map { number, way in
      file.finding(number, "\"\(way)\" writes past RigFiles: go through its Folder or NewFile")
    }
  }

  /// Where a file writes, makes, moves or removes a file or a folder, and by what.
  static func ways(in file: SourceFile) -> [(Int, String)] {
    let calls =
      #/\bunsafe (?:mk(?:dir|dirat|dtemp|stemp|fifo|nod)|rename|renameat|symlink|link|linkat|unlink|unlinkat|rmdir|truncate|creat|chmod|chown)\(|\bf(?:chmod|chown|truncate)\(|fopen\([^)]*"[wa]/#
    let flags = #/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/#
    let foundation =
      #/\.write\(to(?:File)?: .*(?:options|atomically|URL)|\b(?:create(?:Directory|File|SymbolicLink)|(?:copy|move|remove|replace)Item|setAttributes)\(|FileHandle\(for(?:Writing|Updating)/#
    return file.lines.enumerated().compactMap { number, line in
      guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { return nil }
      let found =
        line.firstMatch(of: calls) ?? line.firstMatch(of: flags) ?? line.firstMatch(of: foundation)
      return found.map { (number, String($0.0)) }
    }
  }
}
