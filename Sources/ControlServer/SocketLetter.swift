// SPDX-License-Identifier: Apache-2.0
// What is on its way to the thread of the socket's server.

import ControlProtocol

/// One thing for the server's thread.
enum SocketLetter: Sendable {
  /// An answer to a request of a client; `nil` when it wants none.
  case answer(ClientID, [UInt8]?, wasSetAside: Bool)
  /// The request in work of a client is not to be waited for.
  case setAside(ClientID)
  /// A client wants to be told of topics, or not any more.
  case subscribe(ClientID, Bool, Set<EventTopic>)
  /// Something has happened, at a time.
  case event(HostEvent, EventRecipients, TimeStamp)
  /// Whether there is room for a few clients only.
  case spareDescriptors(Bool)
}
