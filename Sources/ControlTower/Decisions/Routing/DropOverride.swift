// SPDX-License-Identifier: Apache-2.0
// When an override ends: Tarmac takes the shortest life that the documents allow.

extension Transaction {
  /// Ends the override of a session that lost its activation or whose route has changed (OVR-04,
  /// OVR-A1).
  ///
  /// The route without the override counts as well as the one with it. It is dropped before the
  /// route is settled, so that the session sees one change only. A change of category has dropped
  /// it already (OVR-07).
  mutating func dropOverride(of index: Int) {
    let session = state.sessions[index]
    guard let old = before.session(session.id), session.override != .none,
      session.override == old.override
    else { return }
    let isLost = old.isActive && !session.isActive
    let previous = old.isActive ? old : session
    let isRerouted = [OutputOverride.none, session.override].contains {
      before.route(of: previous, with: $0) != state.route(of: session, with: $0)
    }
    let isVoid = session.isActive && state.selectOutputs(for: session).rule != .ovr02
    if isLost || isRerouted || isVoid { state.sessions[index].override = .none }
  }
}

extension TowerState {
  fileprivate func route(
    of session: SessionState,
    with override: OutputOverride
  ) -> RouteDescription {
    var session = session
    session.override = override
    return RouteChoice(for: session, in: self).route
  }
}
