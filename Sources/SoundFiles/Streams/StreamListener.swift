// SPDX-License-Identifier: Apache-2.0
// Keeps a stream connected, on a thread of its own.

internal import Glibc
internal import Quantities
internal import Threads

/// Listens to a stream until it is stopped.
///
/// A live stream that nobody takes sound from is left, and joined again when somebody does.
///
/// > Threading: Worker, on its own thread.
struct StreamListener: Sendable {
  /// How a connection came to its end.
  private enum End {
    case lost(String)
    /// Nothing follows.
    case complete
    /// It is to be made again at once.
    case joined
    case stopped
  }

  /// For how long nobody takes sound before a live stream is left.
  private static let idle = 10.0
  /// For how long nothing may come.
  private static let silence = 15.0
  /// How many seconds it waits before it connects again: the first time, and at most.
  private static let (firstDelay, mostDelay) = (1.0, 30.0)
  private static let pollMilliseconds: Int32 = 1_000

  let state: StreamState

  /// Begins to listen; returns whether there was room for a thread.
  func start() -> Bool {
    let thread = try? SystemThread("stream", signals: .faultsOnly) { [self] in run() }
    thread?.detach()
    return thread != nil
  }

  private func run() {
    var delay = Self.firstDelay
    // How much has come of a stream that has an end.
    var place = 0.0
    while true {
      let start = MonotonicTime.now
      switch listen(from: &place) {
      case .stopped: return
      case .joined: (delay, place) = (Self.firstDelay, 0)
      case .complete:
        state.end()
        guard pause(nil, until: .join) else { return }
        state.begin()
        place = 0
      case .lost(let reason):
        state.lose(reason)
        if MonotonicTime.now.elapsed(since: start).value > Self.mostDelay {
          delay = Self.firstDelay
        }
        guard state.idle.value < Self.idle else {
          // Nobody wants it.
          guard case .joined = rest() else { return }
          continue
        }
        guard pause(delay, until: .join) else { return }
        delay = min(delay * 2, Self.mostDelay)
      }
    }
  }

  /// Waits for some seconds, or until it is asked for something.
  ///
  /// A stream that is to be joined is at its beginning then.
  ///
  /// - Parameters:
  ///   - seconds: how long; `nil`: until it is asked.
  ///   - order: what ends the wait, beside `.join`.
  /// - Returns: whether it is not stopped.
  private func pause(_ seconds: Double?, until order: StreamState.Order) -> Bool {
    let end = seconds.map { MonotonicTime.now.after(Seconds($0)) }
    while true {
      var polled = pollfd(fd: state.mail.descriptor, events: Int16(POLLIN), revents: 0)
      let rest = end.map { Int32(clamping: Int(max(0, $0.elapsed(since: .now).value * 1_000))) }
      _ = unsafe poll(&polled, 1, rest ?? -1)
      let (orders, isStopping) = state.mail.take()
      if isStopping { return false }
      if orders.contains(.join) { state.begin() }
      if orders.contains(.join) || orders.contains(order) { return true }
      if let end, end <= .now { return true }
    }
  }

  /// Listens to one connection; where a stream has an end, from a place in it on.
  private func listen(from place: inout Double) -> End {
    let connection: StreamConnection
    let patience = max(Self.silence, state.seconds + Self.silence)
    do throws(StreamProblem) {
      connection = try StreamConnection(to: state.address, from: place, patience: patience)
    } catch {
      return .lost(error.reason)
    }
    var last = MonotonicTime.now
    while true {
      let hasRoom = state.room >= StreamConnection.pieceFrames
      if !hasRoom { state.holdBack() }
      let event = connection.wait(
        for: state.mail.descriptor,
        takingSound: hasRoom,
        milliseconds: Self.pollMilliseconds
      )
      let (orders, isStopping) = state.mail.take()
      if isStopping { return .stopped }
      if orders.contains(.join) {
        state.begin()
        return .joined
      }
      state.note(connection.words.tags)
      switch event {
      case .sound(let frames):
        state.add(frames)
        last = .now
        if connection.words.hasEnd {
          place += Double(frames.count / StreamBuffer.channels) / StreamDecoder.hertz
        }
      case .over(let reason): return reason.map { .lost($0) } ?? .complete
      case .nothing where !hasRoom:
        last = .now
        if !connection.words.hasEnd, state.idle.value > Self.idle { return rest() }
      case .nothing:
        let waited = MonotonicTime.now.elapsed(since: last).value
        if waited > patience { return .lost("nothing has come for \(Int(waited)) s") }
      }
    }
  }

  /// Leaves the stream until somebody takes its sound again.
  private func rest() -> End {
    state.rest()
    guard pause(nil, until: .goOn) else { return .stopped }
    state.begin()
    return .joined
  }
}
