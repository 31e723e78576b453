// SPDX-License-Identifier: Apache-2.0
// Serves the command set on a Unix socket.

public import ControlProtocol
import Glibc
import Synchronization

/// Serves a command table to clients on a Unix socket, one line for each message.
///
/// > Threading: Any.
public final class UnixSocketServer: Sendable {
  private let path: ControlSocketPath
  private let commands: CommandTable
  private let report: @Sendable (String) -> Void
  private let running = Mutex<Running?>(nil)

  private struct Running {
    let thread: pthread_t
    let mailbox: Mailbox
  }

  /// Prepares a server; `report` is told, on the server's thread, why a client was dropped.
  public init(
    path: ControlSocketPath,
    commands: CommandTable,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.commands = commands
    self.report = report
  }

  deinit {
    stop()
  }

  /// Begins to listen; fails when another host answers on the path.
  ///
  /// The folder is made with mode 0700 if it is not there, the socket has mode 0600.
  public func start() throws(ControlServerError) {
    try running.withLock { running throws(ControlServerError) in
      guard running == nil else { throw .alreadyRunning(path) }
      let listener = try ListeningSocket(path)
      let mailbox = Mailbox()
      let loop = ServerLoop(
        listener: listener,
        mailbox: mailbox,
        commands: commands,
        report: report
      )
      guard let thread = Self.startThread(loop) else {
        listener.remove()
        throw .system(operation: "start a thread for", path: path.path, errno: EAGAIN)
      }
      running = Running(thread: thread, mailbox: mailbox)
    }
  }

  /// Stops listening and removes the socket; answers that are on their way get a quarter of a second.
  ///
  /// Not to be waited for by a command, which would wait for itself.
  public func stop() {
    running.withLock { running in
      guard let server = running else { return }
      server.mailbox.stop()
      pthread_join(server.thread, nil)
      running = nil
    }
  }

  /// Carries a loop to its thread.
  private final class Cargo {
    var loop: ServerLoop

    init(_ loop: ServerLoop) {
      self.loop = loop
    }
  }

  private static func startThread(_ loop: ServerLoop) -> pthread_t? {
    let cargo = unsafe Unmanaged.passRetained(Cargo(loop))
    // Signals are for the main thread.
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread,
      nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Cargo>.fromOpaque(context).takeRetainedValue().loop.run()
        return nil
      },
      cargo.toOpaque()
    )
    guard code == 0 else {
      unsafe cargo.release()
      return nil
    }
    return thread
  }
}
