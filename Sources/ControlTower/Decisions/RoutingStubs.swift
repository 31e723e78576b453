// SPDX-License-Identifier: Apache-2.0
// To be written: routes, volumes, preferences.

import Quantities

extension Transaction {
  mutating func applyPlug(_ port: PortDescription) throws(Refusal) {}
  mutating func applyUnplug(_ port: PortID) throws(Refusal) {}
  mutating func applyPick(_ direction: PortDirection, _ port: PortID?) throws(Refusal) {}
  mutating func applyOverride(_ id: SessionID, _ override: OutputOverride) throws(Refusal) {}
  mutating func applyVolume(_ port: PortID, _ level: Decibels) throws(Refusal) {}
  mutating func applyPreferences(_ id: SessionID, _ wishes: [Preference]) throws(Refusal) {}
  mutating func applyHardware(_ hardware: Hardware) {}
  mutating func settleRoutes() {}
  mutating func settleVolumes() {}
  mutating func settleHardware() {}
}
