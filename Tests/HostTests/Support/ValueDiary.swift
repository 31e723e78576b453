// SPDX-License-Identifier: Apache-2.0
// The values that a rig sends to a client that subscribes to them.

import ControlClient
import ControlProtocol
import ControlTree
import Patience
import Synchronization

/// The values that a subscriber received, put together as it has to.
final class ValueDiary: Sendable {
  private let connection: ControlConnection
  private let notes: Notes
  private let reading: Task<Void, Never>

  private final class Notes: Sendable {
    struct Page {
      var numbers: [Int] = []
      var values: [String: TreeValue] = [:]
      var history: [TreeEntry] = []
    }
    let page = Mutex(Page())

    func note(_ update: TreeUpdate) {
      page.withLock { page in
        page.numbers.append(update.number)
        if update.isFull { page.values = [:] }
        for entry in update.values { page.values[entry.path] = entry.value }
        page.history += update.values
      }
    }
  }

  /// Subscribes to the values that patterns match; to all values without any.
  init(of tarmac: RunningTarmac, _ patterns: String..., rate: Double? = nil) throws {
    let connection = try tarmac.anotherClient().connect()
    let notes = Notes()
    let events = connection.events
    self.connection = connection
    self.notes = notes
    reading = Task(executorPreference: ownThreads) {
      for await message in events {
        if case .values(let update) = message.event { notes.note(update) }
      }
    }
    let request = TreeSubscribeRequest(patterns: patterns.isEmpty ? nil : patterns, rate_hz: rate)
    _ = try connection.send(request)
  }

  /// The numbers of the updates, in the order in which they came.
  var numbers: [Int] { notes.page.withLock { $0.numbers } }

  /// The last value of each path.
  var values: [String: TreeValue] { notes.page.withLock { $0.values } }

  /// All values of one path that were sent.
  func history(of path: String) -> [TreeValue] {
    notes.page.withLock { $0.history.filter { $0.path == path }.map(\.value) }
  }

  /// Ends the subscription.
  func unsubscribe() throws { _ = try connection.send(TreeUnsubscribeRequest()) }

  func close() {
    reading.cancel()
    connection.close()
  }
}
