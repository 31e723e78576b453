// SPDX-License-Identifier: Apache-2.0
// Finds a JACK server, or starts one of our own and stops it again.

internal import Glibc
public import JACKVocabulary

/// A server to open the driver on.
public struct RunningServer: Hashable, Sendable {
  /// What to give to `JACKDriver.open`; `nil` is JACK's own choice, which is all that PipeWire's JACK knows.
  public var name: String?
  /// Whether we started it.
  public var isOurs: Bool
  /// What a server of ours plays on: an ALSA device such as `hw:PCH`, or `dummy`.
  public var device: String?
  /// Whether a server of ours schedules in real time.
  public var isRealtime: Bool

  /// The server's name, JACK's own choice spelt out.
  public var realName: String { name ?? ServerProbe.defaultName }
}

/// Attaches to a JACK server or runs a private jackd.
///
/// > Threading: Control. `prepare` and `stop` may take seconds.
public final class ServerLauncher {
  /// How a server of ours runs.
  public struct Settings: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate = 48_000
    /// Frames per cycle.
    public var periodFrames = 256
    /// Inputs of a server without a sound card.
    public var captures = 4
    /// Outputs of a server without a sound card.
    public var playbacks = 4
    /// The program to start.
    package var program = "jackd"
    /// Whether to use a sound card where there is one.
    package var usesSoundCard = true

    /// Makes the usual settings.
    public init() {}
  }

  private static let portMaximum = 512
  private static let patienceSeconds = 10
  private let settings: Settings
  private var running: (name: String, process: ServerProcess)?

  /// Makes a launcher that starts servers with `settings`.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  deinit {
    stop()
  }

  /// Finds or starts a server and returns when it answers.
  ///
  /// - Parameters:
  ///   - mode: whether a server may, or must, be started.
  ///   - name: the server's name; `nil` is JACK's own choice (`JACK_DEFAULT_SERVER` or "default"), so that other
  ///     programs find a server of ours without being told.
  /// - Returns: where to open the driver.
  /// - Throws: `LauncherError`; no server of ours is left then.
  public func prepare(
    _ mode: ServerMode,
    name: String? = nil
  ) throws(LauncherError) -> RunningServer {
    // A server that is to be attached to may be starting, or busy: it gets a moment.
    let answers =
      mode == .attach ? ServerProbe.wait(for: name, seconds: 2) : ServerProbe.answers(name)
    let realName = name ?? ServerProbe.defaultName
    switch (mode, answers) {
    case (.auto, true), (.attach, true):
      return RunningServer(name: name, isOurs: false, device: nil, isRealtime: false)
    case (.attach, false): throw .noServer(name: realName)
    case (.start, true): throw .nameTaken(realName)
    case (.auto, false), (.start, false): return try start(realName)
    }
  }

  /// The process id of a server of ours.
  public var pid: Int32? { running?.process.pid }

  /// The last lines that a server of ours wrote.
  public func lastLines(_ count: Int = 8) -> [String] {
    running?.process.lastLines(count) ?? []
  }

  /// Stops a server of ours and removes what it left; close the driver first.
  ///
  /// - Returns: the files in `/dev/shm` that could not be removed, usually none.
  @discardableResult
  public func stop() -> [String] {
    guard let running else { return [] }
    self.running = nil
    running.process.stop()
    return running.process.endedInOrder ? [] : DeadServer.cleanUp(running.name)
  }

  private func start(_ name: String) throws(LauncherError) -> RunningServer {
    stop()
    guard findProgram(settings.program) != nil else { throw .jackdMissing }
    let isRealtime = RealtimeRights.areGranted()
    let card = settings.usesSoundCard ? SoundCard.find() : nil
    MetadataLeftovers.removeUnused()
    let process = try ServerProcess(
      command: command(name, isRealtime: isRealtime, card: card),
      environment: ServerProcess.quietEnvironment()
    )
    running = (name, process)
    let seconds = ServerLauncher.patienceSeconds
    if ServerProbe.wait(for: name, seconds: Double(seconds), unless: { !process.isRunning }) {
      return RunningServer(
        name: name,
        isOurs: true,
        device: card.map { "hw:\($0.id)" } ?? "dummy",
        isRealtime: isRealtime
      )
    }
    let hasDied = process.wait(seconds: 0)
    let lines = lastLines()
    stop()
    throw hasDied
      ? .serverDied(name: name, lastLines: lines)
      : .serverSilent(name: name, seconds: seconds, lastLines: lines)
  }

  private func command(_ name: String, isRealtime: Bool, card: SoundCard?) -> [String] {
    let server = [
      settings.program, "-n", name, isRealtime ? "-R" : "-r", "-p", "\(ServerLauncher.portMaximum)",
    ]
    let rate = settings.sampleRate
    let period = settings.periodFrames
    let dummy = [
      "-d", "dummy", "-r", "\(rate)", "-p", "\(period)",
      "-C", "\(settings.captures)", "-P", "\(settings.playbacks)",
    ]
    return server + (card?.arguments(sampleRate: rate, periodFrames: period) ?? dummy)
  }
}
