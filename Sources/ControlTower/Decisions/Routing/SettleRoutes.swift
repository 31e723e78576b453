// SPDX-License-Identifier: Apache-2.0
// Settles, after every event, where each session's sound comes from and goes to, and notifies
// sessions.

extension Transaction {
  /// Gives every session the route that its category, the ports and the user ask for.
  ///
  /// The route of an inactive session is for information. One whose category was changed meanwhile
  /// keeps the old route until it is active, so that it is notified of the change (DEF-09).
  mutating func settleRoutes() {
    let arePortsChanged = arePortsChanged
    let others = arePortsChanged ? Array(state.sessions.indices) : changed
    for index in others where arePortsChanged || !isRouteSettled(index) {
      dropOverride(of: index)
      if state.sessions[index].isRoutePending, !state.sessions[index].isActive {
        state.sessions[index].route = state.present(state.sessions[index].route)
      } else {
        settleRoute(of: index)
      }
    }
    tellInputs(others, arePortsChanged: arePortsChanged)
  }

  /// Whether nothing of a session that its route depends on has changed with this event.
  private func isRouteSettled(_ index: Int) -> Bool {
    let session = state.sessions[index]
    guard let old = before.session(session.id) else { return false }
    return old.configuration == session.configuration && old.override == session.override
      && old.preferences == session.preferences && old.activation == session.activation
      && old.isRoutePending == session.isRoutePending
  }

  /// Whether this event has changed the ports, the picks or the policy.
  var arePortsChanged: Bool {
    state.ports != before.ports || state.picks != before.picks || state.policy != before.policy
  }

  private mutating func settleRoute(of index: Int) {
    let session = state.sessions[index]
    let choice = RouteChoice(for: session, in: state)
    state.sessions[index].route = choice.route
    state.sessions[index].isRoutePending = false
    guard session.isActive else { return }
    let explanation = explain(choice, since: session.strip.route)
    routeReasons[session.id] = explanation
    let old = before.session(session.id)
    let previous = old?.route ?? .empty
    guard choice.route != previous, old?.isActive == true || session.isRoutePending else { return }
    tell(
      session.id,
      .routeChanged(reason(for: session, choice.route), previous: previous),
      explain(choice, since: previous)
    )
  }

  /// The rule that chose the new ports, and the cause of the choice.
  private func explain(_ choice: RouteChoice, since old: RouteDescription) -> Explanation {
    if let change = routeChange, change.reason == .override { return change.explanation }
    var rule = choice.outputs.ports == old.outputs ? choice.inputs.rule : choice.outputs.rule
    if rule == .rte02, routeChange?.reason == .oldDeviceUnavailable { rule = .rte03 }
    return Explanation(rule, cause: routeChange?.explanation.cause)
  }

  private func reason(
    for session: SessionState,
    _ route: RouteDescription
  ) -> RouteChangeReason {
    let reason =
      session.isRoutePending
      ? .categoryChange : routeChange?.reason ?? .routeConfigurationChange
    guard reason == .categoryChange else { return reason }
    let lacksPort = PortDirection.allCases.contains {
      session.configuration.ruleAgainst($0) == nil && route[$0].isEmpty
    }
    return lacksPort ? .noSuitableRouteForCategory : .categoryChange
  }
}

/// The ports chosen for a session, with the rules that chose them.
struct RouteChoice {
  let inputs: PortChoice
  let outputs: PortChoice

  init(for session: SessionState, in state: TowerState) {
    inputs = state.selectInput(for: session)
    outputs = state.selectOutputs(for: session)
  }

  var route: RouteDescription {
    RouteDescription(inputs: inputs.ports, outputs: outputs.ports)
  }
}

extension TowerState {
  /// The part of a route whose ports are still there.
  fileprivate func present(_ route: RouteDescription) -> RouteDescription {
    RouteDescription(
      inputs: route.inputs.filter { port($0) != nil },
      outputs: route.outputs.filter { port($0) != nil }
    )
  }
}
