// SPDX-License-Identifier: Apache-2.0
// Letters to a thread that waits for descriptors.

internal import Glibc
internal import Synchronization

/// Letters on their way to a thread that waits in `poll`, and the request that it ends.
///
/// > Threading: Any.
package final class Mailbox<Letter: Sendable>: Sendable {
  /// Becomes readable when there is something to take.
  package let descriptor: Int32
  private let bell: Int32
  private let state = Mutex(State())

  private struct State {
    var letters: [Letter] = []
    var isStopping = false
  }

  /// Makes an empty one; fails when the system has no file descriptor left for it.
  package init?() {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
    (descriptor, bell) = (pair[0], pair[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Adds a letter; they are taken in the order in which they came.
  package func post(_ letter: Letter) {
    let isFirst = state.withLock { state in
      state.letters.append(letter)
      return state.letters.count == 1
    }
    // The thread that is to take the first one takes those behind it as well.
    if isFirst { wake() }
  }

  /// Asks the thread to end.
  package func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Takes what has come.
  package func take() -> (letters: [Letter], isStopping: Bool) {
    var rings: [UInt8] = Array(repeating: 0, count: 256)
    while unsafe recv(descriptor, &rings, rings.count, 0) == rings.count {}
    return state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.isStopping)
    }
  }

  /// Wakes the thread, without a letter.
  package func wake() {
    // A full socket has rung enough already.
    var ring: UInt8 = 0
    _ = unsafe send(bell, &ring, 1, Int32(MSG_NOSIGNAL))
  }
}
