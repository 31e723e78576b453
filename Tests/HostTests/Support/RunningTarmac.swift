// SPDX-License-Identifier: Apache-2.0
// The real program on a private JACK server, steered over its real socket.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import RawSocket

/// A `tarmac run` of a test.
final class RunningTarmac {
  /// A folder of its own, for the preset, sound files and the socket.
  let folder: URL
  private let process = Process()
  /// The server that it was started for; `nil` for a clock.
  private let server: String?
  private let shell: String
  private let socket: ControlSocketPath
  private let client: ControlClient
  private let log: URL

  /// The program that was built with these tests: it lies beside the test program.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "tarmac")

  /// Starts `preset`, a text in which `FOLDER` stands for the test's folder, and waits until the
  /// rig is up.
  ///
  /// `shell` is how bash starts it.
  convenience init(
    _ preset: String,
    on server: PrivateServer,
    folder: URL,
    shell: String = "exec \"$@\"",
    portNames: Bool = false
  ) throws {
    try self.init(preset, on: server.name, folder: folder, shell: shell, portNames: portNames)
  }

  /// The same on the server of that name; `nil` is none, where a clock drives the rig.
  convenience init(
    _ preset: String,
    on server: String?,
    folder: URL,
    shell: String,
    portNames: Bool = false
  ) throws {
    try self.init(preset, server: server, folder: folder, shell: shell, portNames: portNames)
    try wait("the rig to come up") { try log("is up with") }
  }

  /// Starts `preset` for the server of that name, and waits for nothing.
  convenience init(
    _ preset: String,
    server: String?,
    folder: URL,
    shell: String,
    portNames: Bool = false
  ) throws {
    let mode = server == nil ? "none" : "attach"
    let options = ["--server", mode] + (portNames ? ["--port-names"] : [])
    try self.init(preset, folder, shell, server) { file in
      [RunningTarmac.program.path, "run", file, "--name", "rig"] + options
    }
  }

  /// Starts `preset` with the program `clock-rig`, and waits until the rig is up.
  private convenience init(besideDevices preset: String, folder: URL, shell: String) throws {
    let program = RunningTarmac.program.deletingLastPathComponent().appending(path: "clock-rig")
      .path
    let socket = RunningTarmac.devices(in: folder)
    try self.init(preset, folder, shell, nil) { [program, $0, "rig", socket] }
    try wait("the rig to come up") { try log("is up with") }
  }

  private static func devices(in folder: URL) -> String {
    folder.appending(path: "devices/rig.sock").path
  }

