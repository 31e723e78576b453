// SPDX-License-Identifier: Apache-2.0
// Groups of segments side by side: the driver's thread and its helpers, whoever is free.

internal import Synchronization

/// What is needed to render a segment.
@safe
struct SharedWork {
  var segments = unsafe UnsafeMutableBufferPointer<Segment>(start: nil, count: 0)
  var groups = unsafe UnsafeMutableBufferPointer<SegmentGroup>(start: nil, count: 0)
  var chunk = Chunk.nothing
  var decay: Float = 0

  /// Makes no work.
  ///
  /// > Threading: Control.
  init() {}

  /// Makes the work of a chunk.
  @_noLocks
  init(_ plan: UnsafeMutablePointer<Plan>, _ chunk: Chunk, decay: Float) {
    unsafe segments = unsafe plan.pointee.segments
    unsafe groups = unsafe plan.pointee.groups
    self.chunk = chunk
    self.decay = decay
  }
}

extension RenderProcessor {
  /// Renders all segments of a chunk, with the helpers where that is worth waking them.
  @_noLocks
  func renderAll(_ work: SharedWork) {
    let (segments, groups) = unsafe (work.segments, work.groups)
    unsafe tellSidechains(segments)
    if isWorthSharing(work) {
      shared = work
      crew.offer(groups.count)
      workOff()
      crew.join(groups.count)
    } else {
      for index in 0..<groups.count { unsafe render(groups[index], work) }
    }
    for index in 0..<segments.count { unsafe reportPlayers(segments[index]) }
  }

  /// Helps to render until dismissed.
  ///
  /// > Threading: Realtime, on a helper's own thread.
  @_noLocks
  func help() {
    let mode = Hatch.enterRealtime()
    while true {
      // Before the flag: whoever sets that rings after it, and a ring that was seen is not waited for.
      let seen = unsafe Hatch.read(crew.bell)
      if crew.isDismissed.load(ordering: .relaxed) { break }
      workOff()
      unsafe Hatch.wait(crew.bell, since: seen)
    }
    Hatch.exitRealtime(to: mode)
  }

  /// Renders one group after the other until none is left.
  @_noLocks
  private func workOff() {
    while let index = crew.take() {
      let work = shared
      unsafe render(work.groups[index], work)
      crew.finish()
    }
  }

  /// Whether there are helpers, two groups that sound, and enough work, judged by the last chunk.
  @_noLocks
  private func isWorthSharing(_ work: SharedWork) -> Bool {
    guard crew.helpers.load(ordering: .relaxed) > 0 else { return false }
    var sounding = 0
    var nanoseconds: UInt64 = 0
    for index in 0..<(unsafe work.groups.count) {
      let members = unsafe work.groups[index].members
      var isSounding = false
      for member in 0..<members.count {
        let segment = unsafe work.segments[members[member]]
        guard segment.isSounding else { continue }
        isSounding = true
        nanoseconds &+= segment.lastNanoseconds
      }
      if isSounding { sounding &+= 1 }
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
      if unsafe voice.pointee.takeEnd() {
        unsafe report(.ended(player: voice.pointee.id, jumps: voice.pointee.jumps))
      }
    }
  }
}
