// SPDX-License-Identifier: Apache-2.0
// JACK's transport or the rig's own: start, stop, locate, tempo, and who counts the beats.

import ControlProtocol
import ControlServer
import JACKDriver
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors

extension RigHost {
  /// The commands of the transport.
  nonisolated func addTransportCommands(to table: inout CommandTable) {
    table.on(TransportShowRequest.self) { _ throws(ControlError) in
      try await self.answer { host, conductor throws(RigError) in
        host.transportStatus(conductor)
      }
    }
    table.on(TransportSetRequest.self) { request throws(ControlError) in
      do throws(RigError) {
        return try await self.setTransport(request)
      } catch {
        throw ControlError(error)
      }
    }
  }

  /// Does what is asked for, tempo first, and answers once the plugins have heard of it.
  private func setTransport(_ request: TransportSetRequest) async throws(RigError)
    -> TransportStatus
  {
    let conductor = try runningConductor()
    if request.tempo_bpm != nil || request.meter != nil { try setTempo(request, conductor) }
    let isTold = link.driver.hasOtherTimebaseMaster && !conductor.followsOwnTransport
    let tempo = isTold ? conductor.transport.clock.now?.tempo : conductor.transport.tempo
    if let frame = try request.frame(at: conductor.sampleRate, tempo) {
      try locate(frame, conductor)
    }
    if let isRolling = request.isRolling { try roll(isRolling, conductor) }
    // One cycle obeys, and JACK's transport is told in the one after.
    let cycle = link.driver.cycles + 3
    await wait(patience: HostTimes.transport) {
      self.isUnheard || self.link.driver.cycles >= cycle
    }
    guard isUnheard || link.driver.cycles >= cycle else {
      throw .busy("JACK has not obeyed yet: its server stands still.")
    }
    return transportStatus(conductor)
  }

  private func roll(_ isRolling: Bool, _ conductor: RigConductor) throws(RigError) {
    if conductor.followsOwnTransport {
      conductor.transport.clock.roll(isRolling)
    } else {
      try withDriver { driver throws(DriverError) in try driver.rollTransport(isRolling) }
    }
  }

  private func locate(_ frame: Int, _ conductor: RigConductor) throws(RigError) {
    if conductor.followsOwnTransport {
      conductor.transport.clock.locate(Int64(clamping: frame))
    } else {
      try withDriver { driver throws(DriverError) in try driver.locateTransport(frame) }
    }
  }

  private func setTempo(
    _ request: TransportSetRequest,
    _ conductor: RigConductor
  ) throws(RigError) {
    guard conductor.followsOwnTransport || !link.driver.hasOtherTimebaseMaster else {
      throw .refused(
        "Another program counts the beats of JACK's transport: set the tempo there."
      )
    }
    conductor.transport.count(try request.tempo(instead: conductor.transport.tempo))
    guard link.driver.isTimebaseMaster, let now = conductor.transport.clock.now, now.speed == 0
    else {
      return
    }
    // While it stands, JACK asks for the beat only where it is located.
    try locate(Int(clamping: now.frame), conductor)
  }

  private func withDriver(_ body: (JACKDriver) throws(DriverError) -> Void) throws(RigError) {
    do throws(DriverError) {
      try body(link.driver)
    } catch {
      throw RigError(error)
    }
  }

  /// Counts the beats for all programs if the preset says so, or stops that; tries again where another program does.
  func claimTimebase() {
    guard rig.transport?.isTimebaseMaster == true else {
      return link.driver.resignAsTimebaseMaster()
    }
    guard link.driver.isActive else { return }
    // JACK does not tell of one that takes it away, so it is asked again.
    let isMaster = (try? link.driver.becomeTimebaseMaster()) == true
    if !isMaster, !hasToldTimebase {
      report("Another program counts the beats of JACK's transport; Tarmac does when it lets go.")
    }
    hasToldTimebase = !isMaster
  }

  private func transportStatus(_ conductor: RigConductor) -> TransportStatus {
    let isOwn = conductor.followsOwnTransport
    var status = TransportStatus(source: isOwn ? "own" : "jack")
    if !isOwn {
      status.isTimebaseMaster = link.driver.isTimebaseMaster
      status.hasOtherTimebaseMaster = link.driver.hasOtherTimebaseMaster
    }
    guard let now = conductor.transport.clock.now else { return status }
    status.isRolling = now.speed != 0
    status.position_frames = Int(clamping: now.frame)
    status.position_seconds = Double(now.frame) / conductor.sampleRate.hertz
    guard let tempo = now.tempo else { return status }
    status.tempo_bpm = Double(tempo.beatsPerMinute)
    status.meter = tempo.meter
    status.bar = Int(clamping: now.bar) + 1
    status.beat = Double(now.barBeat) + 1
    return status
  }
}

extension RigConductor {
  /// Whether the rig does not follow JACK's transport.
  fileprivate var followsOwnTransport: Bool { live.rig.transport?.isOwn == true }
}

extension Tempo {
  /// The time signature as people write it.
  fileprivate var meter: String {
    let isWhole = beatsPerBar == beatsPerBar.rounded()
    return "\(isWhole ? "\(Int(clamping: beatsPerBar))" : "\(beatsPerBar)")/\(beatUnit)"
  }
}

extension TransportSetRequest {
  /// The tempo that is asked for; what it leaves out stays.
  fileprivate func tempo(instead old: Tempo?) throws(RigError) -> Tempo {
    var tempo = old ?? Tempo(beatsPerMinute: 120)
    if let tempo_bpm {
      guard (10...1_000).contains(tempo_bpm) else {
        throw .data("A tempo is from 10 to 1000 beats per minute, not \(tempo_bpm).")
      }
      tempo.beatsPerMinute = Float(tempo_bpm)
    }
    if let text = meter {
      guard let meter = Meter(text) else {
        throw .data("'\(text)' is no meter: \(Meter.form).")
      }
      tempo.beatsPerBar = Float(meter.beatsPerBar)
      tempo.beatUnit = Int32(clamping: meter.beatUnit)
    }
    return tempo
  }

  /// Where to go, if anywhere; bars are counted by `tempo`.
  fileprivate func frame(at sampleRate: SampleRate, _ tempo: Tempo?) throws(RigError) -> Int? {
    let rate = sampleRate.hertz
    if let seconds = position_seconds {
      guard (0...86_400).contains(seconds) else {
        throw .data("The transport goes from 0 to 86400 seconds, not to \(seconds).")
      }
      return Int(clamping: (seconds * rate).rounded())
    }
    guard let bar else { return nil }
    guard let tempo else {
      throw .data("Nobody counts bars: give the transport a tempo first.")
    }
    guard (1...100_000).contains(bar) else {
      throw .data("Bars are from 1 to 100000, not \(bar).")
    }
    let beats = Double(bar - 1) * Double(tempo.beatsPerBar)
    return Int(clamping: (beats * 60 * rate / Double(tempo.beatsPerMinute)).rounded())
  }
}
