// SPDX-License-Identifier: Apache-2.0
// `tarmac run`: from a preset to sound, until somebody says stop.

import ControlProtocol
import ControlServer
import Dispatch
import Glibc
import JACKDriver
import Quantities

/// Runs a preset on JACK until SIGINT, SIGTERM or a client's `rig.stop`.
///
/// - Parameters:
///   - options: the preset, the rig's name, and where JACK comes from.
///   - report: is told, in sentences, what happens.
/// - Throws: why the rig did not come up; nothing is left behind then.
public func runHost(
  _ options: RunOptions,
  report: @escaping @Sendable (String) -> Void
) async throws(HostError) {
  let (events, inlet) = AsyncStream.makeStream(of: HostEvent.self)
  let stop: @Sendable () -> Void = { inlet.yield(.stop) }
  let host = try RigHost(options, report: report) { inlet.yield(.driver($0)) }
  let socket = try openSocket(options, commands: host.makeCommands(stop: stop), report: report)
  let signals = watchSignals(stop)
  defer { for signal in signals { signal.cancel() } }
  do throws(HostError) {
    try await host.start()
  } catch {
    await host.stop()
    socket.stop()
    throw error
  }
  report("Rig '\(options.name)' is up with \(options.preset). Ctrl-C or 'tarmac stop' ends it.")
  let ticker = Task { [host] in
    while !Task.isCancelled {
      await host.tick()
      try? await Task.sleep(nanoseconds: UInt64(HostTimes.tick.value * 1e9))
    }
  }
  loop: for await event in events {
    switch event {
    case .driver(let event): await host.handle(event)
    case .stop: break loop
    }
  }
  ticker.cancel()
  await host.stop()
  socket.stop()
}

/// What wakes the host.
private enum HostEvent: Sendable {
  case driver(DriverEvent)
  case stop
}

private func openSocket(
  _ options: RunOptions,
  commands: CommandTable,
  report: @escaping @Sendable (String) -> Void
) throws(HostError) -> UnixSocketServer {
  let path: ControlSocketPath
  do throws(ControlPathError) {
    path = try ControlSocketPath(name: options.name)
  } catch {
    throw HostError(error.description, exitCode: 64)
  }
  let socket = UnixSocketServer(path: path, commands: commands, report: report)
  do throws(ControlServerError) {
    try socket.start()
  } catch {
    throw .unavailable(error.description)
  }
  return socket
}

/// Calls `stop` on SIGINT and SIGTERM, which otherwise do nothing from now on.
private func watchSignals(_ stop: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
  [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: stop)
    source.resume()
    return source
  }
}
