// SPDX-License-Identifier: Apache-2.0
// A rig that gets no more memory, because of `ulimit -v` or a full machine.

import ControlClient
import ControlProtocol
import Foundation
import Patience
import Testing

@Suite("A rig that is short of memory", .serialized)
struct MemoryShortageTests {
  @Test("refuses to load something new, says why, goes on, and loads it once there is room")
  func shortage() async throws {
    let small = "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2 } }\n"
    let large = """
      \(small)sessions:
        one: { category: playback, source: { jack: [ "x:y" ] }, sends: [ { to: main } ] }
      """
    try await RunningTarmac.runByClock(small) { tarmac in
      let file = tarmac.folder.appending(path: "large.yaml")
      try large.write(to: file, atomically: true, encoding: .utf8)
      // Room for threads, and for less than the rig wants to have free.
      try Self.limit(tarmac, toMore: 48 << 20)
      let error = #expect(throws: ControlClientError.self) {
        try tarmac.ask(ReloadRequest(preset: file.path))
      }
      guard case .refused(let refusal) = error else { throw try #require(error) }
      #expect(refusal.message.contains("MB of memory left"))
      #expect(try tarmac.ask(SessionListRequest()).isEmpty)
      try Self.limit(tarmac, toMore: nil)
      _ = try tarmac.ask(ReloadRequest(preset: file.path))
      #expect(try tarmac.ask(SessionListRequest()).count == 1)
    }
  }

  /// The limits: below what any command takes, just enough for one and not for a rig, and so on.
  @Test(
    "ends with a sentence where it may not start, and never hangs or crashes",
    arguments: [160, 200, 240, 280, 320, 400, 480]
  )
  func start(_ megabytes: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let preset = folder.appending(path: "rig.yaml")
    try "tarmac: 1\n".write(to: preset, atomically: true, encoding: .utf8)
    for words in [["--version"], ["preset", "check", preset.path], ["run", preset.path]] {
      // No rig comes up here: there is no server of that name, and none is to be started.
      let (status, errors) = try await Self.end(
        of: words + (words[0] == "run" ? ["--server", "attach"] : []),
        in: folder,
        megabytes
      )
      let isRefused = status == 71 && errors.contains("MB of memory left (ulimit -v")
      let isUsual = status == (words[0] == "run" ? 69 : 0)
      // Not even its libraries find room: the loader says so.
      let isUnloaded = status == 127 && errors.contains("shared")
      #expect(isRefused || isUsual || isUnloaded, "\(words[0]): \(status), \(errors)")
      if words[0] == "run", megabytes <= 320 { #expect(!isUsual, "\(errors)") }
    }
  }

  /// How the program ends with an address space of so many megabytes; one that hangs is ended.
  private static func end(
    of words: [String],
    in folder: URL,
    _ megabytes: Int
  ) async throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c", "ulimit -c 0 -v \(megabytes << 10); exec timeout -k 5 \(patience) \"$@\"", "bash",
      RunningTarmac.program.path,
    ]
    process.arguments? += words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
      "JACK_DEFAULT_SERVER": folder.lastPathComponent,
    ]) { $1 }
    let errors = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    return try await blocking {
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let isSignal = process.terminationReason == .uncaughtSignal
      return (process.terminationStatus + (isSignal ? 128 : 0), text)
    }
  }

  /// Allows a rig so many more bytes of address space than it has; without a limit when `nil`.
  private static func limit(_ tarmac: RunningTarmac, toMore bytes: Int?) throws {
    let words = try String(contentsOfFile: "/proc/\(tarmac.pid)/statm", encoding: .utf8)
    let pages = try #require(words.split(separator: " ").first.flatMap { Int($0) })
    let limit = bytes.map { "\(pages * Int(getpagesize()) + $0)" } ?? "unlimited"
    let arguments = ["--pid", "\(tarmac.pid)", "--as=\(limit):"]
    let process = try Process.run(URL(filePath: "/usr/bin/prlimit"), arguments: arguments)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
