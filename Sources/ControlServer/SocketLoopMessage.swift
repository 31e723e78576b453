// SPDX-License-Identifier: Apache-2.0
// Messages to the thread of the socket's server.

import ControlProtocol

/// A message to the server's thread.
enum SocketLoopMessage: Sendable {
  /// An answer to a request of a client; `nil` when it wants none.
  case answer(ClientID, [UInt8]?, wasSetAside: Bool)
  /// The next request of a client need not wait for the one in work.
  case setAside(ClientID)
  /// A client subscribes to topics, or unsubscribes.
  case subscribe(ClientID, Bool, Set<EventTopic>)
  /// Something has happened, at a time.
  case event(HostEvent, EventRecipients, TimeStamp)
  /// Whether there is room for a few clients only.
  case spareDescriptors(Bool)
}
