// SPDX-License-Identifier: Apache-2.0
// A live rig with its web door open, and clients of it that others wrote: curl, Python's
// websockets.

import ControlProtocol
import Foundation
import Patience
import Quantities

/// A rig that is steered over HTTP.
struct WebStage {
  let stage: LiveStage
  let port: Int

  static let preset = LiveStage.preset(
    "surfaces: { web: { port: 0, hosts: [ mixer.test ] } }",
    sessions: LiveStage.session(
      "deck",
      voice: 1,
      "active: true",
      "options: [ mixWithOthers ]",
      "graph: [ { plugin: \"urn:tarmac:meter:mono\", id: meter } ]",
      "sends: [ { to: wall } ]"
    ),
    LiveStage.session(
      "voice",
      voice: 2,
      "options: [ duckOthers ]",
      "duck: { level_db: -20, attack_seconds: 0.01, release_seconds: 0.01 }",
      "sends: [ { to: cue }, { to: wall, level_db: -inf } ]"
    )
  )

  /// Runs `body` on a rig with its web door open.
  static func run(
    by driver: LiveStage.Driver = .clock,
    _ body: (WebStage) async throws -> Void
  ) async throws {
    let voices = ["deck", "voice"]
    try await LiveStage.run(preset, voices: voices, outputs: ["wall", "cue"], by: driver) { stage in
      try stage.hears(["wall": ["deck"]])
      try await body(WebStage(stage: stage, port: stage.tarmac.webPort()))
    }
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Pairs a device and returns its token.
  func pair(_ name: String, _ access: String) throws -> String {
    try stage.ask(WebPairRequest(name: name, access: access)).token
  }

  /// The level of `deck` with so many decibels added.
  func level(_ decibels: Float) -> Float {
    stage.level(of: "deck") * LinearGain(Decibels(decibels)).factor
  }

  /// Runs curl, and returns the status and the body.
  func curl(_ path: String, token: String? = nil, _ arguments: String...) throws -> (Int, String) {
    var all = ["-s", "-m", "60", "-w", "\n%{http_code}", "--path-as-is", address + path]
    if let token { all += ["-H", "Authorization: Bearer \(token)"] }
    let said = try Foreign("/usr/bin/env", ["curl"] + all + arguments).rest()
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
    guard let status = lines.last.flatMap({ Int($0) }) else {
      throw RunFailure(description: "curl said: \(said)")
    }
    return (status, lines.dropLast().joined(separator: "\n").replacing(/\n$/, with: ""))
  }

  /// A WebSocket of Python's websockets.
  func webSocket(_ token: String?, _ headers: String...) throws -> Foreign {
    try Foreign.python("lines.py", ["ws://127.0.0.1:\(port)/control", token ?? "-"] + headers)
  }
}

extension RunningTarmac {
  /// The port of the web door, as the log names it.
  func webPort() throws -> Int {
    guard let line = try lines("The web mixer is at").last,
      let port = line.firstMatch(of: /http:\/\/[^ ]*:(\d+)\//).flatMap({ Int($0.1) })
    else { throw RunFailure(description: "no port is told") }
    return port
  }
}

/// A program that others wrote, or that runs what others wrote.
final class Foreign {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Runs a script that lies beside this file, in the environment of scripts/install-test-python.
  static func python(_ script: String, _ arguments: [String]) throws -> Foreign {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
    let folder = cache ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.cache"
    let python = "\(folder)/tarmac/test-python/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw RunFailure(description: "there is no \(python): run scripts/install-test-python")
    }
    return try Foreign(python, [here.appending(path: script).path] + arguments)
  }

  func type(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

  func finish() { try? input.fileHandleForWriting.close() }

  /// The next line; `nil` at the end.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      var waited = pollfd(
        fd: output.fileHandleForReading.fileDescriptor,
        events: Int16(POLLIN),
        revents: 0
      )
      guard unsafe poll(&waited, 1, Int32(patience * 1_000)) > 0 else { return nil }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      buffer += more
    }
  }

  /// The next line that holds `text`.
  func line(with text: String) throws -> String {
    while let line = line() {
      if line.contains(text) { return line }
    }
    throw RunFailure(description: "it ended without \(text)")
  }

  /// Everything that is still to come.
  func rest() throws -> String {
    finish()
    let all = buffer + (try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    return String(decoding: all, as: UTF8.self)
  }
}
