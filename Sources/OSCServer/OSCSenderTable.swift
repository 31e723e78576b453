// SPDX-License-Identifier: Apache-2.0
// The table of senders: whether they may send, and their visits; bounded, however many send.

import ControlTree
import HTTPServer
import Quantities

/// The senders that the server knows.
///
/// > Threading: Worker, the server's own.
struct OSCSenderTable {
  /// The most senders at a time.
  static let mostVisits = 64
  /// The most senders that are refused by name.
  static let mostRefused = 256

  private struct OSCSenderEntry {
    let visit: OSCSender
    let block: Neighbourhood
    let allowance: OSCAllowance?
    var lastPacket: MonotonicTime
  }

  private let senders: Set<String>?
  /// Whether a host that `senders` does not name is known to be there.
  private let trusts: @Sendable (String) -> Bool
  private let room: OSCSharedState
  private let report: @Sendable (String) -> Void
  private var stays: [String: OSCSenderEntry] = [:]
  /// Senders that have gone, and that still have something waiting to be carried out.
  private var gone: [OSCSenderEntry] = []
  private var refused: [String: Int] = [:]
  /// Packets of senders that may not send.
  private(set) var refusals = 0
  /// Hosts that were sent less than they have asked for.
  private var short: Set<String> = []

  init(
    _ senders: [String]?,
    _ room: OSCSharedState,
    trusts: @escaping @Sendable (String) -> Bool = Self.isLoopback,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.trusts = trusts
    // As the system writes them, which need not be as the preset does.
    self.senders = senders.map { list in
      Set(list.map { SocketAddress($0, port: 0)?.numbers.host ?? $0 })
    }
    (self.room, self.report) = (room, report)
  }

  /// Whether a host may send; one that may not is named in the log once.
  mutating func admits(_ host: String) -> Bool {
    guard let senders, !senders.contains(host) else { return true }
    refusals += 1
    if refused[host] == nil, refused.count < Self.mostRefused {
      report("OSC from \(host) is refused: it is not among the senders of the preset.")
      refused[host] = 0
    }
    refused[host]? += 1
    return false
  }

  /// Whether an address is this machine's own, at which nobody else can be.
  static let isLoopback: @Sendable (String) -> Bool = { $0 == "::1" || $0.hasPrefix("127.") }

  /// How much may be sent to a sender by UDP.
  func allowance(of name: String, on host: String) -> OSCAllowance {
    stays[name]?.allowance ?? OSCAllowance(isProven: senders != nil || trusts(host))
  }

  /// Logs once that a host is sent less than it asks for.
  mutating func noteShort(_ host: String) {
    guard short.count < Self.mostRefused, short.insert(host).inserted else { return }
    report(
      "OSC: \(host) gets no more than it sends, because nothing shows that it is there: name it under 'from' of 'osc' in the preset."
    )
  }

  /// The visit of a sender, which is let in if there is room.
  mutating func visit(
    of name: String,
    on host: String,
    line: OSCLine,
    _ allowance: OSCAllowance? = nil
  ) -> OSCSender? {
    if let stay = stays[name] {
      stays[name]?.lastPacket = .now
      return stay.visit
    }
    let block = Neighbourhood(of: host)
    guard makeRoom(for: block) else {
      line.refuse(
        "",
        "There are \(Self.mostVisits) senders already that wait for their turn or have subscriptions."
      )
      return nil
    }
    let visit = OSCSender(RequestOrigin("OSC from \(host)", .operator), in: room, line: line)
    stays[name] = OSCSenderEntry(visit: visit, block: block, allowance: allowance, lastPacket: .now)
    return visit
  }

  /// Whether there is room for one more: one that has long sent nothing, waits for nothing and
  /// subscribes to nothing goes for it, or else one of the address that has most of them, if that
  /// has more than this one would have.
  ///
  /// Of an address that comes and goes, what has not been carried out counts too: else it would be
  /// more and more.
  private mutating func makeRoom(for block: Neighbourhood) -> Bool {
    gone.removeAll { !$0.visit.isBusy }
    guard gone.count(where: { $0.block == block }) < Self.mostVisits else { return false }
    guard stays.count >= Self.mostVisits else { return true }
    let idle = stays.filter { !$0.value.visit.isSubscribed && !$0.value.visit.isBusy }
    let leaving =
      idle.min { $0.value.lastPacket < $1.value.lastPacket }?.key
      ?? stays.leaving(for: block) { ($0.block, $0.lastPacket) }
    guard let leaving else { return false }
    sendAway(leaving)
    return true
  }

  /// Forgets a sender that has gone, once all that it has sent is carried out.
  mutating func end(_ name: String) { forget(name) { $0.end() } }

  /// Forgets a sender, which has to make room, and what it has sent.
  mutating func sendAway(_ name: String) { forget(name) { $0.end(isSentAway: true) } }

  private mutating func forget(_ name: String, _ end: (OSCSender) -> Void) {
    guard let stay = stays.removeValue(forKey: name) else { return }
    end(stay.visit)
    if stay.visit.isBusy { gone.append(stay) }
  }

  /// Forgets everybody, and says how many packets were refused.
  mutating func close() {
    for stay in stays.values { stay.visit.end() }
    stays = [:]
    if refusals > 0 {
      report("OSC has refused \(refusals) packets of \(refused.count) senders that may not send.")
    }
  }
}
