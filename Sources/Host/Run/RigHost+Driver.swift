// SPDX-License-Identifier: Apache-2.0
// What JACK reports, and what the host makes of it.

import ControlTower
import JACKDriver
import Presets
import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// Answers an event of the driver.
  func handle(_ event: DriverEvent) {
    switch event {
    case .portAppeared(let name):
      wiring.gain(name)
    case .portVanished(let name):
      // The tower is told at once of a route that goes with a port.
      if let present = wiring.lose(name) { conductor?.mixer.setPresent(present) }
    case .portsChanged:
      wiring.notePorts()
    case .connectionsChanged:
      wiring.noteConnections()
    case .bufferSizeChanged(let frames):
      guard let conductor else { return }
      let block = conductor.chunk(for: frames)
      for session in conductor.live.strips { session.setNominalBlock(FrameCount(block)) }
      conductor.stage.publish(channels: conductor.stage.channels, blockFrames: block)
      if let hardware = server.hardware { conductor.tell(.hardwareChanged(hardware)) }
    case .shutdown(let reason):
      guard server.driver.isOpen else { return }
      report("The JACK server is gone (\(reason)); the rig comes back when it does.")
      server.link.close()
      conductor?.tell(.mediaServicesLost)
    case .freewheel(let isOn):
      conductor?.transport.setFreeWheeling(isOn)
    case .sampleRateChanged, .xrun, .latencyChanged:
      // The tick sees another rate; xruns are counted by the driver; ramps count frames, not wall-clock time.
      return
    }
  }

  /// Tries to come back on a server that answers again, or at another rate; a server of ours is started anew.
  func recover(_ conductor: RigConductor) {
    do throws(RigError) {
      guard server.driver.isActive || server.reopen() else { return }
      if conductor.sampleRate == server.driver.sampleRate {
        try bringUp(conductor)
      } else {
        try rebuild(conductor)
      }
      self.conductor?.resume(on: server.hardware)
      server.tellReturn()
    } catch {
      server.complain(error.message)
    }
  }

  /// Makes everything anew for another sample rate; a failure leaves the old rig.
  private func rebuild(_ old: RigConductor) throws(RigError) {
    let renewed = try makeConductor()
    renewed.succeed(old)
    server.driver.deactivate()
    try bringUp(renewed)
    conductor = renewed
    for recording in old.recorders.running { complete(recording, old) }
  }
}
