// SPDX-License-Identifier: Apache-2.0
// To be written: foreground, permission, operator, reset, connections, tokens, hints, system sounds.

extension Transaction {
  mutating func applyForeground(_ id: SessionID, _ isForeground: Bool) throws(Refusal) {}
  mutating func applyOutputMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {}
  mutating func applyPermissionRequest(_ id: SessionID) throws(Refusal) {}
  mutating func applyPermission(_ id: SessionID, _ new: RecordPermission) throws(Refusal) {}
  mutating func applyConnection(_ from: SessionID, _ to: SessionID) throws(Refusal) {}
  mutating func applyDisconnection(_ from: SessionID, _ to: SessionID) throws(Refusal) {}
  mutating func applyForcedDeactivation(_ id: SessionID) throws(Refusal) {}
  mutating func applyForcedInterruption(_ id: SessionID) throws(Refusal) {}
  mutating func applyForcedRelease(_ id: SessionID) throws(Refusal) {}
  mutating func applyMicrophoneMute(_ isOn: Bool) {}
  mutating func applySystemSound(_ name: String) throws(Refusal) {}
  mutating func applyRing(of interrupter: Interrupter) {}
  mutating func applyAcceptance(of interrupter: Interrupter) {}
  mutating func applyDecline(of interrupter: Interrupter) {}
  mutating func applyLoss() {}
  mutating func applyReset() {}
  mutating func settleTokens() {}
  mutating func settlePermissions() {}
  mutating func settleConnections() {}
  mutating func settleHints() {}
  mutating func settleSystemSounds() {}
}

extension TowerState {
  func isSecondarySilent(_ index: Int) -> Bool { false }
  func selectPromptStyle(for index: Int) -> PromptStyle { .normal }
}
