// SPDX-License-Identifier: Apache-2.0
// How answers get from the tasks that make them to the thread that sends them.

import Glibc
import Synchronization

/// Answers on their way to the server's thread, and the wish that it ends.
final class Mailbox: Sendable {
  /// An answer to the request of a connection.
  struct Answer: Sendable {
    let connection: Int
    let line: [UInt8]?
  }

  /// Becomes readable when there is something to take.
  let descriptor: Int32
  private let bell: Int32
  private let state = Mutex(State())

  private struct State {
    var answers: [Answer] = []
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

  func post(_ answer: Answer) {
    state.withLock { $0.answers.append(answer) }
    wake()
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Takes what has come.
  func take() -> (answers: [Answer], isStopping: Bool) {
    var rings: [UInt8] = Array(repeating: 0, count: 256)
    while unsafe recv(descriptor, &rings, rings.count, 0) == rings.count {}
    return state.withLock { state in
      defer { state.answers = [] }
      return (state.answers, state.isStopping)
    }
  }

  private func wake() {
    // A full socket has rung enough already.
    var ring: UInt8 = 0
    _ = unsafe send(bell, &ring, 1, Int32(MSG_NOSIGNAL))
  }
}
