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
      presence.gain(name)
    case .portVanished(let name):
      losePort(name)
    case .portsChanged:
      // JACK tells of a port that goes before it is gone; and of all ports of a client one by one.
      let soon = MonotonicTime.now.after(HostTimes.tick)
      connectionsDue = min(connectionsDue ?? soon, soon)
    case .connectionsChanged:
      areConnectionsOld = true
    case .bufferSizeChanged(let frames):
      guard let conductor else { return }
      let block = conductor.chunk(for: frames)
      for session in conductor.live.strips { session.setNominalBlock(FrameCount(block)) }
      conductor.stage.publish(channels: conductor.stage.channels, blockFrames: block)
      if let hardware { conductor.tell(.hardwareChanged(hardware)) }
    case .shutdown(let reason):
      guard link.driver.isOpen else { return }
      report("The JACK server is gone (\(reason)); the rig comes back when it does.")
      link.close()
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
      if !link.driver.isActive {
        guard reopenDriver() else { return }
      }
      if conductor.sampleRate == link.driver.sampleRate {
        try bringUp(conductor)
      } else {
        try rebuild(conductor)
      }
      self.conductor?.resume(on: hardware)
      lastComplaint = nil
      report("The rig is back: \(formatSentence).")
    } catch {
      complain(error.message)
    }
  }

  /// Opens the driver; says nothing while there is no server.
  private func reopenDriver() -> Bool {
    if (try? openDriver()) != nil { return true }
    guard let server, server.isOurs else { return false }
    launcher.stop()
    guard let renewed = try? launcher.prepare(.auto, name: server.name) else { return false }
    self.server = renewed
    return (try? openDriver()) != nil
  }

  /// Makes everything anew for another sample rate; a failure leaves the old rig.
  private func rebuild(_ old: RigConductor) throws(RigError) {
    let renewed = try makeConductor()
    renewed.succeed(old)
    link.driver.deactivate()
    try bringUp(renewed)
    conductor = renewed
    for recording in old.recorders.running { complete(recording, old) }
  }

  /// Reports what goes wrong again and again, once.
  private func complain(_ sentence: String) {
    if sentence != lastComplaint { report(sentence) }
    lastComplaint = sentence
  }
}
