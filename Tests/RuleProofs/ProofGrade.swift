// SPDX-License-Identifier: Apache-2.0
// Tests name the grades of proofs without importing the tower.

@_exported public import enum ControlTower.ProofGrade
