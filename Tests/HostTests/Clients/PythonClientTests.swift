// SPDX-License-Identifier: Apache-2.0
// The Python client: its own tests, its types, and an evening with a live rig that is heard on
// JACK.

import Foundation
import JACKTestBench
import Testing

@Suite("The Python client", .serialized)
struct PythonClientTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let client = root.appending(path: "clients/python")

  /// Runs Python with the client in its path; returns its output and how it ends.
  private static func run(
    _ arguments: [String],
    python: String = "/usr/bin/python3"
  ) throws -> (said: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = arguments
    process.currentDirectoryURL = client
    process.environment = environment
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: said, as: UTF8.self), process.terminationStatus)
  }

  private static let environment = [
    "PYTHONPATH": "src:.", "MYPYPATH": "src:.", "PYTHONDONTWRITEBYTECODE": "1",
    "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
  ]

  /// The next line of a program's output; `nil` at the end.
  private static func line(from handle: FileHandle) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? handle.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  @Test("passes its own tests, with no socket left open")
  func ownTests() throws {
    let (said, status) = try Self.run(
      ["-W", "error::ResourceWarning", "-m", "unittest", "tests.test_client"]
    )
    #expect(status == 0 && said.contains("OK"), "\(said)")
  }

  @Test("needs nothing beside Python's own library")
  func alone() throws {
    let source = Self.client.appending(path: "src/tarmac")
    let known: Set = [
      "asyncio", "collections", "contextlib", "dataclasses", "json", "math", "os", "pathlib",
      "socket", "threading", "time", "types", "typing",
    ]
    for file in try FileManager.default.contentsOfDirectory(atPath: source.path)
    where file.hasSuffix(".py") {
      let text = try String(contentsOf: source.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /(?m)^(?:import|from) ([a-z_]\w*)/) {
        #expect(known.contains(String(match.1)), "\(file) imports \(match.1)")
      }
    }
  }

  @Test("sets, fades, mutes, records, is refused and told, and what is heard is what it said")
  func story() async throws {
    let preset = """
      tarmac: 1
      routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
      interrupters:
        phone: { source: { jack: [ "voices:out_2" ] }, sends: [ { to: wall } ] }
      sessions:
        deck:
          category: playback
          active: true
          source: { jack: [ "voices:out_1" ] }
          sends: [ { to: wall } ]
      """
    try await LiveStage.run(preset, voices: ["deck", "phone"], outputs: ["wall"], by: .clock) {
      stage in
      try stage.hears(["wall": ["deck"]])
      let folder = stage.tarmac.folder
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = [
        "-m", "tests.story", folder.appending(path: "tarmac/rig.sock").path, folder.path,
      ]
      process.currentDirectoryURL = Self.client
      process.environment = Self.environment
      let (input, output, problems) = (Pipe(), Pipe(), folder.appending(path: "problems"))
      try Data().write(to: problems)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: problems)
      try process.run()
      var said: [String] = []
      while let line = Self.line(from: output.fileHandleForReading), line != "done" {
        said.append(line)
        try stage.hears(["wall": line == "nothing" ? [] : [line]])
        input.fileHandleForWriting.write(Data("heard\n".utf8))
      }
      process.waitUntilExit()
      let complaint = try String(contentsOf: problems, encoding: .utf8)
      #expect(process.terminationStatus == 0, "\(complaint)")
      #expect(
        said == ["deck", "nothing", "deck", "nothing", "deck", "deck", "phone", "deck"]
      )
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "take.wav").path))
      stage.tarmac.waitUntilExit()
      #expect(stage.tarmac.exitStatus == 0)
    }
  }
}
