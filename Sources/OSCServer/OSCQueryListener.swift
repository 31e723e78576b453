// SPDX-License-Identifier: Apache-2.0
// The addresses that a client of OSCQuery listens to.

import ControlProtocol
import ControlTree
import OSC
import RigErrors

/// Sends a client the values that it listens to: each at once, and then whenever it has changed.
///
/// All of them are one subscription to the tree, which is made again when the addresses change.
///
/// > Threading: Any.
actor OSCQueryListener {
  private let room: OSCSharedState
  private let line: OSCLine
  /// The paths of the addresses.
  private var paths: [String: String] = [:]
  private var told: [String: OSCArgument] = [:]
  private var watch: TreeWatch?
  private var updates: OSCUpdates?
  private let queue: TaskQueue

  /// The most addresses that a client may listen to.
  private static let mostAddresses = 4_096

  /// Tells by `line`; what that takes is done on `queue`.
  init(_ room: OSCSharedState, _ line: OSCLine, on queue: TaskQueue) {
    (self.room, self.line, self.queue) = (room, line, queue)
  }

  /// Does what a client wants, all at once.
  func carryOut(_ commands: [OSCQueryCommand]) async {
    var isOther = false
    for command in commands {
      do throws(RigError) {
        switch command {
        case .listen(let address): try await listen(to: address)
        case .ignore(let address):
          guard paths.removeValue(forKey: address) != nil else {
            throw .data("'\(address)' was not listened to.")
          }
          told[address] = nil
        }
        isOther = true
      } catch {
        line.refuse(command.address, error.message)
      }
    }
    if isOther { await renew() }
  }

  private func listen(to address: String) async throws(RigError) {
    guard paths.count < Self.mostAddresses else {
      throw .refused("A client may listen to \(Self.mostAddresses) addresses: IGNORE one first.")
    }
    guard let entry = try await room.directory.entry(at: address), entry.node.isValue else {
      throw .data("'\(address)' has no value to listen to.")
    }
    paths[address] = entry.node.path
  }

  private func renew() async {
    await end()
    // Paths that have gone meanwhile would be refused.
    var present: Set<String> = []
    let wanted = Array(paths.values)
    let entries = await room.directory.entries(of: wanted, isFull: false)
    for (path, entries) in zip(wanted, entries) where !entries.isEmpty { present.insert(path) }
    guard !present.isEmpty else { return }
    let updates = OSCUpdates()
    do throws(RigError) {
      watch = try await room.tree.watch(present.sorted(), rate_hz: OSCSender.usualRate_hz) {
        updates.add($0)
      }
    } catch {
      line.refuse("", error.message)
      return
    }
    self.updates = updates
    Task(executorPreference: queue) {
      await updates.tell { update in
        _ = try? await self.room.tree.inTurn(for: "OSC values") { () async throws(RigError) in
          await self.tell(update)
        }
      }
    }
  }

  private func tell(_ update: TreeUpdate) async {
    let entries = await room.directory.entries(
      of: update.values.map(\.path),
      isFull: update.isFull
    )
    for (value, entries) in zip(update.values, entries) {
      for entry in entries where paths[entry.address] != nil {
        let argument = entry.argument(value.value)
        guard told.updateValue(argument, forKey: entry.address) != argument else { continue }
        line.tell(OSCMessage(entry.address, [argument]))
      }
    }
  }

  /// Tells nothing more.
  func end() async {
    updates?.finish()
    updates = nil
    guard let watch else { return }
    self.watch = nil
    await room.tree.endWatch(watch)
  }
}

extension OSCQueryCommand {
  fileprivate var address: String {
    switch self {
    case .listen(let address), .ignore(let address): address
    }
  }
}
