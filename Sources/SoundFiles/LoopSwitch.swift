// SPDX-License-Identifier: Apache-2.0
// Whether a file starts again at its end, which may change while it plays.

internal import Synchronization

/// Whether a file starts again at its end, for all players of it.
///
/// A turn that has been read is played to its end.
///
/// > Threading: Any.
final class LoopSwitch: Sendable {
  private let isOn: Atomic<Bool>
  private let turned = Atomic<Bool>(false)
  private let ended = Atomic<Bool>(false)

  init(_ isOn: Bool) { self.isOn = Atomic(isOn) }

  var loops: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

  /// Whether what is played has started again at an end.
  var hasTurned: Bool { turned.load(ordering: .relaxed) }

  /// Whether it was turned on after the end had been read.
  var isLate: Bool { loops && ended.load(ordering: .relaxed) }

  /// Notes that the file is read from somewhere else from now on.
  func start() {
    turned.store(false, ordering: .relaxed)
    ended.store(false, ordering: .relaxed)
  }

  /// Says whether to start again at an end that has been read.
  func turn() -> Bool {
    let turns = loops
    if turns {
      turned.store(true, ordering: .relaxed)
    } else {
      ended.store(true, ordering: .relaxed)
    }
    return turns
  }
}
