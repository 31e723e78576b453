// SPDX-License-Identifier: Apache-2.0
// What people should hear of a player's file, and whether another one has its name by now.

internal import Synchronization

/// What has become of a player's file.
///
/// > Threading: Any.
final class PlayerFileEvent: Sendable {
  fileprivate struct State {
    var sentences: [String] = []
    var isReplaced = false
    /// What has been said last of the file's name, so that it is said once.
    var said: Said?
    /// What was found wrong with tracks when they were opened.
    var known: Set<String> = []
  }

  fileprivate enum Said {
    case deleted, replaced
  }

  /// How many sentences wait to be taken, at most.
  fileprivate static let most = 20
  /// How much is known to have been said.
  private static let mostKnown = 1_000

  /// Raised when something has happened to the file.
  let flag = ReplacementFlag()
  private let state = Mutex(State())

  /// Whether another file has the name by now, as far as is known.
  var isReplaced: Bool { flag.isRaised || state.withLock { $0.isReplaced } }

  /// Takes the sentences that wait.
  func take() -> [String] {
    state.withLock { state in
      defer { state.sentences = [] }
      return state.sentences
    }
  }

  func add(_ sentence: String) {
    state.withLock { $0.add(sentence) }
  }

  /// The same of a track that may come again and again: it is said at its first turn.
  func addOnce(_ sentence: String) {
    state.withLock { state in
      if state.known.count >= Self.mostKnown { state.known = [] }
      if state.known.insert(sentence).inserted { state.add(sentence) }
    }
  }

  func noteDeletion(of path: String) {
    state.withLock { state in
      guard state.said != .deleted else { return }
      state.said = .deleted
      state.add(
        "\(path) has been deleted or moved away; it is played as it was until the rig ends."
      )
    }
  }

  func noteReplacement(of path: String) {
    state.withLock { state in
      state.isReplaced = true
      guard state.said != .replaced else { return }
      state.said = .replaced
      state.add(
        "\(path) has been written again; it is played in its new form from its next start on."
      )
    }
  }

  /// The file that has the name is the one that is played.
  func noteRenewal() {
    state.withLock { state in
      (state.isReplaced, state.said) = (false, nil)
    }
  }
}

extension PlayerFileEvent.State {
  fileprivate mutating func add(_ sentence: String) {
    guard sentences.count < PlayerFileEvent.most, !sentences.contains(sentence) else { return }
    sentences.append(sentence)
  }
}
