// SPDX-License-Identifier: Apache-2.0
// Tells a plugin where the music is: as an event when that changes, in control ports always.

internal import RenderCore

/// A control input that follows the transport.
///
/// > Threading: Realtime.
@safe
struct TransportPort: BitwiseCopyable {
  var value: UnsafeMutablePointer<Float>
  var quantity: Quantity

  /// The value of the transport that the port wants.
  enum Quantity: String, BitwiseCopyable, CaseIterable {
    case bar, barBeat, beat, beatUnit, beatsPerBar, beatsPerMinute, frame, framesPerSecond, speed
  }

  @_noLocks
  func follow(_ transport: Transport, rate: Double) {
    let known: Float? =
      switch quantity {
      case .frame: Float(transport.frame)
      case .framesPerSecond: Float(rate)
      case .speed: transport.speed
      case .bar, .barBeat, .beat, .beatUnit, .beatsPerBar, .beatsPerMinute: music(transport)
      }
    // What nobody knows stays as the user has set it.
    if let known { unsafe value.pointee = known }
  }

  @_noLocks
  private func music(_ transport: Transport) -> Float? {
    guard let tempo = transport.tempo else { return nil }
    return switch quantity {
    case .bar: Float(transport.bar)
    case .barBeat: transport.barBeat
    case .beat: Float(transport.bar) * tempo.beatsPerBar + transport.barBeat
    case .beatUnit: Float(tempo.beatUnit)
    case .beatsPerBar: tempo.beatsPerBar
    case .beatsPerMinute: tempo.beatsPerMinute
    case .frame, .framesPerSecond, .speed: nil
    }
  }
}

extension PluginRunner {
  /// Follows the clock for a cycle of `frames` frames.
  @_noLocks
  mutating func follow(frames: Int) {
    guard let now = unsafe clock.pointee.current else { return }
    for index in unsafe 0..<transportPorts.count {
      unsafe transportPorts[index].follow(now, rate: rate)
    }
    var isNew = true
    if let expected { isNew = !now.continues(expected) }
    var next = now
    next.advance(by: frames, rate: rate)
    expected = next
    if isNew { tell(now) }
  }

  @_noLocks
  private mutating func tell(_ now: Transport) {
    guard let memory = unsafe scratch.baseAddress else { return }
    for slot in unsafe 0..<events.count where unsafe events[slot].accepts.position {
      var forge = unsafe AtomForge(
        memory,
        capacity: scratch.count,
        type: urids.position,
        urids
      )
      forge.add(urids.frame, long: now.frame)
      forge.add(urids.speed, float: now.speed)
      if let tempo = now.tempo {
        forge.add(urids.bar, long: now.bar)
        forge.add(urids.barBeat, float: now.barBeat)
        let beat = Double(now.bar) * Double(tempo.beatsPerBar) + Double(now.barBeat)
        forge.add(urids.beat, double: beat)
        forge.add(urids.beatUnit, int: tempo.beatUnit)
        forge.add(urids.beatsPerBar, float: tempo.beatsPerBar)
        forge.add(urids.beatsPerMinute, float: tempo.beatsPerMinute)
      }
      let isGathered = isGathering ? gatheredFrames : 0
      let isKept = unsafe pending.insert(
        frame: isGathered,
        slot: slot,
        type: urids.object,
        body: UnsafeRawPointer(memory),
        size: forge.size
      )
      if !isKept { unsafe common.pointee.counters.dropped.advance() }
    }
  }
}
