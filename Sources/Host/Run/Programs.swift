// SPDX-License-Identifier: Apache-2.0
// Which program has which session, and which programs wait for the user.

import ControlProtocol
import ControlServer
import ControlTower
import RigErrors
import RigModel

/// The programs that are sessions themselves: a connection owns one, and its end is the program's.
///
/// > Threading: Control.
final class Programs {
  /// Sessions of programs that no preset knows.
  private(set) var guests: [Session] = []
  /// Which connection owns which session.
  private var owners: [ClientID: SessionID] = [:]
  /// What the program of each session knows of what can be observed.
  private var known: [SessionID: SessionObservables] = [:]
  /// The programs that wait for the user's answer about recording.
  private var waiting: [SessionID: [CheckedContinuation<Bool, Never>]] = [:]
  /// The connections that have ended while requests of theirs are still in work.
  private var leaving: Set<ClientID> = []

  // MARK: Life

  /// Notes that a connection has ended: it waits for the user no longer, and starts nothing new.
  func leave(_ client: ClientID) {
    leaving.insert(client)
    if let id = owners[client] { answer(for: id, false) }
  }

  /// Notes that no request of a connection is in work any more.
  func noteGone(_ client: ClientID) { leaving.remove(client) }

  /// Refuses a request of a connection that has ended.
  func checkIsThere(_ client: ClientID) throws(RigError) {
    guard leaving.contains(client) else { return }
    throw .refused("The connection has ended, and with it what it asked for.")
  }

  // MARK: Owners

  /// The session of a connection; `nil` when it has none.
  func session(ownedBy client: ClientID) -> SessionID? { owners[client] }

  /// The session of a connection that can't do without one.
  func session(of client: ClientID) throws(RigError) -> SessionID {
    guard let id = owners[client] else {
      throw .data("This connection has no session; send \(ClientOpenRequest.method) first.")
    }
    return id
  }

  /// The connection that owns a session.
  func owner(of session: SessionID) -> ClientID? {
    owners.first { $0.value == session }?.key
  }

  /// The sessions that programs have, by their names.
  var owned: Set<String> { Set(owners.values.map(\.name)) }

  /// Makes a connection the owner of a session of the preset.
  func give(_ session: SessionID, to client: ClientID) {
    owners[client] = session
  }

  /// Makes a connection the owner of a session that no preset knows.
  func welcome(_ guest: Session, of client: ClientID) {
    owners[client] = guest.seat.configuration.id
    guests.append(guest)
  }

  /// Whether a session is one that no preset knows.
  func isGuest(_ session: SessionID) -> Bool {
    guests.contains { $0.seat.configuration.id == session }
  }

  /// Forgets a program, with the session that only it has brought.
  func forget(_ client: ClientID) {
    guard let id = owners.removeValue(forKey: client) else { return }
    guests.removeAll { $0.seat.configuration.id == id }
    known[id] = nil
  }

  /// Refuses a preset with a session that is a guest's at the moment.
  func check(_ preset: Rig) throws(RigError) {
    let guest = guests.first { guest in preset.sessions.contains { $0.name == guest.name } }
    guard let guest else { return }
    throw .data("'\(guest.name)' is a program's session at the moment, so no preset can have it.")
  }

  // MARK: What programs observe

  /// Notes what a program finds as it opens its session.
  func note(_ observables: SessionObservables?, of session: SessionID) {
    known[session] = observables
  }

  /// What has changed for each program since its last notification.
  func changes(
    now observables: (SessionID) -> SessionObservables?
  ) -> [(client: ClientID, session: SessionID, notifications: [SessionNotification])] {
    owners.compactMap { client, id in
      guard let present = observables(id) else { return nil }
      let before = known.updateValue(present, forKey: id)
      let notifications = before.map(present.changes(since:)) ?? []
      return notifications.isEmpty ? nil : (client, id, notifications)
    }
  }

  // MARK: Permission to record

  /// Waits until the user has said whether a session may record.
  nonisolated(nonsending) func permission(of session: SessionID) async -> Bool {
    await withCheckedContinuation { waiting[session, default: []].append($0) }
  }

  /// Answers the requests that wait to hear whether a session may record.
  func answer(for session: SessionID, _ isGranted: Bool) {
    for waiting in waiting.removeValue(forKey: session) ?? [] {
      waiting.resume(returning: isGranted)
    }
  }
}

/// What a program can observe of its session although no rule notifies it.
struct SessionObservables: Hashable {
  /// The user's volume on its output, 0 to 1.
  var outputVolume: Double
  /// How verbose its prompts may be.
  var promptStyle: PromptStyle

  /// The notifications for a program that knows `before`.
  func changes(since before: SessionObservables) -> [SessionNotification] {
    var changes: [SessionNotification] = []
    if outputVolume != before.outputVolume {
      changes.append(.outputVolumeChanged(volume: outputVolume))
    }
    if promptStyle != before.promptStyle {
      changes.append(.promptStyleChanged(style: promptStyle.rawValue))
    }
    return changes
  }
}
