// SPDX-License-Identifier: Apache-2.0
// One deck of a running program: the player of a session that has one.

import ControlProtocol

/// The player of a session, by the name that it has where a preset gives it none.
struct LiveDeck {
  let tarmac: RunningTarmac
  let session: String

  func path(_ word: String) -> String { "\(session).sources.source.\(word)" }

  func get(_ word: String) throws -> String { try tarmac.get(path(word)) }

  func number(_ word: String) throws -> Double {
    guard let number = Double(try get(word)) else {
      throw RunFailure(description: "\(word) is no number")
    }
    return number
  }

  func set(_ word: String, _ value: String) throws {
    _ = try tarmac.ask(SetRequest(path: path(word), value: value))
  }

  func pull(_ word: String, _ arguments: [String: String] = [:]) throws {
    _ = try tarmac.ask(TreeTriggerRequest(path: path(word), arguments: arguments))
  }
}
