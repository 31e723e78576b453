// SPDX-License-Identifier: Apache-2.0
// Segments side by side: the driver's thread and its helpers, whoever is free.

internal import Synchronization

/// What the crew needs to render a segment.
@safe
struct SharedWork {
  var segments = unsafe UnsafeMutableBufferPointer<Segment>(start: nil, count: 0)
  var chunk = Chunk.nothing
  var decay: Float = 0

  /// Makes no work.
  ///
  /// > Threading: Control.
  init() {}
}

extension RenderProcessor {
  /// Renders all segments of a chunk, with the helpers where that is worth waking them.
  @_noLocks
  func renderAll(
    _ segments: UnsafeMutableBufferPointer<Segment>,
    _ chunk: Chunk,
    decay: Float
  ) {
    if unsafe isWorthSharing(segments) {
      unsafe shared.segments = unsafe segments
      shared.chunk = chunk
      shared.decay = decay
      crew.offer(segments.count)
      workOff()
      crew.join(segments.count)
    } else {
      for index in 0..<segments.count { unsafe render(&segments[index], chunk, decay: decay) }
    }
    for index in 0..<segments.count { unsafe reportPlayers(segments[index]) }
  }

  /// Helps to render until dismissed.
  ///
  /// > Threading: Realtime, on a helper's own thread.
  @_noLocks
  func help() {
    Hatch.enterRealtime()
    while !crew.isDismissed.load(ordering: .relaxed) {
      let seen = unsafe Hatch.read(crew.bell)
      workOff()
      unsafe Hatch.wait(crew.bell, since: seen)
    }
    Hatch.exitRealtime()
  }

  /// Renders one segment after the other until none is left.
  @_noLocks
  private func workOff() {
    while let index = crew.take() {
      unsafe render(&shared.segments[index], shared.chunk, decay: shared.decay)
      crew.finish()
    }
  }

  /// Whether there are helpers, two segments that sound, and enough work, judged by the last chunk.
  @_noLocks
  private func isWorthSharing(_ segments: UnsafeMutableBufferPointer<Segment>) -> Bool {
    guard crew.helpers.load(ordering: .relaxed) > 0 else { return false }
    var sounding = 0
    var nanoseconds: UInt64 = 0
    for index in 0..<segments.count where unsafe segments[index].isSounding {
      sounding &+= 1
      unsafe nanoseconds &+= segments[index].lastNanoseconds
    }
    return sounding > 1 && nanoseconds > SegmentCrew.leastNanoseconds
  }

  /// Hands on what the segment's players have to say; only the driver's thread may write the ring of reports.
  @_noLocks
  private func reportPlayers(_ segment: Segment) {
    let steps = unsafe segment.sourceSteps
    for index in 0..<steps.count {
      guard case .play(let voice, _, _) = unsafe steps[index] else { continue }
      if let ring = unsafe voice.pointee.takeReleasedRing() { unsafe report(.released(ring)) }
      if unsafe voice.pointee.takeEnd() { unsafe report(.ended(player: voice.pointee.id)) }
    }
  }
}
