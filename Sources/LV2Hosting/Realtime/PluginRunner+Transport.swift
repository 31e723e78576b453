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

  /// What of the transport the port wants to know.
  enum Quantity: String, BitwiseCopyable, CaseIterable {
    case bar, barBeat, beat, beatUnit, beatsPerBar, beatsPerMinute, frame, framesPerSecond, speed
  }

  @_noLocks
  func follow(_ transport: Transport, rate: Double) {
    unsafe value.pointee =
      switch quantity {
      case .bar: Float(transport.bar)
      case .barBeat: transport.barBeat
      case .beat: Float(transport.bar) * transport.beatsPerBar + transport.barBeat
      case .beatUnit: Float(transport.beatUnit)
      case .beatsPerBar: transport.beatsPerBar
      case .beatsPerMinute: transport.beatsPerMinute
      case .frame: Float(transport.frame)
      case .framesPerSecond: Float(rate)
      case .speed: transport.speed
      }
  }
}

extension PluginRunner {
  /// Follows the clock for a cycle of `frames` frames.
  @_noLocks
  mutating func follow(frames: Int) {
    guard unsafe clock.pointee.isKnown else { return }
    let now = unsafe clock.pointee.current
    for index in unsafe 0..<transportPorts.count {
      unsafe transportPorts[index].follow(now, rate: rate)
    }
    var isNews = true
    if let expected { isNews = !now.continues(expected) }
    var next = now
    next.advance(by: frames, rate: rate)
    expected = next
    if isNews { tell(now) }
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
      forge.add(urids.bar, long: now.bar)
      forge.add(urids.barBeat, float: now.barBeat)
      let beat = Double(now.bar) * Double(now.beatsPerBar) + Double(now.barBeat)
      forge.add(urids.beat, double: beat)
      forge.add(urids.beatUnit, int: now.beatUnit)
      forge.add(urids.beatsPerBar, float: now.beatsPerBar)
      forge.add(urids.beatsPerMinute, float: now.beatsPerMinute)
      let isGathered = isGathering ? gatheredFrames : 0
      let isKept = unsafe pending.insert(
        frame: isGathered,
        slot: slot,
        type: urids.object,
        body: UnsafeRawPointer(memory),
        size: forge.size
      )
      if !isKept { counters.dropped.advance() }
    }
  }
}
