// SPDX-License-Identifier: Apache-2.0
// Peers of NetJack2 that have come back under another name, beside what is left of them.

/// Peers of NetJack2, as their master shows them: clients with the ports `to_slave_1`,
/// `from_slave_1` and so on.
///
/// A peer whose cable was pulled stays there as a dead client, and comes back as `booth-01`,
/// because `booth` is taken. JACK says of neither whether it lives, so the one that came last
/// counts: it goes by the first name as well, and while that is taken those before are out of the
/// question. Machines that are called `studio-01` and `studio-02` are none of this; two of one name
/// that play at once need rules that name both clients.
enum NetworkPeers {
  /// The ports without those of dead peers; those that live are there under their first names as
  /// well.
  ///
  /// Ports that are `named` in full are what they are called, and nobody's successors.
  static func living(_ ports: [PresentPort], named: Set<String>) -> [PresentPort] {
    var newest: [String: (number: Int, name: String)] = [:]
    let peers = ports.map { named.contains($0.name) ? nil : Peer($0.name) }
    for (port, peer) in zip(ports, peers) {
      guard let peer, newest[peer.first]?.number ?? -1 < peer.number else { continue }
      newest[peer.first] = (peer.number, port.name)
    }
    let all = Set(ports.map(\.name))
    var living: [PresentPort] = []
    for (port, peer) in zip(ports, peers) {
      let first = peer?.first ?? port.name
      guard let successor = newest[first] else {
        living.append(port)
        continue
      }
      guard successor.name == port.name || !all.contains(first) else { continue }
      var renamed = port
      if successor.name == port.name, first != port.name { renamed.aliases.append(first) }
      living.append(renamed)
    }
    return living
  }

  /// A port of a peer.
  private struct Peer {
    /// What it is called while its client has the name that it wants.
    let first: String
    /// Which of its clients this is.
    let number: Int

    /// `nil` for ports of others.
    init?(_ name: String) {
      guard let colon = name.firstIndex(of: ":") else { return nil }
      let port = name[name.index(after: colon)...]
      guard
        ["", "midi_"].contains(where: { kind in
          port.hasPrefix("\(kind)to_slave_") || port.hasPrefix("\(kind)from_slave_")
        })
      else { return nil }
      let client = name[..<colon]
      guard let dash = client.lastIndex(of: "-"), dash > client.startIndex else {
        (first, self.number) = (name, 0)
        return
      }
      // JACK writes it with two digits at least.
      let digits = client[client.index(after: dash)...]
      let number = digits.count > 1 && digits.allSatisfy("0123456789".contains) ? Int(digits) : nil
      self.number = number ?? 0
      first = number == nil ? name : "\(client[..<dash]):\(port)"
    }
  }
}
