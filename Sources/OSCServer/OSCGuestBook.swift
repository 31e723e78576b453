// SPDX-License-Identifier: Apache-2.0
// Who sends: whether they may, and their visits; bounded, whoever sends.

import ControlTree
import Quantities

/// The senders that the door knows.
///
/// > Threading: Worker, the door's own.
struct OSCGuestBook {
  /// The most senders at a time.
  static let mostVisits = 64
  /// The most senders that are refused by name.
  static let mostRefused = 256

  private struct Stay {
    let visit: OSCVisit
    var lastPacket: MonotonicTime
  }

  private let senders: Set<String>?
  private let room: OSCRoom
  private let report: @Sendable (String) -> Void
  private var stays: [String: Stay] = [:]
  private var refused: [String: Int] = [:]
  /// Packets of senders that may not send.
  private(set) var refusals = 0

  init(_ senders: [String]?, _ room: OSCRoom, report: @escaping @Sendable (String) -> Void) {
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

  /// The visit of a sender, who is let in if there is room: one that has long sent nothing, and is told nothing, goes for it.
  mutating func visit(of name: String, on host: String, line: OSCLine) -> OSCVisit? {
    if let stay = stays[name] {
      stays[name]?.lastPacket = .now
      return stay.visit
    }
    if stays.count >= Self.mostVisits {
      let idle = stays.filter { !$0.value.visit.isSubscribed }
      guard let oldest = idle.min(by: { $0.value.lastPacket < $1.value.lastPacket }) else {
        line.refuse("", "There are \(stays.count) senders with subscriptions already.")
        return nil
      }
      end(oldest.key)
    }
    let visit = OSCVisit(Visitor("OSC from \(host)", .operator), in: room, line: line)
    stays[name] = Stay(visit: visit, lastPacket: .now)
    return visit
  }

  /// Forgets a sender.
  mutating func end(_ name: String) { stays.removeValue(forKey: name)?.visit.end() }

  /// Forgets everybody, and says how many packets were refused.
  mutating func close() {
    for stay in stays.values { stay.visit.end() }
    stays = [:]
    if refusals > 0 {
      report("OSC has refused \(refusals) packets of \(refused.count) senders that may not send.")
    }
  }
}
