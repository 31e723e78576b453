// SPDX-License-Identifier: Apache-2.0
// The OSC server of a rig: UDP, and TCP if that is wanted.

package import ControlProtocol
package import Quantities
package import RigErrors
import Synchronization
import Threads

/// Serves the tree of a rig by Open Sound Control.
///
/// It has one thread of its own, which takes packets; what they ask for is done in the order in
/// which each sender has sent it, and the thread does not wait for that.
///
/// > Threading: Any.
package final class OSCServer: Sendable {
  /// The port that it listens on.
  package let port: Int
  /// Where it listens: a sentence for the log.
  package let sentence: String
  private let mailbox: Mailbox<OSCLoopMessage>
  private let thread: SystemThread
  private let directory: OSCDirectory
  private let isClosed = Atomic(false)

  /// How long a subscription usually lasts unless it is renewed.
  package static let expiry = Seconds(10)

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - endpoint: where it listens, and which senders it accepts.
  ///   - tree: what it serves.
  ///   - expiry: how long a subscription lasts unless it is renewed.
  ///   - packetTime: how long a packet may be on its way over TCP.
  ///   - report: called with each refusal, on the server's own thread.
  /// - Throws: a sentence that says why it can't be opened.
  package convenience init(
    _ endpoint: OSCEndpoint,
    tree: any LiveTree,
    expiry: Seconds = OSCServer.expiry,
    packetTime: Seconds = Seconds(15),
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) {
    try await self.init(
      endpoint,
      tree: tree,
      expiry: expiry,
      packetTime: packetTime,
      trusts: OSCSenderTable.isLoopback,
      report: report
    )
  }

  /// The same, for tests to say which hosts are known to be there.
  init(
    _ endpoint: OSCEndpoint,
    tree: any LiveTree,
    expiry: Seconds = OSCServer.expiry,
    packetTime: Seconds = Seconds(15),
    trusts: @escaping @Sendable (String) -> Bool,
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) {
    let directory = OSCDirectory(tree)
    let sockets = try OSCSockets(endpoint)
    guard let mailbox = Mailbox<OSCLoopMessage>() else {
      sockets.close()
      throw RigError(.system, "OSC can't listen: the system has no file descriptor left.")
    }
    let room = OSCSharedState(tree: tree, directory: directory, expiry: expiry)
    let guests = OSCSenderTable(endpoint.senders, room, trusts: trusts, report: report)
    do throws(ThreadError) {
      thread = try SystemThread("osc", signals: .faultsOnly) {
        var loop = OSCLoop(sockets, mailbox, guests, packetTime, report: report)
        loop.run()
      }
    } catch {
      sockets.close()
      throw RigError(.system, "OSC can't listen: the system starts no thread (\(error.code)).")
    }
    (self.mailbox, self.directory, port) = (mailbox, directory, sockets.port)
    let kinds = endpoint.usesTCP ? "UDP and TCP" : "UDP"
    sentence = "OSC listens on \(sockets.host), port \(sockets.port) (\(kinds))."
    do throws(RigError) {
      try await directory.open()
    } catch {
      await close()
      throw error
    }
  }

  deinit {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    mailbox.stop()
    thread.detach()
  }

  /// Lets no more than a few in by TCP, for as long as the program is short of file descriptors.
  package func spareDescriptors(_ spares: Bool) { mailbox.post(.spareDescriptors(spares)) }

  /// Sends everybody away, and listens no more.
  package func close() async {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    mailbox.stop()
    thread.join()
    await directory.close()
  }
}
