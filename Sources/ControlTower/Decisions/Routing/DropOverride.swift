// SPDX-License-Identifier: Apache-2.0
// An override lasts until something happens: the shortest reading of its life.

extension Transaction {
  /// Ends the override of a session that lost its activation or whose route is another one (OVR-04, OVR-A1).
  ///
  /// The route that counts is the one without the override. It is dropped before the route is settled, so that the
  /// session sees one change only. A change of category has dropped it already (OVR-07).
  mutating func dropOverride(of index: Int) {
    let session = state.sessions[index]
    guard let old = before.session(session.id), session.override != .none,
      session.override == old.override
    else { return }
    let isLost = old.isActive && !session.isActive
    let isRerouted =
      before.routeWithoutOverride(of: old.isActive ? old : session)
      != state.routeWithoutOverride(of: session)
    let isVoid = session.isActive && state.selectOutputs(for: session).rule != .ovr02
    if isLost || isRerouted || isVoid { state.sessions[index].override = .none }
  }
}

extension TowerState {
  fileprivate func routeWithoutOverride(of session: SessionState) -> RouteDescription {
    var usual = session
    usual.override = .none
    return RouteChoice(for: usual, in: self).route
  }
}
