// SPDX-License-Identifier: Apache-2.0
// Events to a plugin at their frame, and what it says back.

internal import RenderCore
internal import Synchronization

extension PluginRunner {
  /// The size of what precedes an event in an inlet or outlet: its frame, its slot, its type.
  static var envelope: Int { @_noLocks get { 12 } }

  /// Takes what has come in for this cycle.
  ///
  /// Events beyond the cycle's end are put at its last frame; what there is no room for yet is left
  /// for the next cycle.
  @_noLocks
  mutating func takeEvents(frames: Int) {
    guard let message = unsafe scratch.baseAddress else { return }
    while pending.hasRoom(for: largestMessage),
      let size = unsafe inlet.pointee.receive(into: message, capacity: scratch.count)
    {
      guard size >= PluginRunner.envelope else { continue }
      let frame = unsafe Int(message.load(as: UInt32.self))
      let slot = unsafe Int(message.load(fromByteOffset: 4, as: UInt32.self))
      let type = unsafe message.load(fromByteOffset: 8, as: UInt32.self)
      unsafe accept(
        frame: min(frame, max(frames &- 1, 0)),
        slot: slot,
        type: type,
        body: UnsafeRawPointer(message + PluginRunner.envelope),
        size: size &- PluginRunner.envelope
      )
    }
  }

  /// Takes what the plan has brought for this cycle, and forgets what came out of the last one.
  @_noLocks
  mutating func takeMIDI(frames: Int) {
    for slot in unsafe 0..<events.count {
      guard let list = unsafe events[slot].midi else { continue }
      if unsafe !events[slot].isOutput {
        for index in unsafe 0..<list.pointee.count {
          let message = unsafe list.pointee.message(index)
          unsafe accept(
            frame: min(message.frame, max(frames &- 1, 0)),
            slot: slot,
            type: urids.midi,
            body: UnsafeRawPointer(message.bytes),
            size: message.count
          )
        }
        let refused = unsafe list.pointee.refused
        if refused > 0 {
          unsafe common.pointee.counters.dropped.advance(by: UInt64(truncatingIfNeeded: refused))
        }
      }
      unsafe list.pointee.clear()
    }
  }

  /// Keeps an event for the run that its frame falls into.
  @_noLocks
  private mutating func accept(
    frame: Int,
    slot: Int,
    type: UInt32,
    body: UnsafeRawPointer,
    size: Int
  ) {
    let isGathered = isGathering ? gatheredFrames : 0
    guard unsafe slot < events.count, unsafe events[slot].fits(size),
      unsafe pending.insert(
        frame: frame &+ isGathered,
        slot: slot,
        type: type,
        body: body,
        size: size
      )
    else { return unsafe common.pointee.counters.dropped.advance() }
  }

  /// Fills the plugin's event inputs with what belongs into the next `frames` frames, and empties
  /// its outputs.
  @_noLocks
  mutating func writeEvents(frames: Int) {
    for index in unsafe 0..<events.count { unsafe events[index].prepare(urids) }
    guard pending.count > 0 else { return }
    for index in 0..<pending.count {
      let event = pending.record(index)
      guard event.frame < max(frames, 1) else { break }
      // What does not fit any more is early in the next run.
      let isWritten = unsafe events[event.slot].append(
        frame: event.frame,
        type: event.type,
        body: pending.body(event),
        size: event.size
      )
      if isWritten { pending.finish(index) }
    }
    pending.advance(by: frames)
  }

  /// Reads the plugin's event outputs after a run; `offset` is where the run begins in the cycle.
  @_noLocks
  mutating func readEvents(at offset: Int, frames: Int, of cycle: Int) {
    for slot in unsafe 0..<events.count where unsafe events[slot].isOutput {
      if unsafe !events[slot].isIntact() {
        unsafe events[slot].mend()
        unsafe common.pointee.counters.overruns.advance()
      }
      var reader = unsafe EventReader(events[slot], urids)
      while let event = reader.next(within: frames) {
        let frame = offset &+ event.frame
        if isGathering, frame >= cycle {
          keep(event, frame: frame, slot: slot)
        } else {
          emit(event, frame: min(frame, max(cycle &- 1, 0)), slot: slot)
        }
      }
      if reader.isMalformed { unsafe common.pointee.counters.malformed.advance() }
      if reader.isLate { unsafe common.pointee.counters.late.advance() }
    }
  }

  /// Keeps what belongs to a frame that leaves with a later cycle.
  @_noLocks
  private mutating func keep(_ event: EventReader.Event, frame: Int, slot: Int) {
    let isKept = unsafe leaving.insert(
      frame: frame,
      slot: slot,
      type: event.type,
      body: event.body,
      size: event.size
    )
    if !isKept { unsafe common.pointee.counters.dropped.advance() }
  }

  /// Puts out what earlier blocks have left for the frames of this cycle.
  @_noLocks
  mutating func emitLeaving(frames: Int) {
    for index in 0..<leaving.count {
      let record = leaving.record(index)
      guard record.frame < frames else { return }
      let body = unsafe leaving.body(record)
      emit(
        unsafe EventReader.Event(
          frame: record.frame,
          type: record.type,
          body: body,
          size: record.size
        ),
        frame: record.frame,
        slot: record.slot
      )
      leaving.finish(index)
    }
  }

  /// Hands an event on that a plugin has put out, to the plan and to the control thread.
  @_noLocks
  private mutating func emit(_ event: EventReader.Event, frame: Int, slot: Int) {
    if event.type == urids.midi, let list = unsafe events[slot].midi {
      let bytes = unsafe event.body.assumingMemoryBound(to: UInt8.self)
      let isKept = unsafe list.pointee.insert(frame: frame, bytes: bytes, count: event.size)
      if !isKept { unsafe common.pointee.counters.dropped.advance() }
    }
    report(event, frame: frame, slot: slot)
  }

  /// Tells the control thread of an event, if it listens and there is room.
  @_noLocks
  private mutating func report(_ event: EventReader.Event, frame: Int, slot: Int) {
    guard unsafe common.pointee.counters.isHeard.load(ordering: .relaxed),
      let message = unsafe scratch.baseAddress
    else { return }
    guard unsafe event.size <= scratch.count &- PluginRunner.envelope else {
      return unsafe common.pointee.counters.unheard.advance()
    }
    unsafe message.storeBytes(of: UInt32(truncatingIfNeeded: frame), as: UInt32.self)
    unsafe message.storeBytes(
      of: UInt32(truncatingIfNeeded: slot),
      toByteOffset: 4,
      as: UInt32.self
    )
    unsafe message.storeBytes(of: event.type, toByteOffset: 8, as: UInt32.self)
    unsafe (message + PluginRunner.envelope).copyMemory(from: event.body, byteCount: event.size)
    let size = PluginRunner.envelope &+ event.size
    if unsafe !outlet.pointee.send(message, size: size) {
      unsafe common.pointee.counters.unheard.advance()
    }
  }
}
