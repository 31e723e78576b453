// SPDX-License-Identifier: Apache-2.0
// No saved state, whatever its folder holds, does more harm than to be refused.

import Foundation
import Glibc
import LV2Hosting
import Patience
import Testing

/// A broken state, and what is reported of it.
private struct HostileState: CustomTestStringConvertible, Sendable {
  var name: String
  var sentence: String
  var make: @Sendable (OddBundles) throws -> Void
  var testDescription: String { name }

  private static let head =
    "<> a pset:Preset ; lv2:appliesTo <urn:tarmac:fixture:state> ; state:state "

  init(_ name: String, _ sentence: String, _ make: @escaping @Sendable (OddBundles) throws -> Void)
  {
    (self.name, self.sentence, self.make) = (name, sentence, make)
  }

  init(_ name: String, _ sentence: String, state: @autoclosure @escaping @Sendable () -> String) {
    self.init(name, sentence) { try $0.write("state/state.ttl", HostileState.head + state()) }
  }

  static let all = [
    HostileState(
      "200,000 round brackets",
      "state.ttl can't be read: line 10 has more than 64 brackets in one another",
      state: "[ <urn:k> \(repeated("(", 200_000)) 1 \(repeated(")", 200_000)) ] ."
    ),
    HostileState(
      "200,000 square brackets",
      "state.ttl can't be read: line 10 has more than 64 brackets in one another",
      state: repeated("[ <urn:k> ", 200_000) + "1" + repeated(" ]", 200_000) + " ."
    ),
    HostileState("a FIFO", "state.ttl can't be read: it is not a regular file") {
      try $0.fifo("state/state.ttl")
    },
    HostileState("a FIFO in the place of the one before", "it is not a regular file") {
      try $0.fifo("state/state.ttl.last")
    },
    HostileState("a folder", "state.ttl can't be read: it is a folder") {
      _ = try $0.path("state/state.ttl/nothing")
    },
    HostileState("a device", "state.ttl can't be read: it is not a regular file") {
      try $0.link("state/state.ttl", to: "/dev/zero")
    },
    HostileState("a link to itself", "state.ttl can't be read: too many links lead to it") {
      try $0.link("state/state.ttl", to: "state.ttl")
    },
    HostileState("more than any state", "state.ttl can't be read: it is larger than 64 MiB") {
      let path = try $0.path("state/state.ttl")
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      _ = unsafe truncate(path, 1 << 40)
    },
    HostileState("zeros", "state.ttl can't be read: line 1 is not Turtle") {
      try $0.write("state/state.ttl", bytes: [UInt8](repeating: 0, count: 1_000))
    },
    HostileState("no UTF-8", "state.ttl can't be read: it is not UTF-8") {
      try $0.write("state/state.ttl", bytes: Array("<urn:a> <urn:b> \"".utf8) + [0xff, 0x22, 0x2e])
    },
    HostileState("a text that never ends", "line 10 is not Turtle", state: "[ <urn:k> \"abc"),
    HostileState(
      "a vector of nothing",
      "the vector in <urn:k> does not say what it is of",
      state: "[ <urn:k> [ a atom:Vector ; rdf:value ( 1 2 ) ] ] ."
    ),
    HostileState(
      "an event without a value",
      "an event in <urn:k> has no value",
      state: "[ <urn:k> [ a atom:Sequence ; rdf:value ( [ atom:frameTime 1 ] ) ] ] ."
    ),
    HostileState(
      "a thing in itself",
      "<urn:k> is more than 64 values in one another",
      state: "[ <urn:k> _:a ] . _:a <urn:k> _:a ."
    ),
    HostileState(
      "a list in itself",
      "a list in <urn:k> does not end",
      state: "[ <urn:k> _:a ] . _:a a atom:Tuple ; rdf:value _:l . _:l rdf:first 1 ; rdf:rest _:l ."
    ),
    HostileState(
      "two to the power of sixty",
      "<urn:k> is too large",
      state: "[ <urn:k> _:a0 ] ."
        + (0..<60).map { " _:a\($0) <urn:x> _:a\($0 + 1) ; <urn:y> _:a\($0 + 1) ." }.joined()
        + " _:a60 <urn:x> 1 ."
    ),
    HostileState("of no plugin", "state.ttl can't be read: it does not say whose state it is") {
      try $0.write("state/state.ttl", "<> a pset:Preset .")
    },
    HostileState(
      "a number that is none",
      "<urn:k>: 'many' is no number",
      state: "[ <urn:k> \"many\"^^xsd:int ] ."
    ),
    HostileState("a text as number of a control", "'new': 'much' is no number") {
      try $0.write(
        "state/state.ttl",
        head + "[] ; lv2:port [ lv2:symbol \"new\" ; pset:value \"much\" ] ."
      )
    },
  ]

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}

@Suite("Hostile states") struct HostileStateTests {
  @Test("a state that can't be read is refused with the reason", arguments: HostileState.all)
  private func refused(state: HostileState) throws {
    let bundles = try OddBundles()
    try state.make(bundles)
    let folder = try bundles.path("state")
    let problem = #expect(throws: StateFileProblem.self) { try LV2State(in: folder) }
    #expect(problem?.sentence.contains(state.sentence) == true, "\(problem?.sentence ?? "")")
  }

