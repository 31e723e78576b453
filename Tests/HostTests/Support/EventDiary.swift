// SPDX-License-Identifier: Apache-2.0
// The events that a rig sends to a client that subscribes once and then only listens.

import ControlClient
import ControlProtocol
import Patience
import Synchronization

/// All events of a rig since a moment, in their order.
final class EventDiary: Sendable {
  private let connection: ControlConnection
  private let notes: Notes
  private let reading: Task<Void, Never>

  /// What has come so far, for the reader and the test.
  private final class Notes: Sendable {
    let events = Mutex<[HostEvent]>([])
  }

  /// Subscribes to everything but decisions.
  init(of tarmac: RunningTarmac) throws {
    let connection = try tarmac.anotherClient().connect()
    let notes = Notes()
    _ = try connection.send(SubscribeRequest(topics: [.session, .route, .rig]))
    self.connection = connection
    self.notes = notes
    let events = connection.events
    reading = Task(executorPreference: ownThreads) {
      for await message in events { notes.events.withLock { $0.append(message.event) } }
    }
  }

  /// Everything so far.
  var events: [HostEvent] { notes.events.withLock { $0 } }

  /// The notifications of a session so far, from an event on.
  func told(_ session: String, from start: Int = 0) -> [SessionNotification] {
    events.dropFirst(start).compactMap { event in
      guard case .session(session, let notification) = event else { return nil }
      return notification
    }
  }

  /// The notifications of the whole rig so far, from an event on.
  func rig(from start: Int = 0) -> [RigNotification] {
    events.dropFirst(start).compactMap { event in
      guard case .rig(let notification) = event else { return nil }
      return notification
    }
  }

  /// Ends the connection.
  func close() {
    connection.close()
    reading.cancel()
  }
}
