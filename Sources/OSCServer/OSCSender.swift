// SPDX-License-Identifier: Apache-2.0
// One sender: its packets are carried out in order, and its subscriptions are sent to it.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors
import Synchronization

/// What all senders of a server share.
struct OSCSharedState: Sendable {
  let tree: any LiveTree
  let directory: OSCDirectory
  /// How long a subscription lasts unless it is renewed.
  let expiry: Seconds

  /// The most bundles of one sender that wait for their moment.
  static let mostWaiting = 64
  /// How far ahead a bundle may be.
  static let furthest = Seconds(600)
}

/// A sender, from its first packet until it is forgotten.
///
/// > Threading: Any.
actor OSCSender {
  let visitor: RequestOrigin
  let room: OSCSharedState
  let line: OSCLine
  /// What the sender gets of Ardour's addresses.
  var surface = ArdourSurface()
  private var subscriptions: [String: OSCSubscription] = [:]
  private var waiting = 0
  private var hasEnded = false
  /// Where its packets are carried out: the program's own tasks can't hold them up.
  nonisolated let queue = TaskQueue(ofClient: "Tarmac OSC sender")
  /// What it has had of the rig's time.
  nonisolated let share = ClientShare()
  private nonisolated let inbox = OSCInbox()
  /// How many subscriptions it has that it renews; what decides which sender to forget reads it.
  private nonisolated let count = Atomic(0)

  init(_ visitor: RequestOrigin, in room: OSCSharedState, line: OSCLine) {
    (self.visitor, self.room, self.line) = (visitor, room, line)
    Task(executorPreference: queue) {
      // All that comes of its packets has its share of the rig's time.
      await ClientShare.$current.withValue(self.share) {
        await self.inbox.carryOut { await self.carryOut($0, at: nil) }
      }
      await self.finish()
    }
  }

  /// Whether it has a subscription that it renews.
  nonisolated var isSubscribed: Bool { count.load(ordering: .relaxed) > 0 }

  /// Whether something that it has sent waits to be carried out.
  nonisolated var isBusy: Bool { inbox.isBusy }

  /// Takes a packet, which is carried out after those before it.
  nonisolated func take(_ packet: OSCPacket) {
    if let sentence = inbox.take(packet) { line.refuse("", sentence) }
  }

  /// Ends: with all that has come, or where it is sent away, with what it is at.
  nonisolated func end(isSentAway: Bool = false) { inbox.close(isSentAway: isSentAway) }

  // MARK: Packets

  /// Carries out a packet whose time has come, or begins to wait for that.
  private func carryOut(_ packet: OSCPacket, at moment: MonotonicTime?) async {
    switch packet {
    case .message(let message): await carryOut(message, at: moment)
    case .bundle(let bundle):
      let own = OSCClock.moment(of: bundle.time)
      guard let due = [moment, own].compactMap({ $0 }).max(), due != moment, due > .now else {
        for element in bundle.elements { await carryOut(element, at: moment) }
        return
      }
      wait(for: due, bundle)
    }
  }

  private func wait(for moment: MonotonicTime, _ bundle: OSCBundle) {
    guard moment < MonotonicTime.now.after(OSCSharedState.furthest) else {
      return line.refuse(
        "",
        "A bundle may be up to \(OSCSharedState.furthest.value) seconds ahead."
      )
    }
    guard waiting < OSCSharedState.mostWaiting else {
      return line.refuse("", "\(OSCSharedState.mostWaiting) bundles wait for their moment already.")
    }
    waiting += 1
    inbox.begin()
    Task(executorPreference: queue) {
      await self.carryOut(bundle, at: moment)
    }
  }

  private func carryOut(_ bundle: OSCBundle, at moment: MonotonicTime) async {
    for element in bundle.elements { await carryOut(element, at: moment) }
    waiting -= 1
    inbox.end()
  }

  private func carryOut(_ message: OSCMessage, at moment: MonotonicTime?) async {
    do throws(RigError) {
      try await act(message, at: moment)
    } catch {
      line.refuse(message.address, error.message)
    }
  }

  // MARK: Subscriptions

  /// The most subscriptions of one sender.
  private static let mostSubscriptions = 16

  /// Tells a sender values from now on, or goes on with it if it has subscribed to the same
  /// already.
  ///
  /// - Parameters:
  ///   - name: what tells this subscription from the sender's others.
  ///   - patterns: of the tree.
  ///   - rate_hz: how often at most.
  ///   - expiry: how long, unless somebody renews it.
  ///   - messages: how an update is sent.
  /// - Throws: a sentence that says why not.
  func subscribe(
    _ name: String,
    to patterns: [String],
    rate_hz: Double,
    expiry: Seconds?,
    _ messages: @escaping @Sendable (TreeUpdate) async -> [OSCMessage]
  ) async throws(RigError) {
    guard line.isProven() else {
      throw .refused(
        "To get values unasked, show first that you are there: send back '\(OSCService.prove.rawValue)' as it comes, or have 'from' name you."
      )
    }
    let end = expiry.map { MonotonicTime.now.after($0) } ?? .distantFuture
    if let old = subscriptions[name], old.rate_hz == rate_hz, old.patterns == patterns {
      subscriptions[name]?.end = end
      return
    }
    await unsubscribe(name)
    guard subscriptions.count < Self.mostSubscriptions else {
      throw .refused("A sender may have \(Self.mostSubscriptions) subscriptions: end one first.")
    }
    let updates = OSCUpdates()
    let watch = try await room.tree.watch(patterns, rate_hz: rate_hz) { updates.add($0) }
    let (line, tree) = (line, room.tree)
    Task(executorPreference: queue) {
      await updates.tell { update in
        _ = try? await tree.inTurn(for: "OSC values") { () async throws(RigError) in
          line.tell(await messages(update))
        }
      }
    }
    let subscription = OSCSubscription(
      patterns: patterns,
      rate_hz: rate_hz,
      watch: watch,
      updates: updates,
      end: end
    )
    // Asked for twice at once, by two bundles: the later one counts.
    await unsubscribe(name)
    guard !hasEnded else {
      updates.finish()
      return await room.tree.endWatch(watch)
    }
    subscriptions[name] = subscription
    countSubscriptions()
    if expiry != nil {
      Task(executorPreference: queue) { await self.expire(name, watch) }
    }
  }

  /// Ends a subscription once nobody has renewed it in time.
  private func expire(_ name: String, _ watch: TreeWatch) async {
    while let subscription = subscriptions[name], subscription.watch == watch {
      let left = subscription.end.elapsed(since: .now)
      guard left > .zero else {
        await unsubscribe(name)
        return
      }
      try? await Task.sleep(nanoseconds: left.nanoseconds)
    }
  }

  /// Ends a subscription; returns whether there was one.
  @discardableResult
  func unsubscribe(_ name: String) async -> Bool {
    guard let subscription = subscriptions.removeValue(forKey: name) else { return false }
    countSubscriptions()
    subscription.updates.finish()
    await room.tree.endWatch(subscription.watch)
    return true
  }

  private func countSubscriptions() {
    let renewed = subscriptions.values.count { $0.end != .distantFuture }
    count.store(renewed, ordering: .relaxed)
  }

  /// Ends its subscriptions for good: a bundle whose moment comes later starts none again.
  private func finish() async {
    hasEnded = true
    await endSubscriptions()
  }

  /// Ends all subscriptions.
  func endSubscriptions() async {
    for name in subscriptions.keys { await unsubscribe(name) }
  }
}

/// A subscription of a sender.
struct OSCSubscription {
  let patterns: [String]
  let rate_hz: Double
  let watch: TreeWatch
  let updates: OSCUpdates
  /// When it ends unless it is renewed.
  var end: MonotonicTime
}
