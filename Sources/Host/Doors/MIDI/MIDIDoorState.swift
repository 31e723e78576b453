// SPDX-License-Identifier: Apache-2.0
// The state of the MIDI door, which its thread and the rig share.

import ControlServer
import ControlTree
import MIDIControl
import Presets
import Quantities
import RenderCore

/// A request to the rig from a controller or a clock.
enum MIDIRequest: Sendable {
  case act(ControlAction)
  case join(ClockReading)
}

/// The state of the door; its lock is held only briefly.
struct MIDIDoorState {
  var surface = ControlSurface([])
  var follower: ClockFollower?
  /// The learning that a client has asked for and waits for.
  private(set) var learnWait: MIDILearnWait?
  /// The controls that have just moved.
  private var recent = RecentMoves()
  /// The requests that the rig has not received yet.
  private var requests: [MIDIRequest] = []
  /// Whether a task is passing them to the rig, one after the other.
  private var isTaken = false

  /// How many may wait; further requests are lost.
  private static let mostRequests = 4_096

  // MARK: Messages

  /// Takes a message, and adds the requests that follow from it.
  mutating func hear(_ message: ControlMessage, at now: MonotonicTime) {
    let bytes = message.bytes
    if message.status >= 0xF0 {
      if let state = follower?.hear(bytes, at: message.frame) { add(.join(ClockReading(state))) }
    } else if learnWait != nil {
      learnWait?.learner.hear(bytes, at: now).map { end(lessonWith: .learned($0)) }
    } else {
      recent.note(bytes, at: now)
      for action in surface.hear(bytes, at: now) { add(.act(action)) }
    }
  }

  /// Ends the learning if a control has been learned or the time is up.
  mutating func look(at now: MonotonicTime) {
    guard let learnWait else { return }
    if let control = learnWait.learner.settled(at: now) {
      end(lessonWith: .learned(control))
    } else if now > learnWait.end {
      end(lessonWith: .nothing(learnWait.learner.remark))
    }
  }

  /// Begins to learn; if a client is learning already, `answer` gets an empty result at once.
  mutating func begin(
    _ aim: LearningAim,
    for client: ClientID,
    until end: MonotonicTime,
    _ answer: CheckedContinuation<MIDILearnWait.Outcome, Never>
  ) {
    guard learnWait == nil else { return answer.resume(returning: .nothing(nil)) }
    let learner = MIDILearner(for: aim, after: recent)
    learnWait = MIDILearnWait(learner: learner, client: client, end: end, answer: answer)
  }

  private mutating func end(lessonWith outcome: MIDILearnWait.Outcome) {
    learnWait?.answer.resume(returning: outcome)
    learnWait = nil
  }

  /// Ends the learning without a result; with a client, only if it is that client's.
  mutating func endLearning(of client: ClientID? = nil) {
    guard let learnWait, client == nil || learnWait.client == client else { return }
    end(lessonWith: .nothing(nil))
  }

  /// Takes the value that a request has resulted in, unless a newer request for its path waits.
  mutating func note(_ value: TreeValue, at path: String) {
    if !requests.contains(where: { $0.path == path }) { surface.note(path, value) }
  }

  // MARK: Requests

  /// Adds a request; of several values for one path only the last is kept.
  mutating func add(_ request: MIDIRequest) {
    if case .act(.set(let path, .value, _)) = request,
      let last = requests.lastIndex(where: { $0.path == path }),
      case .act(.set(_, .value, _)) = requests[last]
    {
      requests[last] = request
    } else if requests.count < Self.mostRequests {
      requests.append(request)
    }
  }

  /// Whether requests wait that no task passes to the rig yet; if so, the caller has to.
  mutating func beginsRequest() -> Bool {
    guard !isTaken, !requests.isEmpty else { return false }
    isTaken = true
    return true
  }

  /// The next request; `nil` when there is none.
  mutating func nextRequest() -> MIDIRequest? {
    guard !requests.isEmpty else {
      isTaken = false
      return nil
    }
    return requests.removeFirst()
  }
}

/// A client's wait for a control to be moved.
struct MIDILearnWait {
  var learner: MIDILearner
  let client: ClientID
  let end: MonotonicTime
  let answer: CheckedContinuation<Outcome, Never>

  /// How the learning ends.
  enum Outcome: Sendable {
    case learned(LearnedControl)
    /// Nothing was moved; a sentence says what was received instead.
    case nothing(String?)
  }
}

extension MIDIRequest {
  fileprivate var path: String? { if case .act(let action) = self { action.path } else { nil } }
}

extension ControlMessage {
  /// Its bytes.
  fileprivate var bytes: [UInt8] { Array([status, first, second].prefix(Int(clamping: count))) }

  /// A message of up to three bytes.
  init?(_ bytes: [UInt8]) {
    guard (1...3).contains(bytes.count) else { return nil }
    self.init(
      status: bytes[0],
      first: bytes.count > 1 ? bytes[1] : 0,
      second: bytes.count > 2 ? bytes[2] : 0,
      count: UInt8(clamping: bytes.count)
    )
  }
}

extension ClockReading {
  fileprivate init(_ state: ClockState) {
    self.init(
      frame: state.frame,
      quarters: state.quarters,
      quartersPerMinute: state.quartersPerMinute,
      isRolling: state.isRolling,
      isJump: state.isJump
    )
  }
}
