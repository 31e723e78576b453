// SPDX-License-Identifier: Apache-2.0
// The preset says something else of what the host does on a session's behalf, while it is there.

extension Transaction {
  /// Takes the behaviour that the preset of a session says now.
  ///
  /// It counts from the next event on: an edit takes no activation away, and gives none.
  mutating func applyBehaviour(_ id: SessionID, _ behaviour: SessionBehaviour) throws(Refusal) {
    state.sessions[try find(id)].take(behaviour)
  }
}

extension SessionState {
  /// Takes what a preset says; what a program has asked for stays, unless the preset has changed
  /// just that.
  fileprivate mutating func take(_ renewed: SessionBehaviour) {
    let (first, present) = (firstConfiguration.behaviour, configuration.behaviour)
    configuration.behaviour = renewed
    for key in SessionBehaviour.preferences
    where renewed[keyPath: key] == first[keyPath: key] {
      configuration.behaviour[keyPath: key] = present[keyPath: key]
    }
    firstConfiguration.behaviour = renewed
  }
}

extension SessionBehaviour {
  /// What programs may set as well, as preferences.
  fileprivate static var preferences: [WritableKeyPath<SessionBehaviour, Bool>] {
    [
      \.prefersNoInterruptionsFromSystemAlerts, \.prefersInterruptionOnRouteDisconnect,
      \.allowsSystemSoundsDuringRecording,
    ]
  }
}
