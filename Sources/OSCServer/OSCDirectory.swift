// SPDX-License-Identifier: Apache-2.0
// Which addresses there are: asked from the tree when they may have changed, and remembered meanwhile.

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
  private var entries: [OSCEntry] = []
  private var places: [String: Int] = [:]
  private var paths: [String: [OSCEntry]] = [:]
  private var watch: TreeWatch?
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
      take(try await tree.describe([]))
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

  /// What stands at an address; `nil` where the tree has nothing.
  func entry(at address: String) async throws(RigError) -> OSCEntry? {
    try await refresh()
    if let place = places[address] { return entries[place] }
    guard let path = OSCAddress.path(of: address) else { return nil }
    // Locks and limits are in no list, and what has just come is in none yet.
    guard let node = try? await tree.describe([path]).first, node.path == path else { return nil }
    return OSCEntry(address: address, node: node, isPlace: false)
  }

  /// All that a pattern means, in the order of the tree.
  func entries(matching pattern: OSCPattern) async throws(RigError) -> [OSCEntry] {
    try await refresh()
    return entries.filter { pattern.matches($0.address) }
  }

  /// All at or below what a pattern means, with the values of this moment.
  func entries(below pattern: OSCPattern?) async throws(RigError) -> [OSCEntry] {
    take(try await tree.describe([]))
    guard let pattern else { return entries }
    return entries.filter { pattern.matches(beginningOf: $0.address) }
  }

  /// The addresses of a path.
  func entries(of path: String) async -> [OSCEntry] {
    try? await refresh()
    return paths[path] ?? []
  }

  /// Reads the tree anew the next time that it is needed; who is told of everything may know sooner that paths have changed.
  func expire() { isStale.isUp.store(true, ordering: .releasing) }

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
