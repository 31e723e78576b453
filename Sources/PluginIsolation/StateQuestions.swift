// SPDX-License-Identifier: Apache-2.0
// Changes of plugins' states that somebody waits for, and what the process has answered.

/// The changes that a process was asked for and whose outcome somebody waits for, by their number.
struct StateQuestions {
  /// What there is of an answer.
  enum Answer {
    case awaited
    /// It was carried out, or not.
    case given(StateFailure?)
  }

  private var answers: [Int: Answer] = [:]
  private var lastNumber = 0

  /// Begins to wait for an answer; returns the number that it will have.
  mutating func ask() -> Int {
    lastNumber += 1
    answers[lastNumber] = .awaited
    return lastNumber
  }

  /// Notes an answer, if it is waited for.
  mutating func note(_ failure: StateFailure?, to number: Int) {
    if answers[number] != nil { answers[number] = .given(failure) }
  }

  /// The answer of that number, so far.
  func answer(to number: Int) -> Answer { answers[number] ?? .awaited }

  /// Waits no longer.
  mutating func forget(_ number: Int) {
    answers[number] = nil
  }
}
