// SPDX-License-Identifier: Apache-2.0
// A headless PipeWire of a test's own, for programs that are started with its libjack.

internal import Glibc
internal import JACKDriver
internal import Synchronization

/// A private PipeWire with two outputs that lead nowhere and play into their monitors, "Main
/// (null)" and "Phones (null)".
///
/// The tests themselves run with jackd's libjack: a program of its own has to listen and play
/// there.
///
/// > Threading: Any.
package final class PipeWireServer: Sendable {
  /// Its folder, below `/tmp`.
  package let folder: String
  private let bus: ServerProcess
  private let daemons = Mutex<[ServerProcess]>([])

  /// Whether PipeWire is installed.
  package static var isInstalled: Bool {
    ["pipewire", "wireplumber", "pw-jack", "dbus-daemon"].allSatisfy {
      unsafe access("/usr/bin/\($0)", X_OK) == 0
    }
  }

  private static let configuration = """
    context.properties = { default.clock.rate = 48000 default.clock.quantum = 256 default.clock.min-quantum = 32 }
    context.objects = [
      { factory = adapter args = { factory.name = support.null-audio-sink node.name = "main-out"
        node.description = "Main (null)" media.class = Audio/Sink object.linger = true audio.position = [ FL FR ]
        priority.session = 2000 } }
      { factory = adapter args = { factory.name = support.null-audio-sink node.name = "phones-out"
        node.description = "Phones (null)" media.class = Audio/Sink object.linger = true audio.position = [ FL FR ] } }
    ]
    """

  /// Runs `body` beside a server in an empty folder of the test.
  package static func run<Result>(
    in folder: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PipeWireServer) async throws -> Result
  ) async throws -> Result {
    let server = try PipeWireServer(folder)
    defer { server.stop() }
    try server.start()
    return try await body(server)
  }

  private init(_ folder: String) throws {
    self.folder = folder
    for part in ["", "/state", "/config", "/config/pipewire", "/config/pipewire/pipewire.conf.d"] {
      unsafe mkdir(folder + part, 0o700)
    }
    let file = unsafe fopen("\(folder)/config/pipewire/pipewire.conf.d/10-null.conf", "w")
    unsafe fputs(Self.configuration, file)
    unsafe fclose(file)
    let command = ["dbus-daemon", "--session", "--nofork", "--address=unix:path=\(folder)/bus"]
    bus = try ServerProcess(command: command, environment: ServerProcess.quietEnvironment())
    try Self.wait("the bus", seconds: 20) { unsafe access("\(folder)/bus", F_OK) == 0 }
  }

  /// The environment for programs that use it: `pw-jack` then gives them its libjack.
  package var environment: [String: String] {
    [
      "PIPEWIRE_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus",
      "XDG_CONFIG_HOME": "\(folder)/config",
    ]
  }

  /// Ends the server and starts it again, as an update or a crash of it would.
  package func restart() throws {
    stopDaemons()
    try start()
  }

  private func start() throws {
    var environment = ServerProcess.quietEnvironment().merging(environment) { $1 }
    environment["XDG_RUNTIME_DIR"] = folder
    environment["XDG_STATE_HOME"] = "\(folder)/state"
    for name in ["pipewire", "wireplumber"] {
      let daemon = try ServerProcess(command: [name], environment: environment)
      daemons.withLock { $0.append(daemon) }
      guard name == "pipewire" else { continue }
      try Self.wait("PipeWire", seconds: 20) { unsafe access("\(folder)/pipewire-0", F_OK) == 0 }
    }
    try Self.wait("the ports of PipeWire", seconds: 30) {
      try said(by: "pw-jack", "jack_lsp").contains("Main (null):playback_FL")
    }
  }

  /// Has the graph run with cycles of so many frames.
  package func setQuantum(_ frames: Int) throws {
    _ = try said(by: "pw-metadata", "-n", "settings", "0", "clock.force-quantum", "\(frames)")
  }

  /// The output of a program that is started beside it.
  private func said(by command: String...) throws -> String {
    let environment = ServerProcess.quietEnvironment().merging(environment) { $1 }
    let process = try ServerProcess(command: command, environment: environment)
    guard process.wait(seconds: 20) else {
      process.stop(patience: 0)
      throw BenchError.timedOut(command.joined(separator: " "))
    }
    return process.lastLines(500).joined(separator: "\n")
  }

  private func stopDaemons() {
    let ending = daemons.withLock { daemons in
      defer { daemons = [] }
      return daemons
    }
    for daemon in ending.reversed() { daemon.stop() }
  }

  private func stop() {
    stopDaemons()
    bus.stop()
  }

  private static func wait(
    _ what: String,
    seconds: Double,
    until condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
      guard ContinuousClock.now < end else { throw BenchError.timedOut(what) }
      usleep(20_000)
    }
  }
}
