// SPDX-License-Identifier: Apache-2.0
// A client that speaks OSC, by python-osc.

import ControlProtocol
import ControlTree
import Foundation

/// A program on the OSC door.
final class OSCHand: Hand {
  private let tarmac: RunningTarmac
  private let client: OSCProgram
  private var pings = 0
  /// How many lines have been looked at.
  private var seen = 0
  let name = "OSC"

  init(_ tarmac: RunningTarmac) throws {
    self.tarmac = tarmac
    client = try OSCProgram.python("udp", beside: tarmac)
  }

  /// The paths that the door lists, if OSCQuery lists all of them, too.
  func paths() throws -> Set<String> {
    let replies = try told(["/tarmac/list"]).compactMap { $0.dropFirst().first as? String }
    let listed = Set(replies.filter { !$0.hasPrefix("/tarmac/") })
    let queried = try addresses()
    guard queried.isSuperset(of: listed) else {
      let missing = listed.subtracting(queried).sorted()
      throw RunFailure(description: "OSCQuery does not tell of \(missing)")
    }
    return Set(listed.map { String($0.dropFirst()).replacing("/", with: ".") })
  }

  /// The addresses of OSCQuery's namespace.
  private func addresses() throws -> Set<String> {
    let line = try tarmac.lines("OSCQuery is at").last ?? ""
    guard let address = line.firstMatch(of: #/OSCQuery is at (\S+:\d+)/#)?.1 else {
      throw RunFailure(description: "no port is told: \(line)")
    }
    let said = try Foreign("/usr/bin/env", ["curl", "-s", "\(address)/"]).rest()
    return try JSONDecoder().decode(Namespace.self, from: Data(said.utf8)).addresses
  }

  /// An address of OSCQuery, with those below.
  private struct Namespace: Decodable {
    var FULL_PATH: String
    var CONTENTS: [String: Namespace]?

    var addresses: Set<String> {
      (CONTENTS ?? [:]).values.reduce([FULL_PATH]) { $0.union($1.addresses) }
    }
  }

  func read(_ node: TreeNodeStatus) throws -> TreeValue {
    let address = node.oscAddress
    guard let line = try told([address]).first(where: { $0.first as? String == address }) else {
      throw RunFailure(description: "OSC says nothing of \(address)")
    }
    switch line.last {
    case let text as String: return .text(text)
    case let number as NSNumber where node.kind == "switch": return .toggle(number.boolValue)
    // 32 bits on the wire.
    case let number as NSNumber: return .number(number.doubleValue)
    default: throw RunFailure(description: "OSC says \(line)")
    }
  }

  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String? {
    let address = node.oscAddress
    let lines =
      switch verb {
      case .set(let value): try told([address, value.oscWords])
      case .step(let step): try told(["\(address)/step", step])
      case .toggle: try told(["\(address)/toggle"])
      case .fade(let value, let seconds): try told([address, value.oscWords, seconds])
      case .trigger: try told([address, "%T"])
      }
    return lines.first { $0.first as? String == "/error" }?.last as? String
  }

  /// Sends a message and returns the messages that arrive until it has been carried out.
  private func told(_ message: [Any]) throws -> [[Any]] {
    pings += 1
    for line in [message, ["/tarmac/ping", pings]] {
      let data = try JSONSerialization.data(withJSONObject: line)
      try client.send(String(decoding: data, as: UTF8.self))
    }
    let pong = "[\"/reply\", \"/tarmac/ping\", \(pings)]"
    try client.hears(pong)
    let lines = client.lines
    defer { seen = lines.count }
    return lines[seen...].compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [Any]
    }
  }
}

extension TreeNodeStatus {
  fileprivate var oscAddress: String { "/" + path.replacing(".", with: "/") }
}

extension TreeValue {
  fileprivate var oscWords: Any {
    switch self {
    case .number(-.infinity): "-inf"
    case .number(let number): number
    case .toggle(let isOn): isOn ? "%T" : "%F"
    default: words
    }
  }
}
