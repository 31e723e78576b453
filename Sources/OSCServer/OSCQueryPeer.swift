// SPDX-License-Identifier: Apache-2.0
// A client of OSCQuery on a WebSocket: commands in texts, OSC in binary messages.

import ControlProtocol
import ControlTree
import HTTPServer
import OSC
import StrictJSON
import Synchronization

/// What a client of OSCQuery asks for in a text.
enum OSCQueryCommand: Hashable, Sendable {
  /// To receive the value at an address whenever it changes.
  case listen(String)
  /// To receive it no more.
  case ignore(String)

  /// Reads a text such as `{"COMMAND":"LISTEN","DATA":"/deckA/fader_db"}`; fails with a sentence.
  init(_ text: [UInt8]) throws(OSCQueryMisunderstanding) {
    guard case .object(let members)? = try? JSONText.value(of: text),
      case .string(let command)? = members["COMMAND"]
    else { throw .init(sentence: "A text is JSON with COMMAND and DATA; OSC is binary.") }
    guard case .string(let address)? = members["DATA"], address.hasPrefix("/") else {
      throw .init(sentence: "DATA of '\(command)' is an address, such as /deckA/fader_db.")
    }
    switch command {
    case "LISTEN": self = .listen(address)
    case "IGNORE": self = .ignore(address)
    default: throw .init(sentence: "'\(command)' is no command: LISTEN and IGNORE are.")
    }
  }
}

/// Why a text means nothing.
struct OSCQueryMisunderstanding: Error, Hashable {
  let sentence: String
}

/// What waits to be sent to a client.
///
/// > Threading: Any.
final class OSCQueryOutbox: Sendable {
  private let state = Mutex(State())

  private struct State {
    var socket: WebSocket?
    var messages: [WebSocketMessage] = []
    var bytes = 0
  }

  /// How much may wait for a client that does not read, in bytes.
  private static let mostBytes = 1 << 20

  func open(_ socket: WebSocket) { state.withLock { $0.socket = socket } }

  func add(_ message: WebSocketMessage) {
    let socket = state.withLock { state in
      // A client that does not read is about to be sent away.
      guard state.bytes <= Self.mostBytes else { return state.socket }
      state.messages.append(message)
      state.bytes += message.count
      return state.socket
    }
    socket?.wake()
  }

  func next() -> WebSocketMessage? {
    state.withLock { state in
      guard !state.messages.isEmpty else { return nil }
      let message = state.messages.removeFirst()
      state.bytes -= message.count
      return message
    }
  }

  var isFull: Bool { state.withLock { $0.bytes > Self.mostBytes } }

  /// Ends the connection.
  func close(_ reason: String) { state.withLock(\.socket)?.close(.policy, reason) }

  /// Lets the server look whether more can be taken.
  func wake() { state.withLock(\.socket)?.wake() }
}

extension WebSocketMessage {
  fileprivate var count: Int {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes.count
    }
  }
}

/// A client of OSCQuery.
///
/// > Threading: Any.
final class OSCQueryPeer: WebSocketPeer {
  /// The address that it came from.
  let host: String
  private let visit: OSCSender
  private let outbox: OSCQueryOutbox
  private let line: OSCLine
  private let clients: OSCQueryChanges.Clients
  private let commands = Mutex<[OSCQueryCommand]>([])
  private let bell: AsyncStream<Void>.Continuation

  /// How many commands may wait; more are not read.
  private static let mostCommands = 1_024

  init(_ host: String, in room: OSCSharedState, among clients: OSCQueryChanges.Clients) {
    let outbox = OSCQueryOutbox()
    let line = OSCLine { outbox.add(.binary($0)) }
    let visit = OSCSender(RequestOrigin("OSC from \(host)", .operator), in: room, line: line)
    let (rings, bell) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.host = host
    (self.outbox, self.line, self.visit) = (outbox, line, visit)
    (self.bell, self.clients) = (bell, clients)
    let listener = OSCQueryListener(room, line, on: visit.queue)
    Task(executorPreference: visit.queue) { [weak self] in
      await ClientShare.$current.withValue(visit.share) {
        for await _ in rings { await listener.carryOut(self?.takeCommands() ?? []) }
      }
      await listener.end()
    }
  }

  deinit { end() }

  private func end() {
    visit.end()
    bell.finish()
  }

  private func takeCommands() -> [OSCQueryCommand] {
    let taken = commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
    outbox.wake()
    return taken
  }

  /// Ends the connection.
  func dismiss(_ reason: String) { outbox.close(reason) }

  /// Tells it that the addresses have changed.
  func tell(_ command: String, _ address: String) {
    let text = JSONValue.object(["COMMAND": .string(command), "DATA": .string(address)])
    if let bytes = try? JSONText.encode(text) { outbox.add(.text(bytes)) }
  }

  // MARK: What the server says

  func opened(_ socket: WebSocket) {
    outbox.open(socket)
    clients.add(self)
  }

  var takesMessages: Bool { commands.withLock { $0.count < Self.mostCommands } }
  /// Commands are not answered.
  var isBusy: Bool { false }

  var takesBinary: Bool { true }

  func receive(_ message: WebSocketMessage) {
    switch message {
    case .binary(let bytes):
      do throws(OSCProblem) { visit.take(try OSCPacket(bytes)) } catch {
        line.refuse("", error.description)
      }
    case .text(let text):
      do throws(OSCQueryMisunderstanding) {
        let command = try OSCQueryCommand(text)
        commands.withLock { $0.append(command) }
        bell.yield()
      } catch {
        line.refuse("", error.sentence)
      }
    }
  }

  func nextMessage() -> WebSocketMessage? { outbox.next() }

  var complaint: String? { outbox.isFull ? "it did not read what it listens to" : nil }

  func closed() {
    clients.remove(self)
    end()
  }
}
