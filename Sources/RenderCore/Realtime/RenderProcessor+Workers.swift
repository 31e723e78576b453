// SPDX-License-Identifier: Apache-2.0
// Groups of segments side by side: shared by the driver's thread and its helpers.

internal import Synchronization

/// What is needed to render a segment.
@safe
struct SharedWork {
  var segments = unsafe UnsafeMutableBufferPointer<Segment>(start: nil, count: 0)
  var groups = unsafe UnsafeMutableBufferPointer<SegmentGroup>(start: nil, count: 0)
  var chunk = Chunk.nothing
  var decay: Float = 0
  /// How many chunks the plugin times of this one count for; 0 when none are taken.
  var timeWeight: UInt64 = 0
  /// The ticket by which a render thread has taken its part.
  var ticket: SegmentDispatch.Ticket?

  /// Makes no work.
  ///
  /// > Threading: Control.
  init() {}

  /// Makes the work of a chunk.
  @_noLocks
  init(
    _ plan: UnsafeMutablePointer<Plan>,
    _ chunk: Chunk,
    decay: Float,
    timeWeight: UInt64
  ) {
    self.timeWeight = timeWeight
    unsafe segments = unsafe plan.pointee.segments
    unsafe groups = unsafe plan.pointee.groups
    self.chunk = chunk
    self.decay = decay
  }
}

extension RenderProcessor {
  /// Renders all segments that hear no sum.
  @_noLocks
  func renderAll(_ work: SharedWork) {
    let segments = unsafe work.segments
    unsafe tellSidechains(segments)
    renderGroups(work)
    for index in 0..<segments.count { unsafe reportPlayers(segments[index]) }
  }

  /// Renders other groups of the same chunk.
  @_noLocks
  func renderGroups(_ groups: UnsafeMutableBufferPointer<SegmentGroup>, _ work: SharedWork) {
    var work = work
    unsafe work.groups = unsafe groups
    renderGroups(work)
  }

  /// Renders the groups of some work, with the helpers where that is worth waking them.
  @_noLocks
  private func renderGroups(_ work: SharedWork) {
    let groups = unsafe work.groups
    let helpers = helpersNeeded(work)
    if helpers > 0 {
      shared = work
      unsafe dispatch.offer(groups, to: helpers)
      workOff(as: 0)
      if !dispatch.join(isPatient: work.chunk.block.isPatient) { giveUp(work) }
    } else {
      for index in 0..<groups.count { unsafe render(groups[index], work) }
    }
  }

  /// Goes on without the helpers that have not come back.
  ///
  /// Such a helper may be inside a plugin for ever. Its sessions are silent for good, because their
  /// plugins must not be entered by anybody else, and so is what they have begun elsewhere; their
  /// plan is never freed.
  @_noLocks
  private func giveUp(_ work: SharedWork) {
    guard let base = unsafe work.segments.baseAddress else { return }
    for index in 0..<(unsafe work.groups.count) where dispatch.revoke(index) {
      unsafe plan?.pointee.isHeld = true
      let members = unsafe work.groups[index].members
      for member in 0..<members.count {
        unsafe giveUp(base + members[member], work.chunk)
      }
    }
  }

  @_noLocks
  private func giveUp(_ segment: UnsafeMutablePointer<Segment>, _ chunk: Chunk) {
    let strip = unsafe segment.pointee.strip
    unsafe segment.pointee.isSounding = false
    unsafe segment.pointee.midi?.miss(chunk)
    if unsafe strip.pointee.giveUp() {
      unsafe report(.closed(strip: strip.pointee.id, closings: strip.pointee.closings))
    }
    unsafe report(.hung(strip: strip.pointee.id))
  }

  /// Helps to render while the workers are those with the number `era`, whenever the bell of
  /// `member` has rung since it read `rings`.
  ///
  /// It never begins unasked: one that starts late, or has waited in vain, would take what another
  /// one rendered last.
  ///
  /// > Threading: Realtime, on a helper's own thread.
  @_noLocks
  func help(_ era: Int, as member: UInt8, since rings: UInt32) {
    let mode = Hatch.enterRealtime()
    var seen = rings
    while true {
      unsafe Hatch.wait(dispatch.bell(of: member), since: seen)
      // Read before the number: a thread that changes the number rings afterwards, and the wait
      // ends at once where the bell has rung since this reading.
      let heard = unsafe Hatch.read(dispatch.bell(of: member))
      if dispatch.era.load(ordering: .relaxed) != era { break }
      if heard != seen { workOff(as: member) }
      seen = heard
    }
    Hatch.exitRealtime(to: mode)
  }

