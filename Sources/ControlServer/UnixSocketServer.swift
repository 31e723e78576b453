// SPDX-License-Identifier: Apache-2.0
// Serves the command set on a Unix socket.

package import ControlProtocol
import Glibc
import Synchronization
import Threads

/// Serves a command table to clients on a Unix socket, one line for each message.
///
/// Each client has a `TaskQueue` on which its requests are carried out, one at a time: a client in
/// the same process may wait for an answer on any thread without blocking it.
///
/// > Threading: Any.
package final class UnixSocketServer: Sendable {
  private let path: ControlSocketPath
  private let commands: CommandTable
  private let lastAnswerSeconds: Double
  private let patience: Duration
  private let report: @Sendable (String) -> Void
  private let running = Mutex<Running?>(nil)
  /// The mailbox of a running server; apart from `running`, so that `publish` never waits for a
  /// start or a stop.
  private let outlet = Mutex<Mailbox<SocketLoopMessage>?>(nil)

  private struct Running {
    let thread: SystemThread
    let mailbox: Mailbox<SocketLoopMessage>
  }

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - path: where it listens.
  ///   - commands: what it answers.
  ///   - lastAnswerSeconds: how long `stop` waits at most for answers that are on their way.
  ///   - patience: how long a client may read nothing while events are lost; half a minute by
  ///     default.
  ///   - report: gets, on the server's thread, the reason why a client was dropped.
  package init(
    path: ControlSocketPath,
    commands: CommandTable,
    lastAnswerSeconds: Double = 2,
    patience: Duration? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.commands = commands
    self.lastAnswerSeconds = lastAnswerSeconds
    self.patience = patience ?? Dialogue.usualPatience
    self.report = report
  }

  deinit {
    stop()
  }

  /// Begins to listen; fails when another host answers on the path.
  ///
  /// The folder is made with mode 0700 if it is not there, the socket has mode 0600.
  package func start() throws(ControlServerError) {
    try running.withLock { running throws(ControlServerError) in
      guard running == nil else { throw .alreadyRunning(path) }
      guard let mailbox = Mailbox<SocketLoopMessage>() else {
        throw .system(operation: "open a mailbox for", path: path.path, errno: EMFILE)
      }
      let listener = try ListeningSocket(path)
      let commands = commands.withSubscriptions { mailbox.post(.subscribe($0, $1, $2)) }
      let thread: SystemThread
      do throws(ThreadError) {
        thread = try SystemThread("control-server", signals: .faultsOnly) {
          [lastAnswerSeconds, patience, report] in
          var loop = ServerLoop(
            listener: listener,
            mailbox: mailbox,
            commands: commands,
            lastAnswerSeconds: lastAnswerSeconds,
            patience: patience,
            report: report
          )
          loop.run()
        }
      } catch {
        listener.remove()
        throw .system(operation: "start a thread for", path: path.path, errno: error.code)
      }
      running = Running(thread: thread, mailbox: mailbox)
      outlet.withLock { $0 = mailbox }
    }
  }

  /// Sends an event to clients, by default to the subscribers to its topic.
  ///
  /// Never waits: a client that is slow to read loses its oldest events and gets their number.
  /// Nothing is sent while the server does not run.
  package func publish(_ event: HostEvent, to recipients: EventRecipients = .subscribers) {
    outlet.withLock { $0 }?.post(.event(event, recipients, .now))
  }

  /// Lets no more than a few clients in, for as long as the program is short of file descriptors.
  package func spareDescriptors(_ spares: Bool) {
    outlet.withLock { $0 }?.post(.spareDescriptors(spares))
  }

  /// Stops listening and removes the socket; waits for answers that are on their way, up to
  /// `lastAnswerSeconds`.
  ///
  /// A command must not call it: it would wait for itself.
  package func stop() {
    running.withLock { running in
      guard let server = running else { return }
      outlet.withLock { $0 = nil }
      server.mailbox.stop()
      server.thread.join()
      running = nil
    }
  }
}
