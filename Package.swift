// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Tarmac: the audio control tower of a Linux rig; docs/design/targets.md explains the targets.

import PackageDescription

/// One list of strict settings for every target.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// For what runs once for each command or reload: the optimiser would take most of a build.
let unoptimized = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
/// For what touches every sample, or every byte of a file: tests take much longer without it.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// For what looks at millions of samples.
let fast = settings + [.unsafeFlags(["-O"])]
/// For what is fast only where it is compiled as a whole, as plugins are.
let asOne = ["-O", "-wmo", "-num-threads", "1", "-disable-batch-mode"]
let optimizedAsOne = settings + [.unsafeFlags(asOne, .when(configuration: .debug))]

func library(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  excluding: [String] = [],
  with settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: excluding, swiftSettings: settings)
}

/// What lies elsewhere than in Sources.
func part(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  in path: String,
  with settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Every test can say which rules it proves.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  excluding: [String] = [],
  with settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies + ["RuleProofs", "SeededNumbers"],
    exclude: excluding,
    swiftSettings: settings
  )
}

/// What several tests share.
func testLibrary(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  with settings: [SwiftSetting] = settings
) -> Target {
  part(name, dependencies, in: "Tests/\(name)", with: settings)
}

/// A program that is not installed.
func tool(_ name: String, _ dependencies: [Target.Dependency], in path: String) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

extension Target.Dependency {
  /// The name of a target of this package; all dependencies are such.
  var targetName: String { if case .byNameItem(let name, _) = self { name } else { "" } }
}

