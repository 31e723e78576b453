// SPDX-License-Identifier: Apache-2.0
// A connection over which messages go both ways.

internal import Threads

/// What goes over a WebSocket in one piece.
package enum WebSocketMessage: Hashable, Sendable {
  /// A text, in UTF-8.
  case text([UInt8])
  /// Any bytes.
  case binary([UInt8])
}

/// What is at the other end of a WebSocket, on our side of it: takes its messages, and says what is
/// to be sent to it.
///
/// Messages are kept here alone: the server takes one when the connection has room for it.
///
/// > Threading: Worker. The server's thread makes one call at a time; all must return at once.
package protocol WebSocketPeer: AnyObject, Sendable {
  /// The connection is there.
  func opened(_ socket: WebSocket)
  /// Whether another message can be taken now; as long as not, nothing is read.
  var takesMessages: Bool { get }
  /// Whether an answer is on its way here, which a server that stops waits for.
  var isBusy: Bool { get }
  /// Whether messages may be other than texts.
  var takesBinary: Bool { get }
  /// A message has come.
  func receive(_ message: WebSocketMessage)
  /// What is to be sent next; `nil` if nothing is.
  func nextMessage() -> WebSocketMessage?
  /// Why the connection is to end at once: too much waits for a client that does not read.
  var complaint: String? { get }
  /// The connection is there no more.
  func closed()
}

extension WebSocketPeer {
  /// Most speak in texts alone.
  package var takesBinary: Bool { false }
}

/// A WebSocket, as others than its server see it.
///
/// > Threading: Any.
package struct WebSocket: Sendable {
  let number: Int
  let mailbox: Mailbox<HTTPLoopMessage>

  /// Lets the server look for messages to send, and whether more can be taken.
  package func wake() { mailbox.post(.wake(number)) }

  /// Ends the connection in order.
  package func close(_ code: WebSocketCode, _ reason: String) {
    mailbox.post(.close(number, code, reason))
  }
}

/// Why a WebSocket ends, for the other end.
package enum WebSocketCode: UInt16, Sendable {
  /// All is said.
  case normal = 1000
  /// The server stops.
  case goingAway = 1001
  /// What came was no text.
  case unsupported = 1003
  /// The other end may not do what it does, or not any more.
  case policy = 1008
  /// What came was too big.
  case tooBig = 1009
}

/// What is on its way to the server's thread.
enum HTTPLoopMessage: Sendable {
  /// The answer to a request on a connection.
  case answer(Int, HTTPAnswer)
  /// A WebSocket has something to send, or takes messages again.
  case wake(Int)
  /// A WebSocket is to end.
  case close(Int, WebSocketCode, String)
  /// Whether there is room for a few connections only.
  case spareDescriptors(Bool)
}
