// SPDX-License-Identifier: Apache-2.0
// What a rig does that its driver has changed, or that has a driver again.

package import ControlTower
package import Quantities
import RigModel

extension Engine {
  /// Tells the tower that everything runs again, and what the preset asks for beside that.
  package func resume(on hardware: Hardware?) {
    if let hardware { tell(.hardwareChanged(hardware)) }
    guard tower.isServerLost else { return }
    tell(.mediaServicesReset)
  }

  /// How many frames are rendered at a time when the driver's cycle has `frames`: no more than
  /// plugins were promised.
  package func chunk(for frames: FrameCount) -> Int {
    min(frames.value, plugins.builder.maximumBlock.value)
  }
}
