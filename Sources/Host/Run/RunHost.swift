// SPDX-License-Identifier: Apache-2.0
// `tarmac run`: from a preset to sound, until somebody says stop.

import ChildPrograms
import ControlProtocol
import ControlServer
import Dispatch
import Glibc
import JACKDriver
import LV2Hosting
import Quantities
import RigEngine
public import RigErrors
import Synchronization

/// Runs a preset on JACK until a signal (SIGINT, SIGTERM), the end of its terminal or a client's `rig.stop`.
///
/// - Parameters:
///   - options: the preset, the rig's name, and where JACK comes from.
///   - showLink: shows the link of the first device to whoever sits at the rig, when the web mixer opens and knows none.
///   - log: is told, in sentences, what happens.
/// - Throws: why the rig did not come up; nothing is left behind then.
public func runHost(
  _ options: RunOptions,
  showLink: (@Sendable (String) -> Void)? = nil,
  log: RunLog
) async throws(RigError) {
  let report = log.report
  let service = ServiceLink(presentEnvironment)
  let reserve = DescriptorReserve()
  let (events, inlet) = AsyncStream.makeStream(of: Wake.self)
  let stop: @Sendable () -> Void = { inlet.yield(.stop) }
  let steps = SlowSteps(report: report) { service.tell(status: "Starting: \($0).") }
  let host = try steps.during("reading \(options.preset) and the plugins' data") {
    () throws(RigError) in
    try RigHost(options, log, service) { inlet.yield(.driver($0)) }
  }
  let signals = SignalWatch(stop: stop) { inlet.yield(.reload) }
  defer { signals?.end() }
  // A plugin that calls exit() is named in the log, until the program itself ends in order.
  CrashGuard.guardExit(true)
  defer { CrashGuard.guardExit(false) }
  let commands = host.makeCommands(stop: stop)
  let socket = try steps.during("making the socket, which another start may hold up") {
    () throws(RigError) in
    try openSocket(options, commands: commands, report: report)
  }
  await host.doors(serve: commands, showLink: showLink)
  await host.publish { [socket] event, recipients in socket.publish(event, to: recipients) }
  do throws(RigError) {
    try await host.start(steps)
  } catch {
    await host.stop()
    socket.stop()
    throw error
  }
  report("Rig '\(options.name)' is up with \(options.preset). Ctrl-C or 'tarmac stop' ends it.")
  let ticker = Task { [host, socket] in
    var reserve = reserve
    while !Task.isCancelled {
      await host.tick()
      if let sentence = reserve.look() {
        report(sentence)
        socket.spareDescriptors(reserve.isInUse)
      }
      try? await Task.sleep(nanoseconds: await host.pauseBetweenTicks.nanoseconds)
    }
  }
  let reloads = Errand {
    do throws(RigError) { try await host.reload(nil) } catch {
      log(.error, "The preset is not reloaded, and the rig plays on as it was: \(error.message)")
    }
  }
  loop: for await event in events {
    switch event {
    case .driver(let event): await host.handle(event)
    case .reload: reloads.ask()
    case .stop: break loop
    }
  }
  ticker.cancel()
  reloads.close()
  await host.stop()
  socket.stop()
}

/// What wakes the host.
private enum Wake: Sendable {
  case driver(DriverEvent)
  case reload
  case stop
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
  let socket = UnixSocketServer(path: path, commands: commands, report: report)
  do throws(ControlServerError) {
    try socket.start()
  } catch {
    throw .unavailable(error.description)
  }
  return socket
}
