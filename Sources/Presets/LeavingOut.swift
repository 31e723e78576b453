// SPDX-License-Identifier: Apache-2.0
// What a reading may leave out of a rig where it is not there.

package import RigModel

/// Which parts of a rig a reading may leave out.
package enum LeavingOut: Hashable, Sendable {
  /// None: whatever is missing is a mistake.
  case nothing
  /// As the preset says with `start`.
  case asPresetSays
  /// All parts whose files or plugins are not there.
  case whatIsMissing
  /// These alone.
  case known([Absence])

  /// Whether a part may be left out; `mode` is the preset's.
  func covers(_ absence: Absence, _ mode: StartMode) -> Bool {
    switch self {
    case .nothing: false
    case .asPresetSays: mode == .best
    case .whatIsMissing: true
    case .known(let known): known.contains { $0.isSame(as: absence) }
    }
  }
}
