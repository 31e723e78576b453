// SPDX-License-Identifier: Apache-2.0
// How answers and events get to the thread that sends them.

import ControlProtocol
import Glibc
import Synchronization

/// What is on its way to the server's thread, and the wish that it ends.
final class Mailbox: Sendable {
  /// One thing for the server's thread, in the order in which it was posted.
  enum Letter: Sendable {
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

  /// Becomes readable when there is something to take.
  let descriptor: Int32
  private let bell: Int32
  private let state = Mutex(State())

  private struct State {
    var letters: [Letter] = []
    var isStopping = false
  }

  init() {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else {
      preconditionFailure("the system has no file descriptor left")
    }
    (descriptor, bell) = (pair[0], pair[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  func post(_ letter: Letter) {
    let isFirst = state.withLock { state in
      state.letters.append(letter)
      return state.letters.count == 1
    }
    // Who is to take the first one takes those behind it as well.
    if isFirst { wake() }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Takes what has come.
  func take() -> (letters: [Letter], isStopping: Bool) {
    var rings: [UInt8] = Array(repeating: 0, count: 256)
    while unsafe recv(descriptor, &rings, rings.count, 0) == rings.count {}
    return state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.isStopping)
    }
  }

  private func wake() {
    // A full socket has rung enough already.
    var ring: UInt8 = 0
    _ = unsafe send(bell, &ring, 1, Int32(MSG_NOSIGNAL))
  }
}
