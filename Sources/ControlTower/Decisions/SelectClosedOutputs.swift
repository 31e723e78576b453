// SPDX-License-Identifier: Apache-2.0
// Which sessions are kept off the outputs of a measurement, and which may join it.

/// The outputs that a measurement keeps to itself.
struct ExclusiveOutputs: Hashable {
  let owner: SessionID
  let closed: ClosedOutputs
}

extension TowerState {
  /// The outputs that an active measurement keeps to itself, and its session; of two the one
  /// activated last (MEAS-A1).
  var exclusiveOutputs: ExclusiveOutputs? {
    let owners = sessions.indices(of: .measuring).filter { sessions[$0].keepsOutputs }
    guard let owner = owners.max(by: { sessions[$0].lastActivation < sessions[$1].lastActivation }),
      !sessions[owner].reachedOutputs.isEmpty
    else { return nil }
    let id = sessions[owner].id
    let reason = Explanation(.measA1, cause: .session(id))
    let closed = ClosedOutputs(outputs: sessions[owner].reachedOutputs, reason: reason)
    return ExclusiveOutputs(owner: id, closed: closed)
  }

  /// The sessions that may be heard together with an active measurement on its outputs (MEAS-A2).
  func selectJoining(_ session: SessionState) -> [SessionID] {
    guard session.isActive, session.configuration.mode == .measurement else { return [] }
    return sessions.filter { other in
      other.id != session.id && other.configuration.category.behaviour.hasOutput
        && other.reason(toInterrupt: session) == nil && session.reason(toInterrupt: other) == nil
        && (!other.isActive || other.strip.closedOutputs == nil)
        && !session.keepsOutputs && !session.reachedOutputs.isDisjoint(with: other.reachedOutputs)
    }.map(\.id)
  }
}

extension SessionState {
  /// Whether others are kept off its outputs while it measures.
  fileprivate var keepsOutputs: Bool {
    configuration.behaviour.hasExclusiveOutputs && configuration.category.behaviour.hasOutput
  }

  /// The outputs that its sends lead to.
  var reachedOutputs: Set<PortID> {
    targets.pinned.union(targets.followsRoute ? route.outputs : [])
  }

  /// The outputs that a measurement keeps it off.
  var outputsKept: Set<PortID> { strip.closedOutputs?.outputs.intersection(reachedOutputs) ?? [] }
}
