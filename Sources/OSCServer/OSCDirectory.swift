// SPDX-License-Identifier: Apache-2.0
// Which addresses there are: asked from the tree when they may have changed, and remembered
// meanwhile.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors
import Synchronization

/// The addresses of a rig.
///
/// > Threading: Any.
actor OSCDirectory {
  private let tree: any LiveTree
  private nonisolated let queue = ActorQueue("Tarmac OSC addresses")
  /// Where it runs: never behind the work of a sender.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }
  private var entries: [OSCEntry] = []
  private var places: [String: Int] = [:]
  private var paths: [String: [OSCEntry]] = [:]
  private var watch: TreeWatch?
  private let share = ClientShare()
  /// Whether other paths may be there than when the tree was read.
  private let isStale = Flag()

  /// Is raised by the tree, on its own thread.
  private final class Flag: Sendable {
    let isUp = Atomic(true)
  }

  init(_ tree: any LiveTree) { self.tree = tree }

  /// Begins to look whether paths come and go.
  func open() async throws(RigError) {
    let flag = isStale
    watch = try await tree.watchPaths { flag.isUp.store(true, ordering: .releasing) }
  }

  /// Looks no more.
  func close() async {
    if let watch { await tree.endWatch(watch) }
    watch = nil
  }

  private func refresh() async throws(RigError) {
    guard isStale.isUp.exchange(false, ordering: .acquiringAndReleasing) else { return }
    do throws(RigError) {
      // The sender that happens to ask first does not pay for that with its share.
      take(try await share.use { [tree] () async throws(RigError) in try await tree.describe([]) })
    } catch {
      isStale.isUp.store(true, ordering: .releasing)
      throw error
    }
  }

  private func take(_ nodes: [NodeDescription]) {
    paths = [:]
    entries = OSCEntry.entries(of: nodes)
    for entry in entries { paths[entry.node.path, default: []].append(entry) }
    places = Dictionary(
      entries.enumerated().map { ($1.address, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The entry at an address; `nil` where the tree has nothing.
  func entry(at address: String) async throws(RigError) -> OSCEntry? {
    // A known address is used at once, though the tree may have changed meanwhile: the tree refuses
    // what is not there any more.
    if let place = places[address] {
      if isStale.isUp.load(ordering: .acquiring) { Task { try? await refresh() } }
      return entries[place]
    }
    try await refresh()
    if let place = places[address] { return entries[place] }
    guard let path = OSCAddress.path(of: address) else { return nil }
    // Locks and limits are in no list, and what has just come is in none yet.
    guard let node = try? await tree.describe([path]).first, node.path == path else { return nil }
    return OSCEntry(address: address, node: node, isPlace: false)
  }

  /// All addresses, in the order of the tree.
  private func all() async throws(RigError) -> [OSCEntry] {
    try await refresh()
    return entries
  }

  /// All that a pattern means, in the order of the tree.
  nonisolated func entries(matching pattern: OSCPattern) async throws(RigError) -> [OSCEntry] {
    await Self.filter(try await all()) { pattern.matches($0.address) }
  }

  /// All at or below what a pattern means.
  nonisolated func entries(below pattern: OSCPattern?) async throws(RigError) -> [OSCEntry] {
    let entries = try await all()
    guard let pattern else { return entries }
    return await Self.filter(entries) { pattern.matches(beginningOf: $0.address) }
  }

  /// Looks through them beside this actor, which gestures of others pass, and lets others go first
  /// in between.
  private nonisolated static func filter(
    _ entries: [OSCEntry],
    _ isMeant: (OSCEntry) -> Bool
  ) async -> [OSCEntry] {
    var found: [OSCEntry] = []
    for (place, entry) in entries.enumerated() {
      if isMeant(entry) { found.append(entry) }
      if place % 16 == 15 { await Turn.current?.rest() }
    }
    return found
  }

  /// The same addresses with what their nodes are at this moment.
  nonisolated func renewed(_ entries: [OSCEntry]) async throws(RigError) -> [OSCEntry] {
    let paths = Set(entries.map(\.node.path))
    let areFew = paths.count <= TextBound.mostElements
    let nodes = try await tree.describe(areFew ? paths.sorted() : [])
    let byPath = Dictionary(nodes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return entries.compactMap { entry in
      byPath[entry.node.path].map {
        OSCEntry(address: entry.address, node: $0, isPlace: entry.isPlace)
      }
    }
  }

  /// The addresses of paths whose values are sent.
  ///
  /// A client that receives everything, as `isFull` says, may hear of new paths sooner than this
  /// directory.
  func entries(of paths: [String], isFull: Bool) async -> [[OSCEntry]] {
    if isFull, paths.contains(where: { self.paths[$0] == nil }) {
      isStale.isUp.store(true, ordering: .releasing)
    }
    try? await refresh()
    return paths.map { self.paths[$0] ?? [] }
  }

  /// Why there is nothing at an address.
  func absence(of address: String) async -> RigError {
    if entries.contains(where: { $0.address.hasPrefix(address + "/") }) {
      return .data("'\(address)' holds values and is none: '/tarmac/list \(address)' lists them.")
    }
    guard let path = OSCAddress.path(of: address) else {
      return .data("'\(address)' is no address: behind '%' stand two digits.")
    }
    do throws(RigError) {
      _ = try await tree.describe([path])
      return .data("'\(address)' means nothing that can be set.")
    } catch {
      return error
    }
  }
}
