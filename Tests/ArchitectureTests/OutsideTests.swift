// SPDX-License-Identifier: Apache-2.0
// The rules for what comes from outside hold, and the checks that say so can fail.

import Testing

@Suite("What comes from outside")
struct OutsideTests {
  @Test("JSON is read and written in one place")
  func sideDoors() throws {
    #expect(try Repository.files(under: "Sources").flatMap(OutsideRules.sideDoors) == [])
  }

  @Test("files are written through one door, and past it by those alone who are known")
  func writing() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.flatMap(WritingRules.sideDoors) == [])
    for path in WritingRules.others.keys {
      let file = try #require(files.first { $0.path == path }, "\(path)")
      #expect(!WritingRules.ways(in: file).isEmpty, "\(path) does not write any more")
    }
    for text in [
      "open(path, O_WRONLY)", "data.write(to: url, options: .atomic)", "unsafe rename(a, b)",
    ] {
      let planted = SourceFile(path: "Sources/Host/A.swift", text: text)
      #expect(WritingRules.sideDoors(in: planted).count == 1)
    }
  }

  @Test("no number from outside is converted by what traps when it does not fit")
  func traps() throws {
    #expect(try Repository.files(under: "Sources").flatMap(OutsideRules.traps) == [])
  }

  /// A process that is killed while it writes leaves the database locked, for jackd as well.
  @Test("JACK's metadata is written by a process that nobody has a reason to kill")
  func metadata() throws {
    let writing = ["jack_set_property", "jack_remove_property", "jack_remove_properties"]
    #expect(Set(try writing.flatMap(paths)) == ["Sources/JACKDriver/PortMetadata.swift"])
    #expect(try paths(with: "MetadataWriter(") == ["Sources/Host/Run/PortNames.swift"])
  }

  @Test("ports are taken back in one place, which waits until libjack does not look")
  func ports() throws {
    #expect(
      try paths(with: "jack_port_unregister") == ["Sources/JACKDriver/ClientLine+Ports.swift"]
    )
  }

  /// libjack sleeps for a cycle at each such question while its graph changes; a rig has many
  /// ports, and requests would wait for it.
  @Test("what ports are connected to is asked beside the actor")
  func connections() throws {
    for word in ["jack_port_get_all_connections", "jack_port_connected_to", "connections(of: "] {
      #expect(try paths(with: word).allSatisfy(Self.mayWaitForJACK.contains), "\(word)")
    }
  }

  /// The sources that have a word in them.
  private func paths(with word: String) throws -> [String] {
    try Repository.files(under: "Sources").filter { file in
      file.lines.contains { $0.contains(word) }
    }.map(\.path)
  }

  /// The driver, whose requests ask JACK, and processes of isolated graphs, for which nobody waits.
  private static let mayWaitForJACK = [
    "Sources/JACKDriver/ClientLine.swift", "Sources/JACKDriver/JACKDriver+Connections.swift",
    "Sources/PluginIsolation/IsolatedGraphRun+Ports.swift",
  ]

  @Test("a decoder elsewhere and a conversion that traps are found")
  func planted() {
    let path = "Sources/Host/Run/A.swift"
    let decoder = SourceFile(path: path, text: "let decoder = JSONDecoder()")
    #expect(OutsideRules.sideDoors(in: decoder).count == 1)
    for (text, count) in [
      ("let frame = Int(seconds * rate)", 1), ("UInt32(a) + Int16(clamping: b) + Int64(c)", 2),
      ("poll(Int16(POLLIN), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))", 0),
      ("Int(count)  // FITS: it is 1 to 64", 0), ("/// Makes an Int(x).", 0),
    ] {
      #expect(OutsideRules.traps(in: SourceFile(path: path, text: text)).count == count, "\(text)")
    }
    let demo = SourceFile(path: "Sources/DemoAudio/A.swift", text: "Int(x)")
    #expect(OutsideRules.traps(in: demo) == [])
  }
}
