// SPDX-License-Identifier: Apache-2.0
// What a client has still to read: answers, which are kept, and events, of which the oldest are
// dropped.

import ControlProtocol

/// Answers and events on their way to a client, in their order.
struct Outbox {
  private struct Answers {
    /// Their place in the order of answers and events.
    let turn: Int
    var bytes: [UInt8]
  }

  private struct Event {
    let turn: Int
    let number: Int
    let at: TimeStamp
    let json: [UInt8]
  }

  private var turns = 0
  private var answers: [Answers] = []
  private var events: [Event] = []
  private var numbers = 0
  /// How many events were dropped since the last one that was taken.
  private(set) var lost = 0
  /// How many bytes of answers wait.
  private(set) var answerBytes = 0

  /// How many events may wait for a client that is slow to read.
  static let maximumEvents = 256

  var isEmpty: Bool { answers.isEmpty && events.isEmpty }

  /// Adds an answer, a line without its end.
  mutating func add(answer: [UInt8]) {
    answerBytes += answer.count + 1
    // Answers without an event between them are one piece.
    if answers.last?.turn != turns {
      turns += 1
      answers.append(Answers(turn: turns, bytes: []))
    }
    answers[answers.count - 1].bytes += answer
    answers[answers.count - 1].bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds an event that is JSON already.
  mutating func add(event: [UInt8], at: TimeStamp) {
    turns += 1
    numbers += 1
    if events.count == Self.maximumEvents {
      events.removeFirst()
      lost += 1
    }
    events.append(Event(turn: turns, number: numbers, at: at, json: event))
  }

  /// Takes the next lines to be written.
  mutating func next() -> [UInt8]? {
    if let first = answers.first, first.turn < events.first?.turn ?? .max {
      answerBytes -= first.bytes.count
      return answers.removeFirst().bytes
    }
    guard !events.isEmpty else { return nil }
    let event = events.removeFirst()
    defer { lost = 0 }
    return EventEnvelope.line(event: event.json, number: event.number, lost: lost, at: event.at)
  }
}
