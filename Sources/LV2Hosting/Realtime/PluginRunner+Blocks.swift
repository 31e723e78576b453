// SPDX-License-Identifier: Apache-2.0
// Which buffers a plugin works on, and gathering frames for those that want blocks of one length.

internal import RenderCore

extension PluginRunner {
  /// Notes where the samples of a port are; the plugin hears of it when it runs next.
  @_noLocks
  mutating func connect(port: UInt32, to samples: UnsafeMutablePointer<Float>) {
    let index = Int(port)
    guard unsafe index < slotOfPort.count, unsafe slotOfPort[index] >= 0 else { return }
    unsafe slots[slotOfPort[index]].samples = unsafe samples
    isConnected = false
  }

  /// Connects the ports to the plan's buffers, from `offset` on.
  @_noLocks
  mutating func connect(at offset: Int) {
    for index in unsafe 0..<slots.count {
      let wanted = unsafe slots[index].samples + offset
      if unsafe slots[index].connected != wanted { unsafe connect(index, to: wanted) }
    }
    isConnected = offset == 0
  }

  @_noLocks
  private mutating func connectGathered() {
    for index in unsafe 0..<slots.count {
      guard let wanted = unsafe slots[index].gathered else { continue }
      if unsafe slots[index].connected != wanted { unsafe connect(index, to: wanted) }
    }
  }

  @_noLocks
  private mutating func connect(_ index: Int, to samples: UnsafeMutablePointer<Float>) {
    unsafe PluginHatch.connect(entry, port: slots[index].port, to: UnsafeMutableRawPointer(samples))
    unsafe slots[index].connected = unsafe samples
  }

  /// Takes the cycle's input into the gathering buffers, and its output from there, one block late.
  @_noLocks
  mutating func gather(frames: Int, length: Int) {
    if !isGathering {
      isGathering = true
      unsafe common.pointee.gatherLatency.advance(by: UInt64(truncatingIfNeeded: length))
    }
    connectGathered()
    emitLeaving(frames: frames)
    var offset = 0
    while offset < frames {
      let part = min(frames &- offset, length &- gatheredFrames)
      for index in unsafe 0..<slots.count {
        guard let gathered = unsafe slots[index].gathered else { continue }
        let (inside, outside) = unsafe (gathered + gatheredFrames, slots[index].samples + offset)
        if unsafe slots[index].isOutput {
          unsafe Samples.copy(inside, to: outside, frames: part)
        } else {
          unsafe Samples.copy(outside, to: inside, frames: part)
        }
      }
      gatheredFrames &+= part
      offset &+= part
      if gatheredFrames == length {
        run(piece: length, at: offset, of: frames)
        gatheredFrames = 0
      }
    }
    leaving.advance(by: frames)
  }

  /// Forgets what has been gathered and what is on its way.
  ///
  /// > Threading: Control, while no plan runs the plugin.
  mutating func reset() {
    pending.clear()
    leaving.clear()
    gatheredFrames = 0
    expected = nil
    for index in unsafe 0..<slots.count {
      guard case .fixed(let length) = shape, let gathered = unsafe slots[index].gathered else {
        continue
      }
      unsafe gathered.update(repeating: 0, count: length)
    }
  }
}
