// SPDX-License-Identifier: Apache-2.0
// The process that writes what patchbays show of the rig's ports.

import ChildPrograms
import Glibc
import JACKDriver
import PluginIsolation
import Quantities

/// The word on the command line that makes the program write metadata of ports for its parent.
package let portNamesArgument = "port-names"

/// What is sent to that process.
private enum PortNamesOrder: Codable {
  /// Comes first: the name of the JACK client, and the server.
  case join(client: String, server: String?)
  case write(PortMetadata)
}

/// The metadata of a rig's ports on one server, written by a process of its own; `MetadataWriter`
/// says why.
///
/// The process ends by itself when the rig or the server does. What it has written goes with the
/// ports, however the rig ends.
///
/// > Threading: Control; nothing here waits for the process.
final class PortNames {
  private let isWanted: Bool
  private var channel: LineChannel?
  private var process: pid_t?

  /// Prepares for a rig whose ports are to have such names, or not.
  init(isWanted: Bool) {
    self.isWanted = isWanted
  }

  /// Starts a process for a client's ports on a server; without room for one there are no names.
  func begin(client: String, server: String?) {
    end()
    guard isWanted else { return }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return }
    channel = LineChannel(ends[0])
    process = try? startProgramAgain([portNamesArgument], files: [3: ends[1]])
    close(ends[1])
    process.map { EndGuard.spare($0) }
    channel?.send(PortNamesOrder.join(client: "\(client)-names", server: server))
  }

  /// Has metadata written, sooner or later.
  func write(_ metadata: PortMetadata) {
    channel?.send(PortNamesOrder.write(metadata))
  }

  /// Sends what the process had no room for.
  func flush() {
    channel?.flush()
  }

  /// Lets the process end by itself; it is not killed.
  func end() {
    channel = nil
    if let process { ProcessEnding.reapLater(process) { EndGuard.spare(process, false) } }
    process = nil
  }
}

/// Writes metadata of ports until the parent or the server is gone.
package func writePortNames() -> Never {
  for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
  let channel = LineChannel(3)
  var writer: MetadataWriter?
  while !channel.isClosed, writer?.isLost != true {
    // The end of the server does not wake this process.
    channel.wait(milliseconds: 500)
    for order in channel.receive(PortNamesOrder.self) {
      switch order {
      case .join(let client, let server): writer = MetadataWriter(name: client, server: server)
      case .write(let metadata):
        writer?.write(metadata)
        // jackd notifies every client, and waits for one that is just leaving if too much comes at
        // once.
        usleep(5_000)
      }
    }
  }
  // The server forgets the client with the process; `JACKDriver.leave` says why it does not close.
  _exit(0)
}