func debianLibrary(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "tarmac",
  products: [
    .executable(name: "tarmac", targets: ["tarmac"]),
    .library(name: "AudioSession", targets: ["AudioSession"]),
    // LV2 plugins that only the tests load.
    .library(name: "FixturePlugins", type: .dynamic, targets: ["FixturePlugins"]),
    // Lets files and clocks fail beneath a program that is tortured.
    .library(name: "FaultInjection", type: .dynamic, targets: ["FaultInjection"]),
  ],
  targets: [
    debianLibrary("CJACK", "jack", "libjack-jackd2-dev"),
    debianLibrary("CLilv", "lilv-0", "liblilv-dev"),
    debianLibrary("CSndfile", "sndfile", "libsndfile1-dev"),
    debianLibrary("CSoxr", "soxr", "libsoxr-dev"),
    debianLibrary("CMpg123", "libmpg123", "libmpg123-dev"),
    debianLibrary("CEbur128", "libebur128", "libebur128-dev"),
    debianLibrary("CYaml", "yaml-0.1", "libyaml-dev"),
    debianLibrary("CExpat", "expat", "libexpat1-dev"),
    debianLibrary("CMicrohttpd", "libmicrohttpd", "libmicrohttpd-dev"),
    debianLibrary("CNettle", "nettle", "nettle-dev"),
    debianLibrary("CQrencode", "libqrencode", "libqrencode-dev"),
    // Debian's package of wslay has no file for pkg-config.
    .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
    // The files of the web mixer's page.
    .target(name: "CWebPage", exclude: ["page"], cSettings: [.unsafeFlags(["-std=c23"])]),
    // Headers alone, for calls of the C library.
    .systemLibrary(name: "CGNU"),
    .target(name: "CRealtime"),
    .target(name: "CSandbox"),
    library("Quantities"),
    library("JACKVocabulary"),
    library("Ordering"),
    library("Threads", ["CGNU", "Quantities"]),
    library("Suggestions"),
    library("RigErrors", ["Suggestions"]),
    library("StrictJSON"),
    library("RigFiles", ["CGNU", "RigErrors", "StrictJSON"]),
    library("TrackLibrary", ["Quantities", "RigErrors", "RigFiles", "StrictJSON"]),
    library("ControlTree", ["RigErrors", "Suggestions"]),
    library("OSC"),
    library("ControlTower", ["Quantities"]),
    library("ChildPrograms", ["CGNU", "CSandbox"]),
    library("RenderCore", ["Quantities", "CRealtime", "Ordering", "Threads"], with: optimized),
    library("RigModel", ["ControlTower", "JACKVocabulary", "Quantities"], with: unoptimized),
    library(
      "Presets",
      [
        "CYaml", "ControlTower", "JACKVocabulary", "Ordering", "Quantities", "RigModel",
        "Suggestions",
      ],
      with: unoptimized
    ),
    library("MIDIControl", ["ControlTree", "Quantities", "RigModel"]),
    library(
      "SoundFiles",
      [
        "CExpat", "CMpg123", "CRealtime", "CSndfile", "CSoxr", "ChildPrograms", "Loudness",
        "RenderCore", "RigErrors", "RigFiles", "Quantities", "StrictJSON", "Threads",
        "TrackLibrary",
      ],
      with: optimized
    ),
    library("TrackImports", ["Quantities", "RigErrors", "RigFiles", "SoundFiles", "TrackLibrary"]),
    library(
      "LV2Hosting",
      ["CLilv", "CRealtime", "RenderCore", "RigFiles", "Quantities", "StrictJSON", "Threads"],
      with: optimized
    ),
    library("AudioBackend", ["JACKVocabulary", "Quantities", "RenderCore", "RigErrors"]),
    library("ClockDriver", ["AudioBackend", "Quantities", "RenderCore", "Threads"]),
    library(
      "JACKDriver",
      [
        "AudioBackend", "CGNU", "CJACK", "CRealtime", "ChildPrograms", "JACKVocabulary",
        "Quantities", "RenderCore", "RigErrors", "Threads",
      ]
    ),
    library("Loudness", ["CEbur128", "PluginKit", "RenderCore"], with: optimized),
    library("FileDriver", ["SoundFiles", "RenderCore", "Quantities"], with: optimized),
    library(
      "ControlProtocol",
      ["ControlTower", "ControlTree", "Quantities", "RigErrors", "StrictJSON", "Threads"]
    ),
    library(
      "ControlServer",
      [
        "CGNU", "ControlProtocol", "ControlTree", "RigErrors", "StrictJSON", "Suggestions",
        "Threads",
      ]
    ),
    library(
      "OSCServer",
      [
        "ControlProtocol", "ControlTree", "HTTPServer", "OSC", "Quantities", "RigErrors",
        "StrictJSON", "Threads",
      ]
    ),
    library("NSMClient", ["OSC", "Quantities", "RigErrors", "Threads"]),
    library("HTTPServer", ["CMicrohttpd", "CNettle", "CWslay", "Quantities", "Threads"]),
    library(
      "WebServer",
      [
        "CNettle", "CWebPage", "ControlProtocol", "ControlServer", "ControlTree", "HTTPServer",
        "RigErrors", "StrictJSON",
      ]
    ),
    library("ControlClient", ["ControlProtocol", "StrictJSON", "Threads"]),
    library("MCPBridge", ["ControlProtocol", "StrictJSON", "Suggestions"]),
    library(
      "AudioSession",
      ["ControlClient", "ControlProtocol"],
      excluding: ["AudioSession.docc"]
    ),
    // The example of the library's documentation; it is compiled and tested, not installed.
    tool(
      "audio-session-sample",
      ["AudioSession"],
      in: "Sources/AudioSession/AudioSession.docc/Examples"
    ),
    tool(
      "audio-session-call",
      ["AudioSession"],
      in: "Sources/AudioSession/AudioSession.docc/CallExample"
    ),
    library("InstalledPlugins", ["LV2Hosting", "Presets", "RigErrors", "RigModel", "SoundFiles"]),
    library(
      "PluginChecking",
      [
        "ChildPrograms", "LV2Hosting", "Presets", "Quantities", "RenderCore", "RigErrors",
        "RigFiles", "StrictJSON",
      ]
    ),
    library("Doctor", ["CSandbox", "JACKDriver", "LV2Hosting"]),
    library("DemoAudio", ["Quantities", "RigErrors", "RigFiles", "SoundFiles"]),
    library(
      "RigEngine",
      [
        "ControlTower", "ControlTree", "JACKVocabulary", "LV2Hosting", "Loudness", "Quantities",
        "RenderCore", "RigErrors", "RigFiles", "RigModel", "SoundFiles", "StrictJSON",
        "Suggestions", "TrackLibrary",
      ]
    ),
    library(
      "PluginIsolation",
      [
        "CSandbox", "ChildPrograms", "ControlProtocol", "ControlTower", "ControlTree",
        "InstalledPlugins", "LV2Hosting", "Quantities", "RenderCore", "RigEngine", "RigErrors",
        "RigFiles", "RigModel", "StrictJSON", "Threads",
      ]
    ),
    library(
      "OfflineRendering",
      [
        "ControlTower", "FileDriver", "InstalledPlugins", "JACKVocabulary", "LV2Hosting", "Presets",
        "Quantities", "RenderCore", "RigEngine", "RigErrors", "RigFiles", "RigModel", "SoundFiles",
      ]
    ),
    library(
      "Host",
      [
        "AudioBackend", "CRealtime", "CSandbox", "ChildPrograms", "ClockDriver", "ControlProtocol",
        "ControlServer", "ControlTower", "ControlTree", "InstalledPlugins", "JACKDriver",
        "JACKVocabulary", "LV2Hosting", "MIDIControl", "NSMClient", "OSCServer", "PluginChecking",
        "PluginIsolation", "Presets", "Quantities", "RenderCore", "RigEngine", "RigErrors",
        "RigFiles", "RigModel", "SoundFiles", "StrictJSON", "Suggestions", "Threads",
        "TrackLibrary", "WebServer",
      ]
    ),
    .executableTarget(
      name: "tarmac",
      dependencies: [
        "CQrencode", "CRealtime", "ChildPrograms", "ControlClient", "ControlProtocol",
        "ControlTower", "ControlTree", "DemoAudio", "Doctor", "Host", "InstalledPlugins",
        "JACKVocabulary", "LV2Hosting", "Loudness", "MCPBridge", "OfflineRendering",
        "PluginChecking", "PluginIsolation", "Presets", "Quantities", "RigErrors", "RigFiles",
        "RigModel", "SoundFiles", "StrictJSON", "Suggestions", "Threads", "TrackImports",
        "TrackLibrary",
      ],
      swiftSettings: unoptimized,
      // The audio thread must not meet the dynamic linker's lock on a first call.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]
    ),

    // Parts of plugins/, which scripts/build-plugins builds, and what measures them.
    .systemLibrary(name: "CPlugin", path: "plugins/glue/CPlugin"),
    part("PluginKit", ["CPlugin"], in: "plugins/kit", with: optimizedAsOne),
    part(
      "PluginMeasurement",
      ["CLilv", "LV2Hosting", "Loudness"],
      in: "plugins/measurement",
      with: fast
    ),
    part("PluginPlots", ["LV2Hosting", "PluginMeasurement"], in: "plugins/plots", with: fast),
    tool("plugin-plots", ["PluginPlots"], in: "plugins/plots-tool"),
    tests("LoudnessTests", ["Loudness", "RenderCore"]),
    tests("ShippedPluginTests", ["CEbur128", "PluginKit", "PluginMeasurement", "PluginPlots"]),
    testLibrary("RuleProofs", ["ControlTower"]),
    tool("RuleTable", ["ControlTower"], in: "Tests/RuleTable"),
    // What `make bench` measures of the session layer.
    tool(
      "tower-benchmark",
      [
        "ControlClient", "ControlProtocol", "ControlTower", "ControlTree", "JACKTestBench",
        "Quantities", "SeededNumbers", "Threads",
      ],
      in: "Benchmarks/TowerBenchmark"
    ),
    // What `make bench` measures of plugins.
    tool(
      "plugin-cost",
      ["LV2Hosting", "PluginMeasurement", "Quantities"],
      in: "Benchmarks/PluginCost"
    ),

    .target(name: "FaultInjection", path: "Tests/FaultInjection"),
    // What a plugin may try, for the tests of the sandbox.
    .target(name: "SandboxProbe", dependencies: ["CSandbox"], path: "Tests/SandboxProbe"),
    tests("SandboxTests", ["CSandbox", "SandboxProbe"]),
    tool(
      "Torture",
      [
        "ControlClient", "ControlProtocol", "JACKTestBench", "Quantities", "SeededNumbers",
        "SoundFiles", "TestPlugins",
      ],
      in: "Tests/Torture"
    ),

    testLibrary("SeededNumbers", with: optimized),
    testLibrary("TestPlugins"),
    testLibrary("Patience", ["Threads"]),
    // What strangers send: seeded, for tests of single parts, for live rigs and for fuzzing.
    testLibrary(
      "BadInputs",
      ["OSC", "Patience", "SeededNumbers", "StrictJSON", "Threads"],
      with: optimized
    ),
    // What no client of ours would send to a control socket.
    testLibrary("RawSocket", ["ControlProtocol", "Patience"]),
    tests("OrderingTests", ["Ordering"]),
    tests("ThreadsTests", ["Patience", "Quantities", "Threads"]),
    tests("ChildProgramsTests", ["ChildPrograms", "Patience", "Threads"]),
    tests(
      "RenderCoreTests",
      ["CRealtime", "FileDriver", "Quantities", "RenderCore"]
    ),
    .target(name: "FixturePlugins", path: "Tests/FixturePlugins", exclude: ["bundle"]),
    tests(
      "LV2HostingTests",
      [
        "LV2Hosting", "CLilv", "CRealtime", "Patience", "RenderCore", "Quantities", "TestPlugins",
        "tarmac",
      ]
    ),
    // An engine whose cycles are rendered when a test says so.
    testLibrary(
      "EngineTestBench",
      [
        "ControlTower", "ControlTree", "InstalledPlugins", "LV2Hosting", "Presets", "Quantities",
        "RenderCore", "RigEngine", "RigErrors", "RigModel", "SoundFiles",
      ]
    ),
    tests(
      "RigEngineTests",
      [
        "ControlTower", "ControlTree", "EngineTestBench", "InstalledPlugins", "LV2Hosting",
        "Presets", "Quantities", "RenderCore", "RigEngine", "RigErrors", "RigModel", "SoundFiles",
      ]
    ),
    tests("SuggestionsTests", ["Suggestions"]),
    tests("MCPBridgeTests", ["MCPBridge", "StrictJSON"]),
    tests("ControlTreeTests", ["ControlTree", "RigErrors"]),
    tests("OSCTests", ["OSC"]),
    tests("NSMClientTests", ["NSMClient", "OSC", "RigErrors"]),
    tests(
      "OSCServerTests",
      [
        "BadInputs", "ControlProtocol", "ControlTree", "HTTPServer", "OSC", "OSCServer", "Patience",
        "Quantities", "RigErrors", "StrictJSON",
      ]
    ),
    tests(
      "PresetsTests",
      ["ControlTower", "JACKVocabulary", "Presets", "Quantities", "RigModel"]
    ),
    tests(
      "MIDIControlTests",
      ["ControlTree", "JACKVocabulary", "MIDIControl", "Quantities", "RigModel"]
    ),
    tests("ControlTowerTests", ["ControlTower", "Quantities", "RuleTable"]),
    tests("ArchitectureTests", []),
    tests(
      "CommandLineTests",
      [
        "ControlProtocol", "ControlTower", "ControlTree", "Doctor", "JACKTestBench", "TestPlugins",
        "tarmac",
      ],
      excluding: ["Schema"]
    ),
    // Private JACK servers and clients that listen, for every live test.
    testLibrary("JACKTestBench", ["AudioBackend", "CJACK", "JACKDriver", "Patience"]),
    // A rig on a clock, with clients that a test plugs in.
    testLibrary(
      "ClockStage",
      ["ClockDriver", "ControlProtocol", "ControlServer", "Host", "JACKVocabulary"]
    ),
    tool(
      "clock-rig",
      ["ClockStage", "ControlProtocol", "Host", "JACKVocabulary"],
      in: "Tests/ClockRig"
    ),
    tests(
      "JACKDriverTests",
      [
        "AudioBackend", "CJACK", "CRealtime", "JACKDriver", "JACKTestBench", "JACKVocabulary",
        "Quantities", "RenderCore",
      ]
    ),
    tests(
      "HostTests",
      [
        "AudioSession", "BadInputs", "ClockStage", "ControlClient", "ControlProtocol",
        "ControlTree", "EngineTestBench", "Host", "InstalledPlugins", "JACKTestBench", "LV2Hosting",
        "OSC", "Patience", "PluginIsolation", "PluginMeasurement", "Presets", "Quantities",
        "RawSocket", "RigEngine", "RigModel", "SoundFiles", "StrictJSON",
        "TestPlugins", "audio-session-call", "audio-session-sample", "clock-rig", "tarmac",
      ],
      excluding: [
        "OSC/osc_client.py", "OSC/oscquery.py", "OSC/oscquery_ws.py", "Terminal/screens",
        "Crowd/hostile.py", "Web/crowd.py", "Web/deaf.py", "Web/hangups.py", "Web/lines.py",
        "Web/metrics.py", "Web/page",
      ],
      with: unoptimized
    ),
    tests(
      "AudioSessionTests",
      [
        "AudioSession", "ControlClient", "ControlProtocol", "ControlServer", "Patience",
        "StrictJSON", "audio-session-sample",
      ],
      excluding: ["AppleNames.txt"]
    ),
    tests(
      "ControlTests",
      [
        "ControlClient", "ControlProtocol", "ControlServer", "ControlTower", "ControlTree",
        "Patience", "Quantities", "RawSocket", "StrictJSON",
      ],
      excluding: ["JSONTestSuite"]
    ),
    tests("HTTPServerTests", ["BadInputs", "HTTPServer", "Patience", "Quantities"]),
    tests(
      "WebServerTests",
      [
        "BadInputs", "ControlProtocol", "ControlServer", "ControlTree", "HTTPServer", "Patience",
        "RigErrors", "WebServer",
      ]
    ),
    tests(
      "SoundFilesTests",
      [
        "CEbur128", "CSndfile", "Loudness", "SoundFiles", "RenderCore", "RigErrors", "Quantities",
        "TrackImports", "TrackLibrary",
      ],
      with: optimized
    ),
    tests(
      "ClockDriverTests",
      ["AudioBackend", "ClockDriver", "JACKVocabulary", "Patience", "Quantities", "RenderCore"]
    ),
    tests("FileDriverTests", ["FileDriver", "SoundFiles", "RenderCore", "Quantities"]),
    tests("DemoTests", ["DemoAudio", "SoundFiles", "Quantities"]),
    tests(
      "SimulationTests",
      [
        "ControlTower", "ControlTree", "DemoAudio", "InstalledPlugins", "LV2Hosting",
        "OfflineRendering", "Patience", "PluginMeasurement", "Presets", "Quantities", "RenderCore",
        "RigEngine", "RigErrors", "RigModel", "SoundFiles",
      ],
      excluding: ["kept"]
    ),
  ]
)

