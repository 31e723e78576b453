// SPDX-License-Identifier: Apache-2.0
// The addresses of a rig as OSCQuery describes them, so that controllers can build themselves.

package import ControlTree
import OSC
package import StrictJSON

/// What an OSCQuery server answers for the addresses of a rig.
package enum OSCQueryNamespace {
  /// Everything at and below an address as JSON; `nil` where there is nothing.
  ///
  /// > Threading: Any.
  package static func json(of nodes: [NodeDescription], at address: String = "/") -> JSONValue? {
    let entries = OSCEntry.entries(of: nodes)
    var root = Place(address: "")
    for entry in entries {
      let parts = entry.address.dropFirst().split(
        separator: "/",
        omittingEmptySubsequences: false
      )
      root.add(entry, parts[...])
    }
    let parts = address.split(separator: "/")
    return parts.reduce(Optional(root)) { place, part in place?.places[String(part)] }?.json
  }

  /// What the server says of itself for `?HOST_INFO`.
  ///
  /// > Threading: Any.
  package static func hostInfo(name: String, oscPort: Int, usesTCP: Bool = false) -> JSONValue {
    let extensions = [
      "ACCESS", "VALUE", "RANGE", "DESCRIPTION", "UNIT", "LISTEN", "PATH_ADDED", "PATH_CHANGED",
      "PATH_REMOVED",
    ]
    return .object([
      "NAME": .string(name),
      "OSC_PORT": .integer(Int64(clamping: oscPort)),
      "OSC_TRANSPORT": .string(usesTCP ? "TCP" : "UDP"),
      "EXTENSIONS": .object(Dictionary(uniqueKeysWithValues: extensions.map { ($0, .bool(true)) })),
    ])
  }

  /// An address, with those below it.
  private struct Place {
    let address: String
    var entry: OSCEntry?
    var places: [String: Place] = [:]

    init(address: String) { self.address = address }

    mutating func add(_ new: OSCEntry, _ parts: ArraySlice<Substring>) {
      guard let first = parts.first else {
        entry = new
        return
      }
      let name = String(first)
      places[name, default: Place(address: "\(address)/\(name)")].add(new, parts.dropFirst())
    }

    var json: JSONValue {
      var members: [String: JSONValue] = ["FULL_PATH": .string(address.isEmpty ? "/" : address)]
      if let entry { members.merge(entry.attributes) { own, _ in own } }
      if entry == nil { members["ACCESS"] = .integer(0) }
      if !places.isEmpty { members["CONTENTS"] = .object(places.mapValues(\.json)) }
      return .object(members)
    }
  }
}

extension OSCEntry {
  /// What OSCQuery says of it.
  fileprivate var attributes: [String: JSONValue] {
    var members: [String: JSONValue] = ["DESCRIPTION": .string(summary)]
    if case .trigger(let arguments) = node.kind {
      members["TYPE"] = .string(String(repeating: "s", count: arguments.count))
      if arguments.isEmpty { members["TYPE"] = .string("I") }
      members["ACCESS"] = .integer(2)
      return members
    }
    members["TYPE"] = typeTag.map(JSONValue.string)
    members["ACCESS"] = .integer(node.isReadOnly ? 1 : 3)
    members["VALUE"] = .array([json(node.value)])
    if let range { members["RANGE"] = .array([range]) }
    if !isPlace, let unit = node.kind.unit {
      members["UNIT"] = .array([.string(Self.units[unit] ?? unit)])
    }
    return members
  }

  private var summary: String {
    isPlace ? "The place of the fader, from 0 to 1: \(node.summary)" : node.summary
  }

  /// Names of units that OSCQuery has; others keep their symbols.
  private static let units = ["dB": "gain.db", "s": "time.second", "BPM": "time.bpm"]

  private var range: JSONValue? {
    if case .choice(let words) = node.kind {
      return .object(["VALS": .array(words.map(JSONValue.string))])
    }
    guard let bounds = isPlace ? 0...1 : node.kind.bounds else { return nil }
    var members: [String: JSONValue] = [:]
    for (name, bound) in [("MIN", bounds.lowerBound), ("MAX", bounds.upperBound)]
    where bound.isFinite {
      members[name] = typeTag == "i" ? whole(bound) : .number(bound)
    }
    return members.isEmpty ? nil : .object(members)
  }

  private func json(_ value: TreeValue) -> JSONValue {
    switch argument(value) {
    case .int32(let number): .integer(Int64(clamping: number))
    case .int64(let number): .integer(number)
    // JSON has no silence.
    case .float(let number): number.isFinite ? .number(Double(number)) : .null
    case .string(let text): .string(text)
    default: .null
    }
  }

  private func whole(_ number: Double) -> JSONValue {
    Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
  }
}
