// SPDX-License-Identifier: Apache-2.0
// What JACK reports, and what the host makes of it.

import AudioBackend
import ControlTower
import Presets
import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// Handles an event of the driver.
  func handle(_ event: DriverEvent) {
    switch event {
    case .portAppeared(let name):
      wiring.gain(name)
    case .portVanished(let name):
      // The tower hears at once of a route that goes with a port.
      if let present = wiring.lose(name) { engine?.mixer.setPresent(present) }
    case .portsChanged:
      wiring.notePorts()
    case .connectionsChanged:
      wiring.noteConnections()
    case .bufferSizeChanged(let frames):
      guard let engine else { return }
      let block = engine.chunk(for: frames)
      for session in engine.live.channels { session.setNominalBlock(FrameCount(block)) }
      engine.context.publish(channels: engine.context.channels, blockFrames: block)
      // A client that hears of it may read the new latencies (RTE-16), so these come first.
      let task = server.countingLatencies(of: engine)
      Task {
        await task.performed()
        guard self.engine === engine, let hardware = server.hardware else { return }
        engine.tell(.hardwareChanged(hardware))
      }
    case .shutdown(let reason):
      guard server.driver.isOpen else { return }
      feed.log(.error, "The JACK server is gone (\(reason)); the rig comes back when it does.")
      server.link.close()
      engine?.tell(.mediaServicesLost)
    case .freewheel(let isOn):
      engine?.transport.setFreeWheeling(isOn)
    case .sampleRateChanged, .xrun, .latencyChanged:
      // The tick notices a new rate; the driver counts xruns; ramps count frames, not wall-clock
      // time.
      return
    }
  }

  /// Tries to come back on a server that answers again, or at another rate; a server of ours is
  /// restarted.
  func recover(_ engine: Engine) {
    do throws(RigError) {
      guard server.driver.isActive || server.reopen() else { return }
      guard engine.sampleRate == server.driver.sampleRate, !engine.context.isAbandoned else {
        return rebuild(engine)
      }
      try bringUp(engine)
      engine.resume(on: server.hardware)
      server.tellReturn()
    } catch {
      server.complain(error.message)
    }
  }

  /// Rebuilds everything, for another sample rate or after a thread was lost; a failure leaves the
  /// old rig.
  private func rebuild(_ engine: Engine) {
    server.beginReturn()
    Task {
      await changes.during {
        guard self.engine === engine, !changes.isClosed else { return }
        do throws(RigError) {
          try await replace(engine)
          server.tellReturn()
        } catch {
          server.complain(error.message)
        }
      }
    }
  }

  private func replace(_ old: Engine) async throws(RigError) {
    var renewed: Engine
    var tracks: [String: KeptTrack]
    repeat {
      tracks = old.live.tracks
      renewed = try await makeEngine(playing: tracks)
      await renewed.plugins.takeStates(of: old.plugins)
      // A deck may have been given another one meanwhile.
    } while old.live.tracks != tracks
    guard server.driver.isOpen, renewed.sampleRate == server.driver.sampleRate else {
      throw .unavailable("The JACK server has gone or changed while the rig was rebuilt.")
    }
    changes.commit()
    renewed.succeed(old)
    server.driver.deactivate()
    try bringUp(renewed)
    engine = renewed
    renewed.resume(on: server.hardware)
    await doors.midi.adopt(present(rig), of: self)
    for recording in old.recorders.running { await complete(recording, old) }
    await old.recorders.giveUpPrepared(report)
  }
}