  @Test("the check of a preset says the reason", arguments: HostileState.all)
  private func checked(state: HostileState) async throws {
    let bundles = try OddBundles()
    try state.make(bundles)
    try """
    tarmac: 1
    routes: { main: { role: speaker, channels: 1, ports: [ "nowhere:a" ] } }
    sessions:
      one:
        source: { jack: [ "nowhere:a" ] }
        graph: [ { plugin: urn:tarmac:fixture:state, state: state } ]
        sends: [ { to: main } ]
    """.write(toFile: try bundles.path("rig.yaml"), atomically: true, encoding: .utf8)
    let check = try await bundles.tarmac("preset", "check", try bundles.path("rig.yaml"))
    #expect(check.status == 65, "\(check)")
    #expect((check.output + check.errors).contains(state.sentence), "\(check)")
  }

  /// A property may be a long list: an impulse response, a table of a waveform.
  @Test("a long vector is read to its end")
  func aLongVectorIsReadToItsEnd() throws {
    let bundles = try OddBundles()
    let numbers = (0..<100_000).map { "\($0)" }.joined(separator: " ")
    try bundles.write(
      "state/state.ttl",
      "<> a pset:Preset ; lv2:appliesTo <urn:tarmac:fixture:state> ; state:state [ <urn:k> "
        + "[ a atom:Vector ; atom:childType atom:Int ; rdf:value ( \(numbers) ) ] ] ."
    )
    let state = try #require(Fixtures.world().state(in: try bundles.path("state")))
    #expect(state.propertyCount == 1)
  }

  /// Any plugin may have called setlocale(); German has a comma for a point.
  @Test("numbers are written the same in every language")
  func numbersAreWrittenTheSameInEveryLanguage() throws {
    let bundles = try OddBundles()
    let compile = Process()
    compile.executableURL = URL(filePath: "/usr/bin/localedef")
    compile.arguments = [
      "-i", "de_DE", "-f", "UTF-8", try bundles.path("locales/de_DE.UTF-8"),
    ]
    try compile.run()
    compile.waitUntilExit()
    unsafe setenv("LOCPATH", try bundles.path("locales"), 1)
    let german = unsafe newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil)
    unsafe unsetenv("LOCPATH")
    let isGerman = unsafe german != nil
    try #require(isGerman, "the package 'locales' is missing")
    let before = unsafe uselocale(german)
    defer {
      unsafe uselocale(before)
      unsafe freelocale(german)
    }
    // Numbers that the program itself reads and writes elsewhere.
    let decoded = try JSONDecoder().decode([Double].self, from: Data("[0.25, 1e-3]".utf8))
    #expect(decoded == [0.25, 0.001])
    #expect(String(decoding: try JSONEncoder().encode([0.25]), as: UTF8.self) == "[0.25]")
    #expect(Float("0.25") == 0.25 && "\(0.25 as Float)" == "0.25")
    for value in [0.001_234_567_8, -1 / 3, 1e-30, 12_345.679] as [Float] {
      let instance = try Fixtures.make("state")
      let new = try #require(instance.control("new"))
      unsafe new.pointer.pointee = value
      try instance.saveState(to: try bundles.path("state"))
      let text = try String(contentsOfFile: try bundles.path("state/state.ttl"), encoding: .utf8)
      #expect(text.firstMatch(of: #/pset:value -?\d+,/#) == nil)
      let other = try Fixtures.make("state")
      try other.restoreState(from: try bundles.path("state"))
      #expect(other.control("new")?.value == value)
    }
  }

  @Test("what the plugin answers is told")
  func whatThePluginAnswersIsTold() throws {
    let bundles = try OddBundles()
    let folder = try bundles.path("state")
    let uri = "urn:tarmac:fixture:stubborn"
    let saves = try Fixtures.make("stubborn", values: ["how": 1])
    #expect(throws: HostingError.stateRefused(plugin: uri)) { try saves.saveState(to: folder) }
    #expect(throws: HostingError.stateRefused(plugin: uri)) { try saves.state() }
    #expect(!FileManager.default.fileExists(atPath: folder + "/state.ttl"))
    let good = try Fixtures.make("stubborn")
    try good.saveState(to: folder)
    let restores = try Fixtures.make("stubborn", values: ["how": 2])
    #expect(throws: HostingError.stateRefused(plugin: uri)) {
      try restores.restoreState(from: folder)
    }
  }

  /// A plugin that names a file like the state's own would write over it.
  @Test("the names of the state's own files are not given away")
  func theNamesOfTheStatesOwnFilesAreNotGivenAway() throws {
    let bundles = try OddBundles()
    let folder = try bundles.path("state")
    let instance = try Fixtures.make("stubborn", values: ["how": 4])
    #expect(throws: HostingError.stateRefused(plugin: instance.info.uri)) {
      try instance.saveState(to: folder)
    }
    let left = try? String(contentsOfFile: folder + "/state.ttl", encoding: .utf8)
    #expect(left == nil, "\(left ?? "")")
  }

  /// lilv opens the manifest beside a state to write to it.
  @Test("a manifest that is a FIFO is not waited for")
  func aManifestThatIsAFIFOIsNotWaitedFor() async throws {
    let bundles = try OddBundles()
    try bundles.fifo("state/manifest.ttl")
    let folder = try bundles.path("state")
    let result = await #expect(processExitsWith: .success) { [folder = folder as String] in
      alarm(UInt32(patience))
      let instance = try Fixtures.make("state")
      let error = HostingError.stateNotWritten(plugin: instance.info.uri, path: folder)
      #expect(throws: error) { try instance.saveState(to: folder) }
    }
    #expect(result != nil)
  }
}
