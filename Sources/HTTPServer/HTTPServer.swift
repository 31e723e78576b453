// SPDX-License-Identifier: Apache-2.0
// Serves HTTP and WebSockets on a port of this machine.

internal import Glibc
internal import Synchronization
internal import Threads

/// A server for HTTP/1.1 and WebSockets, with a thread of its own and bounds on whatever strangers
/// can send.
///
/// It says nothing about what is served: each request goes to one handler. HTTP is spoken by
/// libmicrohttpd, WebSockets by wslay; both run on the server's thread alone.
///
/// > Threading: Any.
package final class HTTPServer: Sendable {
  /// Answers a request.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPAnswer

  /// The port that it listens on.
  package let port: Int
  private let mailbox: Mailbox<HTTPLoopMessage>
  private let thread = Mutex<SystemThread?>(nil)

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: an address of this machine, in numbers.
  ///   - port: the TCP port; 0 takes a free one.
  ///   - names: the names that it may be called by.
  ///   - limits: its bounds.
  ///   - executors: makes an executor for each connection's requests, so that no client waits for
  ///     those of others there.
  ///   - report: called with each client that was sent away and why, on the server's thread.
  ///   - handler: answers.
  /// - Throws: why it can't listen.
  package init(
    address: String,
    port: Int,
    names: OwnNames,
    limits: HTTPLimits = HTTPLimits(),
    executors: @escaping @Sendable () -> any TaskExecutor,
    report: @escaping @Sendable (String) -> Void = { _ in },
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    guard let mailbox = Mailbox<HTTPLoopMessage>() else {
      throw .system(operation: "open a mailbox for the web server", errno: EMFILE)
    }
    let listener = try TCPListener(address: address, port: port)
    (self.mailbox, self.port) = (mailbox, listener.port)
    let office = HTTPServerState(mailbox, names, limits, executors, report, handler)
    guard let loop = HTTPLoop(office, listener: listener) else {
      let code = errno
      close(listener.descriptor)
      throw .system(operation: "start the web server", errno: code)
    }
    // From here on it is the thread's alone.
    nonisolated(unsafe) let handed = loop
    do throws(ThreadError) {
      let thread = try SystemThread("http-server", signals: .faultsOnly) { unsafe handed.run() }
      self.thread.withLock { $0 = thread }
    } catch {
      loop.abandon()
      throw .system(operation: "start a thread for the web server", errno: error.code)
    }
  }

  deinit { stop() }

  /// Lets no more than a few in, for as long as the program is short of file descriptors.
  package func spareDescriptors(_ spares: Bool) { mailbox.post(.spareDescriptors(spares)) }

  /// Lets nobody in any more, answers what has been asked, and says goodbye to all WebSockets;
  /// returns when all have gone.
  package func stop() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    mailbox.stop()
    thread.join()
  }
}

/// What the server's thread works with.
struct HTTPServerState: Sendable {
  let mailbox: Mailbox<HTTPLoopMessage>
  let names: OwnNames
  let limits: HTTPLimits
  let executors: @Sendable () -> any TaskExecutor
  let report: @Sendable (String) -> Void
  let refusals: RefusalLog
  let handler: HTTPServer.Handler

  init(
    _ mailbox: Mailbox<HTTPLoopMessage>,
    _ names: OwnNames,
    _ limits: HTTPLimits,
    _ executors: @escaping @Sendable () -> any TaskExecutor,
    _ report: @escaping @Sendable (String) -> Void,
    _ handler: @escaping HTTPServer.Handler
  ) {
    (self.mailbox, self.names, self.limits) = (mailbox, names, limits)
    (self.executors, self.report, self.handler) = (executors, report, handler)
    refusals = RefusalLog(report)
  }
}
