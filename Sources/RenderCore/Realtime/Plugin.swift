// SPDX-License-Identifier: Apache-2.0
// A plugin as the audio thread sees it: a handle and the functions that may be called on it.

/// The functions of a plugin that belong to the audio thread (LV2's "audio" threading class).
///
/// > Threading: Realtime, once a plan uses it.
@safe
public struct PluginCalls {
  /// The first argument of every call.
  public var handle: UnsafeMutableRawPointer
  /// LV2's `run`: renders a number of frames.
  public var run: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
  /// LV2's `connect_port`: says where the data of a port is.
  public var connect:
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void
  /// LV2's `work_response`: takes the answer of the worker.
  public var workResponse:
    (@convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeRawPointer?) -> UInt32)?
  /// LV2's `end_run`: all answers of this cycle have been delivered.
  public var endRun: (@convention(c) (UnsafeMutableRawPointer?) -> UInt32)?

  /// Names the functions of a plugin.
  ///
  /// > Threading: Control.
  public init(
    handle: UnsafeMutableRawPointer,
    run: @escaping @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void,
    connect:
      @escaping @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void,
    workResponse:
      (@convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeRawPointer?) -> UInt32)? = nil,
    endRun: (@convention(c) (UnsafeMutableRawPointer?) -> UInt32)? = nil
  ) {
    unsafe self.handle = unsafe handle
    unsafe self.run = unsafe run
    unsafe self.connect = unsafe connect
    unsafe self.workResponse = unsafe workResponse
    unsafe self.endRun = unsafe endRun
  }
}

/// An event port (atom sequence) whose header is made ready before each run.
@safe
public struct EventPort {
  /// Where the atom's header is: its size, then its type, four bytes each.
  public var header: UnsafeMutablePointer<(size: UInt32, type: UInt32)>
  /// The size to put there before `run`: the capacity for an output, an empty body for an input.
  public var size: UInt32
  /// The type to put there: `atom:Chunk` for an output, `atom:Sequence` for an input.
  public var type: UInt32

  /// Describes the header of an event port.
  ///
  /// > Threading: Control.
  public init(
    header: UnsafeMutablePointer<(size: UInt32, type: UInt32)>,
    size: UInt32,
    type: UInt32
  ) {
    unsafe self.header = unsafe header
    self.size = size
    self.type = type
  }
}

/// A plugin instance in a plan.
@safe
struct PluginState: ~Copyable {
  var calls: UnsafeMutablePointer<PluginCalls>
  var events: UnsafeBufferPointer<EventPort>
  /// Answers of the worker; `nil` when the plugin has none.
  var responses: UnsafeMutablePointer<ByteRing>?
  var scratch: UnsafeMutableRawBufferPointer
  let runs = Counter()
  let nanoseconds = Counter()

  /// Runs the plugin for `frames` frames, then delivers what its worker has answered.
  ///
  /// The clock costs more than a small plugin, so each reading ends one plugin's time and starts the next one's: takes the
  /// time of the last reading and returns that of its own.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func run(frames: Int, since start: UInt64) -> UInt64 {
    for index in 0..<(unsafe events.count) {
      let port = unsafe events[index]
      unsafe port.header.pointee = (port.size, port.type)
    }
    unsafe Hatch.run(calls, frames: frames)
    if let responses = unsafe responses, let body = unsafe scratch.baseAddress {
      while let size = unsafe responses.pointee.receive(into: body, capacity: scratch.count) {
        unsafe Hatch.respond(calls, size: size, body: body)
      }
      unsafe Hatch.endRun(calls)
    }
    let end = Hatch.nanoseconds()
    runs.advance()
    nanoseconds.advance(by: end &- start)
    return end
  }
}
