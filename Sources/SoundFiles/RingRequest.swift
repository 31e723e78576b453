// SPDX-License-Identifier: Apache-2.0
// A jump to another place in a file, from the wish to the first samples.

package import Quantities
package import RenderCore
internal import Synchronization

/// A ring that has been asked for, and comes as soon as the disk has given its first moments.
///
/// > Threading: Any.
package final class RingRequest: Sendable {
  /// What becomes of a request.
  package enum Outcome: Sendable {
    /// The ring holds its first moments, and is filled from now on.
    case ring(SharedAudioRing)
    /// The file can't be read there.
    case failed(SoundFileError)
    /// Somebody has asked for another place since.
    case superseded
  }

  /// Where in the file it begins.
  package let position: Seconds
  /// Whether it is to be of the file that has the name by now.
  let renews: Bool
  private let state = Mutex(State())

  private struct State {
    var outcome: Outcome?
    var waiting: [@Sendable () -> Void] = []
  }

  init(at position: Seconds, renews: Bool) {
    (self.position, self.renews) = (position, renews)
  }

  /// What has become of it; `nil` while the disk is waited for.
  package var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Calls `body` once something has become of it, on the thread that knows first; at once if it is
  /// known.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      if state.outcome == nil { state.waiting.append(body) }
      return state.outcome != nil
    }
    if isSettled { body() }
  }

  func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.outcome = state.outcome ?? outcome
      return state.waiting
    }
    for body in waiting { body() }
  }
}
