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
      guard conductor.sampleRate == server.driver.sampleRate, !conductor.stage.isAbandoned else {
        return rebuild(conductor)
      }
      try bringUp(conductor)
      conductor.resume(on: server.hardware)
      server.tellReturn()
    } catch {
      server.complain(error.message)
    }
  }

  /// Makes everything anew, for another sample rate or without a thread that is gone; a failure leaves the old rig.
  private func rebuild(_ conductor: RigConductor) {
    server.beginReturn()
    Task {
      await changes.during {
        guard self.conductor === conductor, !changes.isClosed else { return }
        do throws(RigError) {
          try await replace(conductor)
          server.tellReturn()
        } catch {
          server.complain(error.message)
        }
      }
    }
  }

  private func replace(_ old: RigConductor) async throws(RigError) {
    let renewed = try await makeConductor()
    guard server.driver.isOpen, renewed.sampleRate == server.driver.sampleRate else {
      throw .unavailable("The JACK server has gone or changed while the rig was made anew.")
    }
    changes.commit()
    renewed.succeed(old)
    server.driver.deactivate()
    try bringUp(renewed)
    conductor = renewed
    renewed.resume(on: server.hardware)
    for recording in old.recorders.running { complete(recording, old) }
  }
}
