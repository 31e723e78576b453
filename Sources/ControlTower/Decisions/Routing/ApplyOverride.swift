// SPDX-License-Identifier: Apache-2.0
// A session forces its output to the speaker.

extension Transaction {
  /// Stores an override; that of an inactive session is in force from its activation on.
  mutating func applyOverride(_ id: SessionID, _ override: OutputOverride) throws(Refusal) {
    let index = try find(id)
    let session = state.sessions[index]
    if override == .speaker, session.configuration.category != .playAndRecord {
      throw Refusal(.categoryForbidsOverride(session.configuration.category), rule: .ancOvr01)
    }
    if override == .speaker, session.isActive, !state.ports.contains(where: { $0.role == .speaker })
    {
      throw Refusal(.portNotAvailable(PortID(PortRole.speaker.rawValue), id), rule: .ovr05)
    }
    state.sessions[index].override = override
    routeChange = (.override, Explanation(override == .speaker ? .ovr02 : .ovr03))
  }
}