  /// Renders one group of the chunk after the other until none is left, first those that this
  /// thread rendered last.
  @_noLocks
  private func workOff(as member: UInt8) {
    let number = dispatch.number
    var next = 0
    while let ticket = dispatch.take(of: number, from: &next, lastBy: member) {
      render(ticket, as: member)
    }
    next = 0
    while let ticket = dispatch.take(of: number, from: &next, lastBy: nil) {
      render(ticket, as: member)
    }
  }

  @_noLocks
  private func render(_ ticket: SegmentDispatch.Ticket, as member: UInt8) {
    var work = shared
    work.ticket = ticket
    // A thread that was given up before it got here has found later work, with fewer groups.
    atomicMemoryFence(ordering: .acquiring)
    if !isLost(work) {
      let group = unsafe work.groups[ticket.index]
      render(group, work)
      if !isLost(work), unsafe group.members.count > 0 {
        unsafe work.segments[group.members[0]].strip.pointee.member = member
      }
    }
    dispatch.finish(ticket)
  }

  /// Whether this thread was given up while it was away: nothing of the work is its own any more.
  @_noLocks
  func isLost(_ work: SharedWork) -> Bool {
    guard let ticket = work.ticket else { return false }
    return !dispatch.isValid(ticket)
  }

  /// Says, before a plugin is entered that may not return, that what was written so far may be
  /// changed by the thread that gives this one up; returns `false` if it has done so.
  @_noLocks
  func confirm(_ work: SharedWork) -> Bool {
    guard let ticket = work.ticket else { return true }
    return dispatch.confirm(ticket)
  }

  /// How many helpers are worth waking: judged by the last chunk, one for each group that sounds
  /// beside the first.
  @_noLocks
  private func helpersNeeded(_ work: SharedWork) -> Int {
    let helpers =
      dispatch.helpers.load(ordering: .relaxed) &- dispatch.missing.load(ordering: .relaxed)
    let groups = unsafe work.groups
    guard helpers > 0, groups.count > 1, groups.count <= SegmentDispatch.capacity else { return 0 }
    var sounding = 0
    var nanoseconds: UInt64 = 0
    for index in 0..<groups.count {
      let time = unsafe expectedTime(of: groups[index], work.segments)
      unsafe groups[index].nanoseconds = time
      unsafe groups[index].member = unsafe lastMember(of: groups[index], work.segments)
      nanoseconds &+= time
      if time > 0 { sounding &+= 1 }
    }
    guard sounding > 1, nanoseconds > SegmentDispatch.leastNanoseconds else { return 0 }
    unsafe bringLongestForward(groups)
    return min(helpers, sounding &- 1)
  }

  @_noLocks
  private func expectedTime(
    of group: SegmentGroup,
    _ segments: UnsafeMutableBufferPointer<Segment>
  ) -> UInt64 {
    var nanoseconds: UInt64 = 0
    for index in 0..<(unsafe group.members.count) {
      let strip = unsafe segments[group.members[index]].strip
      if unsafe strip.pointee.isDue { nanoseconds &+= unsafe strip.pointee.lastNanoseconds }
    }
    return nanoseconds
  }

  @_noLocks
  private func lastMember(
    of group: SegmentGroup,
    _ segments: UnsafeMutableBufferPointer<Segment>
  ) -> UInt8 {
    guard unsafe group.members.count > 0 else { return 0 }
    return unsafe segments[group.members[0]].strip.pointee.member
  }

  /// Puts the longest group first, and every other one that is longer than its neighbour a place
  /// nearer: what is begun last is short, and a chunk's effort is bounded.
  @_noLocks
  private func bringLongestForward(_ groups: UnsafeMutableBufferPointer<SegmentGroup>) {
    var index = groups.count &- 1
    while index > 0 {
      let (before, group) = unsafe (groups[index &- 1], groups[index])
      if before.nanoseconds < group.nanoseconds {
        unsafe groups[index &- 1] = group
        unsafe groups[index] = before
      }
      index &-= 1
    }
  }

  /// Hands on what the segment's players have to say; only the driver's thread may write the ring
  /// of reports.
  @_noLocks
  private func reportPlayers(_ segment: Segment) {
    let steps = unsafe segment.sourceSteps
    for index in 0..<steps.count {
      guard case .play(let voice, _, _) = unsafe steps[index] else { continue }
      if let ring = unsafe voice.pointee.takeReleasedRing() { unsafe report(.released(ring)) }
      if let move = unsafe voice.pointee.takeStray() {
        unsafe report(.strayed(player: voice.pointee.id, move: move))
      }
      if unsafe voice.pointee.takeEnd() {
        unsafe report(.ended(player: voice.pointee.id, jumps: voice.pointee.jumps))
      }
    }
  }
}
