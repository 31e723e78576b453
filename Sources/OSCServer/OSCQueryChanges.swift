// SPDX-License-Identifier: Apache-2.0
// Which addresses have come, gone or changed, for clients that have built themselves by them.

import ControlProtocol
import ControlTree
import HTTPServer
import RigErrors
import Synchronization

/// Tells clients of OSCQuery when there are other addresses than before.
///
/// > Threading: Any.
actor OSCQueryChanges {
  /// The clients that are notified.
  nonisolated let clients = Clients()
  private let tree: any LiveTree
  private var known: [String: NodeDescription] = [:]
  private var watch: TreeWatch?

  /// The clients that are there.
  final class Clients: Sendable {
    /// In the order in which they came.
    private let present = Mutex<[OSCQueryPeer]>([])

    /// The most clients at a time.
    static let most = 64

    var all: [OSCQueryPeer] { present.withLock { $0 } }
    func add(_ client: OSCQueryPeer) { present.withLock { $0.append(client) } }
    func remove(_ client: OSCQueryPeer) { present.withLock { $0.removeAll { $0 === client } } }

    /// Whether there is room for one more: the first one goes for it of an address that has more
    /// than this one would have.
    func makeRoom(for host: String) -> Bool {
      let present = all
      guard present.count >= Self.most else { return true }
      let crowds = Dictionary(grouping: present) { Neighbourhood(of: $0.host) }
      guard let largest = crowds.values.max(by: { $0.count < $1.count }),
        largest.count > (crowds[Neighbourhood(of: host)]?.count ?? 0) + 1
      else { return false }
      largest[0].dismiss("others have come")
      return true
    }
  }

  /// How many addresses are named one by one; of more it is said only below which one they are.
  private static let mostNamed = 256

  init(_ tree: any LiveTree) { self.tree = tree }

  /// Begins to look.
  func open() async throws(RigError) {
    known = Self.addresses(try await tree.describe([]))
    let (looks, inlet) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    watch = try await tree.watchPaths { inlet.yield() }
    Task { for await _ in looks { await look() } }
  }

  /// Looks no more.
  func close() async {
    if let watch { await tree.endWatch(watch) }
    watch = nil
  }

  private func look() async {
    guard let nodes = try? await tree.describe([]) else { return }
    let present = Self.addresses(nodes)
    let gone = known.keys.filter { present[$0] == nil }.sorted()
    let new = present.keys.filter { known[$0] == nil }.sorted()
    let other = known.keys.filter { present[$0] != nil && present[$0] != known[$0] }
    known = present
    guard let place = Self.commonPlace(of: gone + new + other) else { return }
    let areFew = gone.count + new.count <= Self.mostNamed
    for client in clients.all {
      if areFew {
        for address in gone { client.tell("PATH_REMOVED", address) }
        for address in new { client.tell("PATH_ADDED", address) }
      }
      client.tell("PATH_CHANGED", place)
    }
  }

  /// What is at each address, whatever its value at the moment.
  private static func addresses(_ nodes: [NodeDescription]) -> [String: NodeDescription] {
    var addresses: [String: NodeDescription] = [:]
    for entry in OSCEntry.entries(of: nodes) {
      var node = entry.node
      node.value = .text("")
      addresses[entry.address] = node
    }
    return addresses
  }

  /// The nearest address that all of these are at or below; `nil` of none.
  static func commonPlace(of addresses: [String]) -> String? {
    guard let first = addresses.first else { return nil }
    var common = first.split(separator: "/")[...]
    for address in addresses {
      let parts = address.split(separator: "/")
      let same = zip(common, parts).prefix { $0 == $1 }.count
      common = common.prefix(same)
    }
    return "/" + common.joined(separator: "/")
  }
}
