// SPDX-License-Identifier: Apache-2.0
// A jackd of a test's own, on the dummy driver.

internal import Glibc
internal import JACKDriver
internal import Patience
internal import Synchronization

/// A private jackd on the dummy driver.
///
/// Only one exists in a process at a time, see `serverGate`; get it with `PrivateServer.run`.
/// Programs that a test starts reach it through `environment`.
///
/// > Threading: Any.
package final class PrivateServer: Sendable {
  /// How a server is set up.
  package struct Settings: Hashable, Sendable {
    /// Frames per second.
    package var sampleRate = 48_000
    /// Frames per cycle.
    package var periodFrames = 256
    /// How many `system:capture_N` ports there are.
    package var captures = 4
    /// How many `system:playback_N` ports there are.
    package var playbacks = 4
    /// Whether it logs all that it does, and has libjack log it in each of its clients.
    package var isVerbose = false
    /// How the server treats clients that connect their own ports, as in `jackd -a`: `E`, `e`, `A`
    /// or `a`; `nil` where they may.
    package var selfConnect: String?

    /// Makes the usual settings.
    package init(
      sampleRate: Int = 48_000,
      periodFrames: Int = 256,
      captures: Int = 4,
      playbacks: Int = 4,
      isVerbose: Bool = false,
      selfConnect: String? = nil
    ) {
      self.sampleRate = sampleRate
      self.periodFrames = periodFrames
      self.captures = captures
      self.playbacks = playbacks
      self.isVerbose = isVerbose
      self.selfConnect = selfConnect
    }
  }

  private static let count = Atomic<Int>(0)

  /// The name of the server.
  package let name: String
  /// How the server was started.
  package let settings: Settings
  private let process: Mutex<ServerProcess?> = Mutex(nil)

  /// Runs `body` beside a private server and stops the server afterwards; waits for its turn.
  package static func run<Result>(
    _ settings: Settings = Settings(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PrivateServer) async throws -> Result
  ) async throws -> Result {
    try await exclusively {
      let server = PrivateServer(settings)
      defer { server.stop() }
      try server.start(server.settings, isSynchronous: true)
      return try await body(server)
    }
  }

  /// Runs `body` while no private server exists in this process, for tests that start servers in
  /// their own way.
  package static func exclusively<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await serverGate.pass(isolation: isolation, body)
  }

  private init(_ settings: Settings) {
    let number = PrivateServer.count.add(1, ordering: .relaxed).newValue
    name = "tarmac-test-\(getpid())-\(number)"
    self.settings = settings
  }

  deinit {
    stop()
  }

  /// What a program needs in its environment to use this server.
  package var environment: [String: String] { ["JACK_DEFAULT_SERVER": name] }

  /// The process id of the server; 0 when there is none.
  package var pid: Int32 { process.withLock { $0?.pid ?? 0 } }

  /// The last lines that the server has printed.
  package var lastLines: [String] { process.withLock { $0?.lastLines(12) ?? [] } }

  /// Whether the server's process lives.
  package var isRunning: Bool { process.withLock { $0?.isRunning ?? false } }

  /// Starts the server again under its old name, after `stop` or `kill`, with other settings if
  /// there are any.
  ///
  /// It is asynchronous from then on, a late client may lose samples: while this one starts, the
  /// clients of the one before come back, and a synchronous jackd that clients open meanwhile can
  /// hang.
  package func restart(_ other: Settings? = nil) throws {
    try start(other ?? settings, isSynchronous: false)
  }

  /// A synchronous server waits for a client that is late, so that no sample is lost.
  private func start(_ settings: Settings, isSynchronous: Bool) throws {
    let mode =
      (isSynchronous ? ["-S"] : []) + (settings.isVerbose ? ["-v"] : [])
      + (settings.selfConnect.map { ["-a", $0] } ?? [])
    let command =
      ["jackd"] + mode + [
        "-n", name, "-r", "-p", "256", "-t", "100", "-d", "dummy",
        "-r", "\(settings.sampleRate)", "-p", "\(settings.periodFrames)",
        "-C", "\(settings.captures)", "-P", "\(settings.playbacks)",
      ]
    MetadataLeftovers.removeUnused()
    let started = try ServerProcess(command: command, environment: ServerProcess.quietEnvironment())
    process.withLock { $0 = started }
    guard ServerProbe.wait(for: name, seconds: 20, unless: { !started.isRunning }) else {
      let lines = started.lastLines(8)
      stop()
      throw BenchError.noServer(lastLines: lines)
    }
  }

  /// Ends the server in order and removes what it left; close the clients of this process first.
  package func stop() {
    end()
  }

  /// Kills the server as a crash would; what it leaves is removed by `restart` or `stop`.
  package func kill() {
    let killed = process.withLock { $0 }
    killed?.send(SIGKILL)
    _ = killed?.wait(seconds: 10)
  }

  private func end() {
    let ending = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let ending else { return }
    ending.stop()
    if !ending.endedInOrder { _ = DeadServer.cleanUp(name) }
  }
}
