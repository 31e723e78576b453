// SPDX-License-Identifier: Apache-2.0
// What JACK reports, and what the host makes of it.

import ControlTower
import JACKDriver
import Quantities

extension RigHost {
  /// Answers an event of the driver.
  func handle(_ event: DriverEvent) {
    switch event {
    case .portsChanged:
      connect()
    case .bufferSizeChanged(let frames):
      guard let conductor else { return }
      conductor.publish(channels: conductor.channels, blockFrames: conductor.chunk(for: frames))
    case .sampleRateChanged(let rate):
      guard let conductor, conductor.sampleRate != rate else { return }
      rebuild(conductor)
    case .shutdown(let reason):
      guard link.driver.isOpen else { return }
      report("The JACK server is gone (\(reason)); the rig comes back when it does.")
      link.driver.close()
    case .xrun, .freewheel, .latencyChanged:
      // Counted by the driver; ramps count frames, not wall-clock time.
      return
    }
  }

  /// Tries to come back on a server that answers again; one of ours is started anew.
  func searchServer(_ conductor: RigConductor) {
    if let server, server.isOurs {
      launcher.stop()
      guard let renewed = try? launcher.prepare(.start, name: server.name) else { return }
      self.server = renewed
    }
    guard (try? openDriver()) != nil else { return }
    report(serverSentence)
    if conductor.sampleRate != link.driver.sampleRate {
      rebuild(conductor)
    } else {
      resume(conductor)
    }
  }

  private func resume(_ conductor: RigConductor) {
    do throws(HostError) {
      try bringUp(conductor)
    } catch {
      report(error.message)
    }
  }

  /// Makes everything anew for another sample rate; who was active is active again.
  private func rebuild(_ old: RigConductor) {
    let active = old.tower.sessions.filter(\.isActive).map(\.id)
    do throws(HostError) {
      let renewed = try makeConductor()
      link.driver.deactivate()
      try bringUp(renewed)
      conductor = renewed
      for session in renewed.live.sessions { renewed.startPlayers(of: session) }
      for id in active { try renewed.handle(.activate(id)) }
    } catch {
      report(error.message)
    }
  }
}

extension RigConductor {
  /// How many frames are rendered at a time when the driver's cycle has `frames`: no more than plugins were promised.
  func chunk(for frames: FrameCount) -> Int {
    min(frames.value, builder.maximumBlock.value)
  }
}
