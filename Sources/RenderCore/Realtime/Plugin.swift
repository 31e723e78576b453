// SPDX-License-Identifier: Apache-2.0
// A plugin as the audio thread sees it: a handle and the functions that may be called on it.

/// The functions of a plugin that belong to the audio thread.
///
/// The target that hosts the plugin format answers for them: they neither block nor allocate,
/// whatever the plugin behind them does is bracketed for the sanitizer, and what comes out of `run`
/// is finite.
///
/// > Threading: Realtime, once a plan uses it.
@safe
package struct PluginCalls {
  /// The first argument of every call.
  package var handle: UnsafeMutableRawPointer
  /// Renders a number of frames.
  package var run: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
  /// Says where the samples of a port are, from the next `run` on.
  package var connect:
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void

  /// Names the functions of a plugin.
  ///
  /// > Threading: Control.
  package init(
    handle: UnsafeMutableRawPointer,
    run: @escaping @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void,
    connect:
      @escaping @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void
  ) {
    unsafe self.handle = unsafe handle
    unsafe self.run = unsafe run
    unsafe self.connect = unsafe connect
  }
}

/// What a control input of a plugin is from a frame of the driver's count on.
@safe
struct ControlChange {
  let value: UnsafeMutablePointer<Float>
  let newValue: Float
  let frame: UInt32

  /// Whether it begins after `frame`.
  @_noLocks
  func isLater(than frame: UInt32) -> Bool { self.frame.frames(after: frame) > 0 }
}

/// A plugin instance in a plan.
@safe
struct PluginState: ~Copyable {
  let calls: PluginCalls
  /// How often it was entered; one more than `runs` while the audio thread is inside it.
  let entries = Counter()
  let runs = Counter()
  let nanoseconds = Counter()
  /// Changes of controls that begin later, in the order in which they do.
  private var changes = InlineArray<16, ControlChange?>(repeating: nil)
  private var changeCount = 0

  /// > Threading: Control.
  init(calls: PluginCalls) {
    self.calls = calls
  }

  /// Keeps a change until its frame, in place of one of the same control for that frame; returns
  /// `false` when there is no room.
  @_noLocks
  mutating func schedule(_ change: ControlChange) -> Bool {
    for index in 0..<changeCount {
      guard let other = changes[index], other.frame == change.frame else { continue }
      if unsafe other.value == change.value {
        changes[index] = change
        return true
      }
    }
    guard changeCount < changes.count else { return false }
    var place = changeCount
    while place > 0, let before = changes[place &- 1], before.isLater(than: change.frame) {
      changes[place] = before
      place &-= 1
    }
    changes[place] = change
    changeCount &+= 1
    return true
  }

  /// Carries out the changes that are due when the driver's count has come to `frame`; all of them
  /// where it counts none.
  @_noLocks
  mutating func takeChanges(until frame: UInt32?) {
    guard changeCount > 0 else { return }
    var taken = 0
    while taken < changeCount, let change = changes[taken] {
      if let frame, change.isLater(than: frame) { break }
      unsafe change.value.pointee = change.newValue
      taken &+= 1
    }
    changeCount &-= taken
    for index in 0..<changeCount { changes[index] = changes[index &+ taken] }
  }

  /// Whether a thread is inside its `run`; between two cycles, one that has not come back.
  var isEntered: Bool {
    @_noLocks get { entries.current != runs.current }
  }

  /// Runs the plugin for `frames` frames.
  @_noLocks
  borrowing func run(frames: Int) {
    entries.advance()
    Hatch.run(calls, frames: frames)
    runs.advance()
  }

  /// Runs the plugin for `frames` frames, and takes its time, which stands for that of `weight`
  /// runs.
  ///
  /// The clock costs more than a small plugin, so each reading ends one plugin's time and starts
  /// the next one's: takes the time of the last reading and returns that of its own.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func run(frames: Int, since start: UInt64, weight: UInt64) -> UInt64 {
    run(frames: frames)
    let end = Hatch.nanoseconds()
    nanoseconds.advance(by: (end &- start) &* weight)
    return end
  }
}
