// SPDX-License-Identifier: Apache-2.0
// What the conductor wants of the world around the rig, and what the world has for it.

import ControlProtocol
import ControlTower
import JACKDriver
import PluginIsolation
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors

extension RigHost {
  /// What the conductor can't do itself.
  func makeHooks() -> EngineHooks {
    var hooks = EngineHooks()
    hooks.decided = { decision, number in self.publish(decision, number: number) }
    hooks.notify = { session, notification, culprit in
      self.tell(session, notification, culprit)
    }
    hooks.isolation = { [report] session, news in
      report(news.sentence(session: session))
      if let event = news.event(session: session) { self.publish(.rig(event)) }
    }
    hooks.complain = { [report] in report($0) }
    hooks.askToRecord = { [report] id in
      self.publish(.rig(.recordPermissionAsked(session: id.name)))
      report(
        "Session '\(id.name)' asks to record: answer with 'tarmac permission grant \(id.name)'."
      )
    }
    hooks.setPeriod = { frames in self.setPeriod(frames) }
    return hooks
  }

  /// What the hardware runs with; `nil` without a server.
  var hardware: Hardware? {
    let driver = link.driver
    guard driver.isOpen, !driver.isLost, driver.bufferFrames > .zero else { return nil }
    return Hardware(
      ioBufferDuration: driver.bufferFrames.seconds(at: driver.sampleRate),
      sampleRate: driver.sampleRate
    )
  }

  private func setPeriod(_ frames: FrameCount) {
    guard frames != link.driver.bufferFrames else { return }
    do throws(DriverError) {
      try link.driver.setBufferFrames(frames)
    } catch {
      report(RigError(error).message)
    }
  }

  /// Tells the tower at once of a route that goes with a port.
  func losePort(_ name: String) {
    guard presence.lose(name), let conductor else { return }
    conductor.mixer.setPresent(presence.present)
  }

  /// Keeps what the user has decided, for the next run.
  func remember(_ conductor: RigConductor) {
    volumes.keep(conductor.tower.volumes, for: rig)
    permissions.keep(conductor.desk.permissions, besides: rig.sessions)
  }

  /// Completes the files of recordings that the tower has ended, once the renderer lets go of them.
  func completeEnded(_ conductor: RigConductor) {
    guard conductor.controller.isSettled else { return }
    let ended = conductor.recorders.takeEnded()
    for recording in ended { complete(recording, conductor) }
  }
}
