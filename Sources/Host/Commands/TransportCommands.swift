// SPDX-License-Identifier: Apache-2.0
// JACK's transport or the rig's own: start, stop, locate, tempo, and the timebase master.

import AudioBackend
import ControlProtocol
import ControlServer
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// The commands of the transport.
struct TransportCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(TransportShowRequest.self) { _ throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in
        Transport(driver: host.server.driver, engine: engine).status
      }
    }
    table.on(TransportSetRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in try await set(request, host) }
    }
  }

  /// Does what is asked for, and answers once the plugins have heard of it.
  private func set(
    _ request: TransportSetRequest,
    _ host: isolated RigHost
  ) async throws(RigError) -> TransportStatus {
    let (server, engine) = (host.server, try host.runningEngine())
    let transport = Transport(driver: server.driver, engine: engine)
    try transport.obey(request)
    // One cycle carries it out, and JACK's transport follows in the one after.
    let cycle = server.driver.cycles + 3
    func hasObeyed() -> Bool { !server.isRendering || server.driver.cycles >= cycle }
    await host.wait(patience: HostTimes.transport, until: hasObeyed)
    guard hasObeyed() else {
      throw .busy("JACK has not obeyed yet: its server stands still.")
    }
    return transport.status
  }
}

/// JACK's transport or the rig's own, whichever the rig follows.
///
/// > Threading: Control.
struct Transport {
  let driver: any AudioBackend
  let engine: Engine

  /// Whether the rig does not follow JACK's.
  private var isOwn: Bool { engine.live.rig.transport?.isOwn == true }

  /// Does what is asked for, tempo first.
  func obey(_ request: TransportSetRequest) throws(RigError) {
    try checkGuards(request)
    guard engine.live.rig.transport?.source != .leader else {
      throw .refused("The transport follows the deck that leads: play, pause and move that.")
    }
    if request.tempo_bpm != nil || request.meter != nil { try setTempo(request) }
    let isTold = driver.hasOtherTimebaseMaster && !isOwn
    let tempo = isTold ? engine.transport.clock.now?.tempo : engine.transport.tempo
    if let frame = try request.frame(at: engine.sampleRate, tempo) { try locate(frame) }
    if let isRolling = request.isRolling { try roll(isRolling) }
  }

  /// Checks the locks and limits: a lock of one value also holds for others that would change it.
  private func checkGuards(_ request: TransportSetRequest) throws(RigError) {
    let moves = request.position_seconds != nil || request.bar != nil
    let changed: [(RigPath.Transport, Bool, Double?)] = [
      (.rolling, request.isRolling != nil, nil),
      (.position_seconds, moves, request.position_seconds),
      (.bar, moves, request.bar.map(Double.init)),
      (.tempo_bpm, request.tempo_bpm != nil, request.tempo_bpm),
      (.meter, request.meter != nil, nil),
    ]
    for (word, isChanged, number) in changed where isChanged {
      try engine.tree.check(number, at: word.path(of: .transport))
    }
  }

  private func roll(_ isRolling: Bool) throws(RigError) {
    if isOwn {
      engine.transport.clock.roll(isRolling)
    } else {
      try ask { () throws(DriverError) in try driver.rollTransport(isRolling) }
    }
  }

  private func locate(_ frame: Int) throws(RigError) {
    if isOwn {
      engine.transport.clock.locate(Int64(clamping: frame))
    } else {
      try ask { () throws(DriverError) in try driver.locateTransport(frame) }
    }
  }

  private func setTempo(_ request: TransportSetRequest) throws(RigError) {
    guard isOwn || !driver.hasOtherTimebaseMaster else {
      throw .refused(
        "Another program counts the beats of JACK's transport: set the tempo there."
      )
    }
    engine.transport.count(try request.tempo(instead: engine.transport.tempo))
    guard driver.isTimebaseMaster, let now = engine.transport.clock.now, now.speed == 0 else {
      return
    }
    // While the transport is stopped, JACK asks for the beat only where it is located.
    try locate(Int(clamping: now.frame))
  }

  private func ask(_ body: () throws(DriverError) -> Void) throws(RigError) {
    do throws(DriverError) { try body() } catch { throw RigError(error) }
  }

  /// Where the transport is, and which program counts its beats.
  var status: TransportStatus {
    var status = TransportStatus(
      source: (engine.live.rig.transport?.source ?? .jack).rawValue
    )
    if !isOwn {
      status.isTimebaseMaster = driver.isTimebaseMaster
      status.hasOtherTimebaseMaster = driver.hasOtherTimebaseMaster
    }
    guard let now = engine.transport.clock.now else { return status }
    status.isRolling = now.speed != 0
    status.position_frames = Int(clamping: now.frame)
    status.position_seconds = Double(now.frame) / engine.sampleRate.hertz
    guard let tempo = now.tempo else { return status }
    status.tempo_bpm = Double(tempo.beatsPerMinute)
    status.meter = tempo.meter
    status.bar = Int(clamping: now.bar) + 1
    status.beat = Double(now.barBeat) + 1
    return status
  }
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
