// SPDX-License-Identifier: Apache-2.0
// Which target may import which module: the table of docs/design/targets.md as code.

/// What each target may import.
enum ImportRules {
  /// Modules of our own and C libraries, by target.
  static let allowed: [String: Set<String>] = [
    "Quantities": [],
    "JACKVocabulary": [],
    "Ordering": [],
    "Threads": ["CGNU", "Quantities"],
    "Suggestions": [],
    "RigErrors": ["Suggestions"],
    "ControlTree": ["RigErrors", "Suggestions"],
    "StrictJSON": [],
    "RigFiles": ["CGNU", "RigErrors", "StrictJSON"],
    "TrackLibrary": ["Quantities", "RigErrors", "RigFiles", "StrictJSON"],
    "OSC": [],
    "OSCServer": [
      "ControlProtocol", "ControlTree", "HTTPServer", "OSC", "Quantities", "RigErrors",
      "StrictJSON",
      "Threads",
    ],
    "NSMClient": ["OSC", "Quantities", "RigErrors", "Threads"],
    "ChildPrograms": ["CGNU", "CSandbox"],
    "ControlTower": ["Quantities"],
    "RenderCore": ["Quantities", "CRealtime", "Ordering", "Threads"],
    "RigModel": ["ControlTower", "JACKVocabulary", "Quantities"],
    "Presets": [
      "CYaml", "ControlTower", "JACKVocabulary", "Ordering", "Quantities", "RigModel",
      "Suggestions",
    ],
    "MIDIControl": ["ControlTree", "Quantities", "RigModel"],
    "SoundFiles": [
      "CExpat", "CMpg123", "CRealtime", "CSndfile", "CSoxr", "ChildPrograms", "Loudness",
      "RenderCore", "RigErrors", "RigFiles", "Quantities", "StrictJSON", "Threads", "TrackLibrary",
    ],
    "TrackImports": ["Quantities", "RigErrors", "RigFiles", "SoundFiles", "TrackLibrary"],
    "LV2Hosting": [
      "CLilv", "CRealtime", "RenderCore", "RigFiles", "Quantities", "StrictJSON", "Threads",
    ],
    "AudioBackend": ["JACKVocabulary", "Quantities", "RenderCore", "RigErrors"],
    "ClockDriver": ["AudioBackend", "Quantities", "RenderCore", "Threads"],
    "JACKDriver": [
      "AudioBackend", "CGNU", "CJACK", "CRealtime", "ChildPrograms", "JACKVocabulary", "Quantities",
      "RenderCore", "RigErrors", "Threads",
    ],
    "Loudness": ["CEbur128", "PluginKit", "RenderCore"],
    "FileDriver": ["SoundFiles", "RenderCore", "Quantities"],
    "ControlProtocol": [
      "ControlTower", "ControlTree", "Quantities", "RigErrors", "StrictJSON", "Threads",
    ],
    "ControlServer": [
      "CGNU", "ControlProtocol", "ControlTree", "RigErrors", "StrictJSON", "Suggestions", "Threads",
    ],
    "MCPBridge": ["ControlProtocol", "StrictJSON", "Suggestions"],
    "HTTPServer": ["CMicrohttpd", "CNettle", "CWslay", "Quantities", "Threads"],
    "WebServer": [
      "CNettle", "CWebPage", "ControlProtocol", "ControlServer", "ControlTree", "HTTPServer",
      "RigErrors", "StrictJSON",
    ],
    "ControlClient": ["ControlProtocol", "StrictJSON", "Threads"],
    "AudioSession": ["ControlClient", "ControlProtocol"],
    "InstalledPlugins": ["LV2Hosting", "Presets", "RigErrors", "RigModel", "SoundFiles"],
    "PluginChecking": [
      "ChildPrograms", "LV2Hosting", "Presets", "Quantities", "RenderCore", "RigErrors", "RigFiles",
      "StrictJSON",
    ],
    "Doctor": ["CSandbox", "JACKDriver", "LV2Hosting"],
    "DemoAudio": ["Quantities", "RigErrors", "RigFiles", "SoundFiles"],
    "RigEngine": [
      "ControlTower", "ControlTree", "JACKVocabulary", "LV2Hosting", "Loudness", "Quantities",
      "RenderCore", "RigErrors", "RigFiles", "RigModel", "SoundFiles", "StrictJSON", "Suggestions",
      "TrackLibrary",
    ],
    "PluginIsolation": [
      "CSandbox", "ChildPrograms", "ControlProtocol", "ControlTower", "ControlTree",
      "InstalledPlugins", "LV2Hosting", "Quantities", "RenderCore", "RigEngine", "RigErrors",
      "RigFiles", "RigModel", "StrictJSON", "Threads",
    ],
    "OfflineRendering": [
      "ControlTower", "FileDriver", "InstalledPlugins", "JACKVocabulary", "LV2Hosting", "Presets",
      "Quantities", "RenderCore", "RigEngine", "RigErrors", "RigFiles", "RigModel", "SoundFiles",
    ],
    "Host": [
      "AudioBackend", "CRealtime", "CSandbox", "ChildPrograms", "ClockDriver", "ControlProtocol",
      "ControlServer", "ControlTower", "ControlTree", "InstalledPlugins", "JACKDriver",
      "JACKVocabulary", "LV2Hosting", "MIDIControl", "NSMClient", "OSCServer", "PluginChecking",
      "PluginIsolation", "Presets", "Quantities", "RenderCore", "RigEngine", "RigErrors",
      "RigFiles", "RigModel", "SoundFiles", "StrictJSON", "Suggestions", "Threads",
      "TrackLibrary", "WebServer",
    ],
    // ControlTower and LV2Hosting only for the values that describe rules and plugins.
    "tarmac": [
      "CQrencode", "CRealtime", "ChildPrograms", "ControlClient", "ControlProtocol", "ControlTower",
      "ControlTree", "DemoAudio", "Doctor", "Host", "InstalledPlugins", "JACKVocabulary",
      "LV2Hosting", "Loudness", "MCPBridge", "OfflineRendering", "PluginChecking",
      "PluginIsolation", "Presets", "Quantities", "RigErrors", "RigFiles", "RigModel", "SoundFiles",
      "StrictJSON", "Suggestions", "Threads", "TrackImports",
      "TrackLibrary",
    ],
  ]

