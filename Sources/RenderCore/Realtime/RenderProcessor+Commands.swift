// SPDX-License-Identifier: Apache-2.0
// Obeying commands and reporting.

internal import Synchronization

extension RenderProcessor {
  @_noLocks
  func obeyCommands() {
    while let command = commands.next() {
      obey(command)
      // After it, because what it refers to may go now.
      obeyed.add(1, ordering: .releasing)
    }
  }

  @_noLocks
  func obey(_ command: RenderCommand) {
    switch command {
    case .adopt(let next):
      unsafe adopt(next)
    case .ramp(let ramp, let gain, let frames, let delay):
      unsafe ramp.pointee.retarget(gain, overFrames: frames, afterFrames: delay)
    case .rampAt(let ramp, let gain, let frames, let frame):
      unsafe ramp.pointee.schedule(gain, overFrames: frames, afterFrames: wait(until: frame))
    case .lean(let strip, let left, let right, let frames, let frame):
      if let frame {
        let delay = wait(until: frame)
        unsafe strip.pointee.sides.left.schedule(left, overFrames: frames, afterFrames: delay)
        unsafe strip.pointee.sides.right.schedule(right, overFrames: frames, afterFrames: delay)
      } else {
        unsafe strip.pointee.sides.left.retarget(left, overFrames: frames)
        unsafe strip.pointee.sides.right.retarget(right, overFrames: frames)
      }
    case .delay(let bus, let delay, let past, let frames):
      unsafe bus.pointee.delay.set(delay, past: past, fade: frames)
    case .open(let strip, let attack, let edge, let delay):
      unsafe strip.pointee.open(overFrames: attack, edge: edge, afterFrames: delay)
    case .close(let strip, let release, let closings):
      if unsafe strip.pointee.close(overFrames: release, closings: closings) {
        unsafe report(.closed(strip: strip.pointee.id, closings: closings))
      }
    case .measure(let strip, let isMeasuring):
      unsafe strip.pointee.isMeasuring = isMeasuring
    case .silence(let strip, let isSilenced, let frames):
      unsafe strip.pointee.silence(isSilenced, overFrames: frames)
    case .zeroInputs(let strip, let isZero):
      unsafe strip.pointee.hear(inputs: !isZero)
    case .sidechain(let strip, let followed, let shape):
      unsafe strip.pointee.sidechain.follow(followed, shape)
    case .setControl(let value, let newValue):
      unsafe value.pointee = newValue
    case .setControlAt(let plugin, let change):
      guard wait(until: change.frame) > 0, unsafe plugin.pointee.schedule(change) else {
        return unsafe change.value.pointee = change.newValue
      }
      cuts.insert(change.frame)
    case .setPlaying(let voice, let play, let fades):
      unsafe voice.pointee.setPlaying(play, fades)
    case .exchangeRing(let voice, let next, let jumps):
      if let skipped = unsafe voice.pointee.exchange(next, jumps: jumps) {
        unsafe report(.released(skipped))
      }
    case .setLoop(let voice, let loop, let way, let move):
      unsafe voice.pointee.setLoop(loop, shiftedBy: way, move: move)
    case .lockKey(let voice, let isLocked, let shape):
      unsafe voice.pointee.varispeed.keyLock.set(isLocked, shape)
    case .turn(let voice, let hold, let way, let fades):
      unsafe voice.pointee.turn(hold, by: way, fades)
    case .setPace(let voice, let pace, let isFresh):
      unsafe voice.pointee.set(pace, isFresh: isFresh)
    case .follow(let voice, let leader, let multiple):
      unsafe voice.pointee.follow(leader.pointee, onBeatOf: multiple)
    case .stopFollowing(let voice):
      unsafe voice.pointee.stopFollowing()
    case .lead(let voice, let firstBeat):
      unsafe leader = unsafe voice
      leaderBeat = firstBeat
    case .tapStrip(let strip, let ring):
      if let old = unsafe strip.pointee.tap { unsafe report(.released(old)) }
      unsafe strip.pointee.tap = unsafe ring
    case .tapBus(let bus, let ring):
      if let old = unsafe bus.pointee.tap { unsafe report(.released(old)) }
      unsafe bus.pointee.tap = unsafe ring
    case .listen(let bus, let ring):
      if let old = unsafe bus.pointee.ear { unsafe report(.released(old)) }
      unsafe bus.pointee.ear = unsafe ring
    }
  }

  /// How many frames of this cycle and later ones come before a frame; none where it has gone by,
  /// or frames are not counted.
  @_noLocks
  private func wait(until frame: UInt32) -> Int {
    guard let cycleFrame else { return 0 }
    return max(0, frame.frames(after: cycleFrame))
  }

  @_noLocks
  func adopt(_ next: UnsafeMutablePointer<Plan>) {
    let connections = unsafe next.pointee.connections
    for index in 0..<connections.count {
      let connection = unsafe connections[index]
      let plugin = unsafe connection.plugin
      // A thread that has not come back from a plugin goes on with the buffers of its own plan.
      if unsafe plugin.pointee.isEntered { continue }
      unsafe Hatch.connect(plugin.pointee.calls, port: connection.port, to: connection.samples)
    }
    if let old = unsafe plan, unsafe !old.pointee.isHeld { unsafe report(.retired(old)) }
    unsafe plan = unsafe next
  }

  @_noLocks
  func report(_ report: RenderReport) {
    if !reports.put(report) { lost.add(1, ordering: .relaxed) }
  }
}
