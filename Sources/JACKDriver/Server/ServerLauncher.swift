// SPDX-License-Identifier: Apache-2.0
// Finds a JACK server, or starts one of our own and stops it again.

internal import Glibc
package import JACKVocabulary

/// A server to open the driver on.
package struct RunningServer: Hashable, Sendable {
  /// What to give to `JACKDriver.open`; `nil` is JACK's own choice, which is all that PipeWire's
  /// JACK knows.
  package var name: String?
  /// Whether we started it.
  package var isOurs: Bool
  /// What a server of ours plays on: an ALSA device such as `hw:PCH`, or `dummy`.
  package var device: String?
  /// Whether a server of ours schedules in real time.
  package var isRealtime: Bool

  /// Describes a server.
  init(name: String?, isOurs: Bool = false, device: String? = nil, isRealtime: Bool = false) {
    (self.name, self.isOurs) = (name, isOurs)
    (self.device, self.isRealtime) = (device, isRealtime)
  }

  /// The server's name, JACK's own choice spelt out.
  package var realName: String { name ?? ServerProbe.defaultName }
}

/// Attaches to a JACK server or runs a private jackd.
///
/// > Threading: Control. `prepare` and `stop` may take seconds.
package final class ServerLauncher {
  /// How a server of ours runs.
  package struct Settings: Hashable, Sendable {
    /// Frames per second.
    package var sampleRate = 48_000
    /// Frames per cycle.
    package var periodFrames = 256
    /// Inputs of a server without a sound card.
    package var captures = 4
    /// Outputs of a server without a sound card.
    package var playbacks = 4
    /// The program to start.
    package var program = "jackd"
    /// What it plays to.
    package var place = PlaceChoice.firstCardOrDummy

    /// Makes the usual settings.
    package init() {}
  }

  private static let portMaximum = 512
  private static let patienceSeconds = 10
  /// How the next server runs that is started.
  package var settings: Settings
  private var running: (name: String, process: ServerProcess)?
  /// What the last server of ours played to.
  private var place: ServerPlace?

  /// Makes a launcher that starts servers with `settings`.
  package init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  deinit {
    stop()
  }

  /// Finds or starts a server and returns when it answers; a clock needs none.
  ///
  /// - Parameters:
  ///   - mode: whether a server may, or must, be started.
  ///   - name: the server's name; `nil` is JACK's own choice (`JACK_DEFAULT_SERVER` or "default"),
  ///     so that other programs find a server of ours without knowing its name.
  /// - Returns: where to open the driver.
  /// - Throws: `LauncherError`; no server of ours is left then.
  package func prepare(
    _ mode: ServerMode,
    name: String? = nil
  ) throws(LauncherError) -> RunningServer {
    guard mode != .clock else { return RunningServer(name: mode.rawValue) }
    // A server that is to be attached to may be starting, or busy: it gets a moment.
    let answers =
      mode == .attach ? ServerProbe.wait(for: name, seconds: 2) : ServerProbe.answers(name)
    let realName = name ?? ServerProbe.defaultName
    switch (mode, answers) {
    case (.auto, true), (.attach, true), (.clock, _): return RunningServer(name: name)
    case (.attach, false): throw .noServer(name: realName)
    case (.start, true): throw .nameTaken(realName)
    case (.auto, false), (.start, false): return try start(realName)
    }
  }

  /// The process id of a server of ours.
  package var pid: Int32? { running?.process.pid }

  /// The last lines that a server of ours wrote.
  package func lastLines(_ count: Int = 8) -> [String] {
    running?.process.lastLines(count) ?? []
  }

  /// Whether a server of ours can still be joined: it runs, and what it plays to is there.
  package var isUsable: Bool { running?.process.isRunning == true && !hasLostItsPlace }

  /// Whether what a server of ours plays to is gone.
  package var hasLostItsPlace: Bool {
    guard running != nil, let place else { return false }
    return !place.isThere(among: SoundCard.all())
  }

  /// Stops a server of ours and removes what it left; close the driver first.
  ///
  /// - Returns: the files in `/dev/shm` that could not be removed, usually none.
  @discardableResult
  package func stop() -> [String] {
    guard let running else { return [] }
    self.running = nil
    running.process.stop()
    return running.process.endedInOrder ? [] : DeadServer.cleanUp(running.name)
  }

  private func start(_ name: String) throws(LauncherError) -> RunningServer {
    stop()
    guard findProgram(settings.program) != nil else { throw .jackdMissing }
    let isRealtime = RealtimeRights.areGranted()
    let place = try ServerPlace.choose(settings.place, after: place, among: SoundCard.all())
    MetadataLeftovers.removeUnused()
    let process = try ServerProcess(
      command: command(name, isRealtime: isRealtime, place),
      environment: ServerProcess.quietEnvironment()
    )
    running = (name, process)
    let seconds = ServerLauncher.patienceSeconds
    if ServerProbe.wait(for: name, seconds: Double(seconds), unless: { !process.isRunning }) {
      self.place = place
      return RunningServer(
        name: name,
        isOurs: true,
        device: place.device,
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

  private func command(_ name: String, isRealtime: Bool, _ place: ServerPlace) -> [String] {
    let server = [
      settings.program, "-n", name, isRealtime ? "-R" : "-r", "-p", "\(ServerLauncher.portMaximum)",
    ]
    let rate = settings.sampleRate
    let period = settings.periodFrames
    switch place {
    case .card(let card, let device, _):
      return server + card.arguments(device, sampleRate: rate, periodFrames: period)
    case .dummy:
      return server + [
        "-d", "dummy", "-r", "\(rate)", "-p", "\(period)",
        "-C", "\(settings.captures)", "-P", "\(settings.playbacks)",
      ]
    }
  }
}