  /// Modules of the platform, for all targets that are not named in `platformOf`.
  static let platform: Set<String> = [
    "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
  ]

  /// Modules of the platform for the targets that must stay pure or real-time.
  static let platformOf: [String: Set<String>] = [
    // One import of all of Foundation puts 38 MB of tables into the program.
    "AudioSession": platform.union(["Foundation"]),
    "Quantities": ["Glibc"],
    "Suggestions": [],
    "Ordering": [],
    "OSC": [],
    "ControlTower": [],
    "RenderCore": ["Synchronization"],
  ]

  /// The imports of `file` that its target must not have.
  static func violations(in file: SourceFile) -> [String] {
    guard let own = allowed[file.target] else {
      return [file.finding(0, "the target \(file.target) is not in the table of imports")]
    }
    // The examples in a library's documentation import it.
    let known = own.union(platformOf[file.target] ?? platform).union([file.target])
    return file.lines.enumerated().compactMap { number, line in
      guard let module = importedModule(line), !known.contains(module) else { return nil }
      return file.finding(number, "\(file.target) must not import \(module)")
    }
  }

  /// Public declarations outside of the library that other programs use; those are `package`.
  static func offers(in file: SourceFile) -> [String] {
    guard file.target != "AudioSession" else { return [] }
    return file.lines.enumerated().compactMap { number, line in
      guard line.contains(#/^\s*(?:[@\w()]+\s+)*public\s+\w/#) else { return nil }
      return file.finding(number, "only AudioSession is for other programs: package")
    }
  }

  /// The module that a line imports: `@preconcurrency public import struct A.B` gives `A`.
  static func importedModule(_ line: String) -> String? {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]
    let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
    let words = code.split(whereSeparator: \.isWhitespace)
    let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    let start = words.drop { $0.hasPrefix("@") || access.contains($0) }
    guard start.first == "import" else { return nil }
    return start.dropFirst().drop { kinds.contains($0) }.first?
      .split(separator: ".").first.map(String.init)
  }

  /// What `Package.swift` lets a target depend on beyond the table.
  static func undeclared(in manifest: String) -> [String] {
    let declaration =
      #/(?:\slibrary|executableTarget)\(\s*(?:name: )?"(\w+)"(?:,\s*(?:dependencies: )?\[([^\]]*)\])?/#
    return manifest.matches(of: declaration).flatMap { match -> [String] in
      let target = String(match.1)
      guard let own = allowed[target] else { return ["\(target) is not in the table of imports"] }
      let named = (match.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) }
      return named.filter { !own.contains($0) }.map { "\(target) must not depend on \($0)" }
    }
  }
}
