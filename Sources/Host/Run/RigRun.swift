// SPDX-License-Identifier: Apache-2.0
// A rig from its start to its end, with its socket and its clock.

import AudioBackend
import ControlProtocol
import ControlServer
import Quantities
import RigErrors

/// What the rigs of a run share; without a session manager there is only one.
///
/// > Threading: Control.
final class RunContext {
  let log: RunLog
  let service: ServiceLink
  let steps: SlowSteps
  let showLink: (@Sendable (String) -> Void)?
  /// Makes what carries the sound; `nil` for what the options say.
  let backend: BackendMaker?
  /// Wakes the run.
  let wake: @Sendable (Wake) -> Void
  /// Ends the run; a rig that is starting goes no further.
  let stop: @Sendable () -> Void
  private var signals: SignalWatch?

  init(
    _ log: RunLog,
    _ service: ServiceLink,
    _ steps: SlowSteps,
    showLink: (@Sendable (String) -> Void)?,
    backend: BackendMaker?,
    wake: @escaping @Sendable (Wake) -> Void
  ) {
    (self.log, self.service, self.steps) = (log, service, steps)
    (self.showLink, self.backend, self.wake) = (showLink, backend, wake)
    stop = {
      EndGuard.begin()
      steps.stop()
      wake(.stop)
    }
  }

  /// Lets signals ask for the end or a reload from now on.
  func watchSignals() {
    guard signals == nil else { return }
    signals = SignalWatch(stop: stop) { [wake] in wake(.reload) }
  }

  /// Watches for signals no longer.
  func end() { signals?.end() }
}

/// A rig that is up.
///
/// > Threading: Control.
final class RigRun {
  let host: RigHost
  private let name: String
  private let socket: UnixSocketServer
  private let ticker: Task<Void, Never>
  private let reloads: RepeatedTask
  /// Whether it has ended.
  private(set) var isOver = false

  /// Brings a rig up.
  ///
  /// - Throws: why it did not come up; nothing is left behind then.
  init(_ options: RunOptions, _ context: RunContext) async throws(RigError) {
    let (log, steps, wake) = (context.log, context.steps, context.wake)
    let (report, name, preset) = (log.report, options.name, options.preset ?? "the preset")
    let reserve = DescriptorReserve()
    let host = try steps.during("reading \(preset) and the plugins' data") {
      () throws(RigError) in
      try RigHost(options, log, context.service, backend: context.backend) {
        wake(.driver($0, of: name))
      }
    }
    context.watchSignals()
    let commands = host.makeCommands(stop: context.stop)
    let socket = try steps.during("making the socket, which another start may hold up") {
      () throws(RigError) in
      try openSocket(options, commands: commands, report: report)
    }
    await host.doors(serve: commands, showLink: context.showLink)
    await host.publish { [socket] event, recipients in socket.publish(event, to: recipients) }
    do throws(RigError) {
      try await host.start(steps)
    } catch {
      EndGuard.begin(because: error.message)
      await host.stop()
      socket.stop()
      throw error
    }
    let choice = name == ControlSocketPath.standardName ? "" : " --name \(name)"
    report("Rig '\(name)' is up with \(preset). Ctrl-C or 'tarmac stop\(choice)' ends it.")
    context.service.tellReloaded()
    (self.host, self.name, self.socket) = (host, name, socket)
    ticker = Task { [host, socket] in
      var reserve = reserve
      while !Task.isCancelled {
        await host.tick()
        if let sentence = reserve.look() {
          report(sentence)
          socket.spareDescriptors(reserve.isInUse)
          await host.spareDescriptors(reserve.isInUse)
        }
        try? await Task.sleep(nanoseconds: await host.pauseBetweenTicks.nanoseconds)
      }
      reserve.end()
    }
    reloads = RepeatedTask {
      do throws(RigError) { try await host.reload(nil) } catch {
        log(
          .error,
          "The preset is not reloaded, and the rig plays on as it was: \(error.message)"
        )
      }
    }
  }

  /// Handles an event of the driver, if it is this rig's.
  func handle(_ event: DriverEvent, of name: String) async {
    if name == self.name { await host.handle(event) }
  }

  /// Has the preset read again.
  func reload() { reloads.ask() }

  /// Ends the rig.
  ///
  /// - Parameter isSwitching: whether another rig follows in this process.
  func end(isSwitching: Bool = false) async {
    guard !isOver else { return }
    isOver = true
    if !isSwitching { EndGuard.begin() }
    ticker.cancel()
    reloads.close()
    await host.stop(isSwitching: isSwitching)
    EndGuard.stage("answering clients of the socket")
    socket.stop()
    // The socket's commands keep the rig, which would otherwise never be released.
    await host.publish { _, _ in }
    EndGuard.stage("doing what libraries do at the end of a program")
  }
}

private func openSocket(
  _ options: RunOptions,
  commands: CommandTable,
  report: @escaping @Sendable (String) -> Void
) throws(RigError) -> UnixSocketServer {
  let path: ControlSocketPath
  do throws(ControlPathError) {
    path = try ControlSocketPath(name: options.name)
  } catch {
    throw RigError(.usage, error.description)
  }
  // A client that does not read its last answers must not use up the time for the shutdown.
  let socket = UnixSocketServer(
    path: path,
    commands: commands,
    lastAnswerSeconds: 1,
    report: report
  )
  do throws(ControlServerError) {
    try socket.start()
  } catch {
    throw .unavailable(error.description)
  }
  return socket
}
