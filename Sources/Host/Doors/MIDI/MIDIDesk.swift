// SPDX-License-Identifier: Apache-2.0
// What the door for MIDI controllers knows, between its thread and the rig.

import ControlServer
import ControlTree
import MIDIControl
import Presets
import Quantities
import RenderCore

/// What the rig is to do for a controller or a clock.
enum MIDIErrand: Sendable {
  case act(ControlAction)
  case join(ClockReading)
}

/// The state of the door; its lock is held for a moment at a time.
struct MIDIDesk {
  var surface = ControlSurface([])
  var follower: ClockFollower?
  /// What somebody waits for who has asked to learn.
  private(set) var lesson: MIDILesson?
  /// What has moved a moment ago.
  private var recent = RecentMoves()
  /// What the rig has not been asked for yet.
  private var errands: [MIDIErrand] = []
  /// Whether somebody takes them to the rig, one after the other.
  private var isTaken = false

  /// The most that may wait; what a hand does afterwards finds the rig busy, and is lost.
  private static let mostErrands = 4_096

  // MARK: Messages

  /// What follows from a message.
  mutating func hear(_ message: ControlMessage, at now: MonotonicTime) {
    let bytes = message.bytes
    if message.status >= 0xF0 {
      if let state = follower?.hear(bytes, at: message.frame) { add(.join(ClockReading(state))) }
    } else if lesson != nil {
      lesson?.learner.hear(bytes, at: now).map { end(lessonWith: .learned($0)) }
    } else {
      recent.note(bytes, at: now)
      for action in surface.hear(bytes, at: now) { add(.act(action)) }
    }
  }

  /// Looks whether a lesson is at its end.
  mutating func look(at now: MonotonicTime) {
    guard let lesson else { return }
    if let control = lesson.learner.settled(at: now) {
      end(lessonWith: .learned(control))
    } else if now > lesson.end {
      end(lessonWith: .nothing(lesson.learner.remark))
    }
  }

  /// Begins a lesson, unless there is one already, which ends the new one at once.
  mutating func begin(
    _ aim: LearningAim,
    for client: ClientID,
    until end: MonotonicTime,
    _ answer: CheckedContinuation<MIDILesson.Outcome, Never>
  ) {
    guard lesson == nil else { return answer.resume(returning: .nothing(nil)) }
    let learner = MIDILearner(for: aim, after: recent)
    lesson = MIDILesson(learner: learner, client: client, end: end, answer: answer)
  }

  private mutating func end(lessonWith outcome: MIDILesson.Outcome) {
    lesson?.answer.resume(returning: outcome)
    lesson = nil
  }

  /// Ends a lesson before anything was moved, if it is that of a client.
  mutating func endLesson(of client: ClientID? = nil) {
    guard let lesson, client == nil || lesson.client == client else { return }
    end(lessonWith: .nothing(nil))
  }

  /// Takes what a value has become that was asked for; what the hand has asked for since then goes
  /// before it.
  mutating func note(_ value: TreeValue, at path: String) {
    if !errands.contains(where: { $0.path == path }) { surface.note(path, value) }
  }

  // MARK: Errands

  /// Adds an errand; of a fader's places only the last one is wanted.
  mutating func add(_ errand: MIDIErrand) {
    if case .act(.set(let path, .value, _)) = errand,
      let last = errands.lastIndex(where: { $0.path == path }),
      case .act(.set(_, .value, _)) = errands[last]
    {
      errands[last] = errand
    } else if errands.count < Self.mostErrands {
      errands.append(errand)
    }
  }

  /// Whether errands wait that nobody takes to the rig; the caller does from now on.
  mutating func beginsErrands() -> Bool {
    guard !isTaken, !errands.isEmpty else { return false }
    isTaken = true
    return true
  }

  /// The next errand; `nil` at their end.
  mutating func nextErrand() -> MIDIErrand? {
    guard !errands.isEmpty else {
      isTaken = false
      return nil
    }
    return errands.removeFirst()
  }
}

/// Somebody who waits for a control to be moved.
struct MIDILesson {
  var learner: MIDILearner
  let client: ClientID
  let end: MonotonicTime
  let answer: CheckedContinuation<Outcome, Never>

  /// How a lesson ends.
  enum Outcome: Sendable {
    case learned(LearnedControl)
    /// Nothing was moved; what was heard instead, in a sentence.
    case nothing(String?)
  }
}

extension MIDIErrand {
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