// A build takes as long as there are tests in it: TARMAC_TESTS names those that are run, and only
// what they need is built; "-tarmac" leaves out the program, which some of them start.
if let names = Context.environment["TARMAC_TESTS"]?.split(separator: ",").map(String.init) {
  var needed: Set<String> = []
  // Tests load the fixtures by their path, not by a dependency.
  var open = names.filter { !$0.hasPrefix("-") } + ["FixturePlugins", "FaultInjection"]
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    for target in package.targets where target.name == name {
      target.dependencies.removeAll { names.contains("-" + $0.targetName) }
      open += target.dependencies.map(\.targetName)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name) }
}

// Built apart by `make fuzz`, which adds libFuzzer and AddressSanitizer.
if Context.environment["TARMAC_FUZZING"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    tool(
      "tarmac-fuzzer",
      [
        "BadInputs", "CFuzzer", "ControlProtocol", "ControlServer", "ControlTree", "HTTPServer",
        "Host", "LV2Hosting", "MIDIControl", "OSC", "OfflineRendering", "PluginChecking", "Presets",
        "Quantities", "RigEngine", "RigModel", "SeededNumbers", "SoundFiles", "StrictJSON",
        "TrackImports", "TrackLibrary", "WebServer",
      ],
      in: "Fuzzing/Fuzzer"
    ),
  ]
}
