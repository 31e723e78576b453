// SPDX-License-Identifier: Apache-2.0
// A sender in this process, and the messages that it receives.

import ControlTree
import Glibc
import OSC
import Patience
import Quantities
import Synchronization

@testable import OSCServer

/// A visit to a door, without a socket between.
final class OSCPeer: Sendable {
  let tree: ListTree
  let visit: OSCSender
  private let told: Heard

  /// The messages and the packets that were received.
  final class Heard: Sendable {
    let messages = Mutex<[OSCMessage]>([])
    let packets = Mutex<[[UInt8]]>([])
  }

  init(_ tree: ListTree = ListTree(), expiry: Seconds = Seconds(3_600)) async throws {
    let (told, directory) = (Heard(), OSCDirectory(tree))
    try await directory.open()
    let line = OSCLine { bytes in
      told.packets.withLock { $0.append(bytes) }
      guard let packet = try? OSCPacket(bytes) else { return }
      told.messages.withLock { $0 += packet.messages }
    }
    visit = OSCSender(
      RequestOrigin("OSC from a test", .operator),
      in: OSCSharedState(tree: tree, directory: directory, expiry: expiry),
      line: line
    )
    (self.tree, self.told) = (tree, told)
  }

  deinit { visit.end() }

  /// Sends a message.
  func send(_ address: String, _ arguments: OSCArgument...) {
    visit.take(.message(OSCMessage(address, arguments)))
  }

  /// The messages that it has received, once all its requests have been handled.
  func answers() async throws -> [OSCMessage] {
    let mark = Int32.random(in: .min ... .max)
    let pong = OSCMessage("/reply", [.string("/tarmac/ping"), .int32(mark)])
    send("/tarmac/ping", .int32(mark))
    try await wait { $0.contains(pong) }
    return told.messages.withLock { messages in
      defer { messages = [] }
      return messages.filter { $0 != pong }
    }
  }

  /// Waits until the received messages meet a condition.
  func wait(_ condition: @escaping @Sendable ([OSCMessage]) -> Bool) async throws {
    try await blocking { [told] in
      let end = ContinuousClock.now + .seconds(patience)
      while !condition(told.messages.withLock { $0 }) {
        guard ContinuousClock.now < end else { throw Waited() }
        usleep(1_000)
      }
    }
  }

  /// The largest packet that it has received, in bytes.
  var largest: Int { told.packets.withLock { $0.map(\.count).max() ?? 0 } }

  struct Waited: Error {}
}

extension OSCPacket {
  /// All messages, also those in bundles within.
  var messages: [OSCMessage] {
    switch self {
    case .message(let message): [message]
    case .bundle(let bundle): bundle.elements.flatMap(\.messages)
    }
  }
}
