// SPDX-License-Identifier: Apache-2.0
// A plugin as the audio thread sees it: a handle and the functions that may be called on it.

/// The functions of a plugin that belong to the audio thread.
///
/// The target that hosts the plugin format answers for them: they neither block nor allocate, whatever the plugin behind them does
/// is bracketed for the sanitizer, and what comes out of `run` is finite.
///
/// > Threading: Realtime, once a plan uses it.
@safe
public struct PluginCalls {
  /// The first argument of every call.
  public var handle: UnsafeMutableRawPointer
  /// Renders a number of frames.
  public var run: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
  /// Says where the samples of a port are, from the next `run` on.
  public var connect:
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void

  /// Names the functions of a plugin.
  ///
  /// > Threading: Control.
  public init(
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

/// A plugin instance in a plan.
@safe
struct PluginState: ~Copyable {
  let calls: PluginCalls
  /// How often it was entered; one more than `runs` while the audio thread is inside it.
  let entries = Counter()
  let runs = Counter()
  let nanoseconds = Counter()

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

  /// Runs the plugin for `frames` frames, and takes its time, which stands for that of `weight` runs.
  ///
  /// The clock costs more than a small plugin, so each reading ends one plugin's time and starts the next one's: takes the
  /// time of the last reading and returns that of its own.
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