  /// Starts `preset` by a command for its file, for the server of that name.
  private init(
    _ preset: String,
    _ folder: URL,
    _ shell: String,
    _ server: String?,
    command: (_ file: String) -> [String]
  ) throws {
    (self.folder, self.server, self.shell) = (folder, server, shell)
    log = folder.appending(path: "log")
    socket = try ControlSocketPath(path: folder.appending(path: "tarmac/rig.sock").path)
    client = try ControlClient(path: socket)
    let file = folder.appending(path: "rig.yaml")
    try preset.write(to: file, atomically: true, encoding: .utf8)
    try Data().write(to: log)
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", shell, "bash"] + command(file.path)
    let own = [
      "JACK_DEFAULT_SERVER": server ?? "tarmac-test-without-server", "XDG_RUNTIME_DIR": folder.path,
      "XDG_STATE_HOME": folder.appending(path: "state").path, "TMPDIR": folder.path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Both streams share one position in the file, so that neither overwrites the other.
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Starts another preset where this one ran, or in the folder that it was moved to; this one must
  /// have ended.
  func again(_ preset: String, in moved: URL? = nil) throws -> RunningTarmac {
    try RunningTarmac(
      preset,
      on: server,
      folder: moved ?? folder,
      shell: shell
    )
  }

  /// Runs `body` with a program of its own beside a private server.
  static func run(
    _ preset: String,
    settings: PrivateServer.Settings = PrivateServer.Settings(),
    shell: String = "exec \"$@\"",
    portNames: Bool = false,
    files: (URL) throws -> Void = { _ in },
    _ body: (RunningTarmac, PrivateServer) async throws -> Void
  ) async throws {
    try await PrivateServer.run(settings) { server in
      do {
        try await run(files) { tarmac in
          try await body(tarmac, server)
        } start: { folder in
          try RunningTarmac(
            preset,
            on: server,
            folder: folder,
            shell: shell,
            portNames: portNames
          )
        }
      } catch let failure as RunFailure {
        let lines = server.lastLines.joined(separator: "\n")
        throw RunFailure(description: "\(failure.description)\njackd said: \(lines)")
      }
    }
  }

  /// Runs `body` with a program of its own that a clock drives: for what no port and no sound can
  /// change, so that several tests run at once.
  static func runByClock(
    _ preset: String,
    shell: String = "exec \"$@\"",
    files: (URL) throws -> Void = { _ in },
    _ body: (RunningTarmac) async throws -> Void
  ) async throws {
    try await run(files, body) { folder in
      try RunningTarmac(preset, on: nil, folder: folder, shell: shell)
    }
  }

  /// Runs `body` with a rig that a clock drives, and the socket by which others are plugged into
  /// it.
  static func runBesideDevices(
    _ preset: String,
    shell: String = "exec \"$@\"",
    files: (URL) throws -> Void = { _ in },
    _ body: (RunningTarmac, ControlClient) async throws -> Void
  ) async throws {
    try await run(files) { tarmac in
      let path = try ControlSocketPath(path: devices(in: tarmac.folder))
      try await body(tarmac, ControlClient(path: path))
    } start: { folder in
      try RunningTarmac(besideDevices: preset, folder: folder, shell: shell)
    }
  }

  private static func run(
    _ files: (URL) throws -> Void,
    _ body: (RunningTarmac) async throws -> Void,
    start: (URL) throws -> RunningTarmac
  ) async throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try files(folder)
    try await RigGate.pass {
      let tarmac = try start(folder)
      defer { tarmac.end() }
      try await body(tarmac)
    }
  }

  var pid: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var exitStatus: Int32 { process.terminationStatus }

  /// Sends the running program a request.
  func ask<Request: ControlRequest>(_ request: Request) throws -> Request.Reply {
    do {
      return try client.send(request, timeoutSeconds: 30)
    } catch .disconnected {
      process.waitUntilExit()
      throw RunFailure(description: "tarmac ended with \(exitStatus) and said: \(said)")
    }
  }

  func session(_ name: String) throws -> SessionStatus {
    try ask(SessionShowRequest(session: name))
  }

  /// Runs a command that asks this rig, and returns its output on both streams.
  func command(_ arguments: String...) throws -> String {
    let output = folder.appending(path: ".said-\(UUID().uuidString)")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    let command = Process()
    command.executableURL = RunningTarmac.program
    command.arguments = arguments + ["--name", "rig"]
    command.environment = process.environment
    command.standardInput = FileHandle.nullDevice
    command.standardOutput = try FileHandle(forUpdating: output)
    command.standardError = command.standardOutput
    try command.run()
    command.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// Whether the program has printed something that holds `text`.
  func log(_ text: String) throws -> Bool {
    try String(contentsOf: log, encoding: .utf8).contains(text)
  }

  /// Waits until the program has printed something that holds `text`; answers come before the log.
  func waitForLog(_ text: String) throws {
    try wait("the log to say '\(text)'") { try log(text) }
  }

  /// Waits until all inputs of a listener, or the first few, hear a level.
  func hears(
    _ level: Float,
    by ears: Listener,
    inputs: Int = .max,
    within error: Float = 1e-5
  ) throws {
    var heard: [Float] = []
    try wait("\(level), not \(heard.last ?? 0)") {
      heard = try ears.capture(frames: 256).prefix(inputs).flatMap(\.self)
      return heard.allSatisfy { abs($0 - level) < error }
    }
  }

  /// How many printed lines hold `text`.
  func count(_ text: String) throws -> Int {
    try lines(text).count
  }

  /// The printed lines that hold `text`.
  func lines(_ text: String) throws -> [Substring] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .filter { text.isEmpty || $0.contains(text) }
  }

  /// The rests of the lines that begin with `text`, behind the time of day.
  func said(after text: String) throws -> [String] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .map { $0.dropFirst("00:00:00.000 ".count) }
      .filter { $0.hasPrefix(text) }.map { String($0.dropFirst(text.count)) }
  }

  /// A client for another thread.
  func anotherClient() throws -> ControlClient {
    try ControlClient(path: socket)
  }

  /// A client that can send the running program what no client of ours would.
  func rawClient() throws -> RawClient {
    try RawClient(socket)
  }

  private var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Waits until `condition` holds; gives up after a minute, or when the program has ended.
  func wait(_ what: @autoclosure () -> String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !condition() {
      guard ContinuousClock.now < end, process.isRunning else {
        throw RunFailure(description: "waited in vain for \(what()); tarmac said: \(said)")
      }
      usleep(2_000)
    }
  }

  /// Waits until the program has ended by itself.
  func waitUntilExit() {
    process.waitUntilExit()
  }

  /// Sends a signal and waits until the program has ended; one that ignores it is killed, which its
  /// exit status shows.
  func end(_ signal: Int32 = SIGINT) {
    guard process.isRunning else { return }
    kill(pid, signal)
    let end = ContinuousClock.now + .seconds(patience)
    while process.isRunning && ContinuousClock.now < end { usleep(2_000) }
    if process.isRunning { kill(pid, SIGKILL) }
    process.waitUntilExit()
  }
}

/// A condition that a test waited for in vain.
struct RunFailure: Error, CustomStringConvertible {
  var description: String
}
