// SPDX-License-Identifier: Apache-2.0
// Checks the bounds of a request's parameters: the cost of a request must not grow with its text.

import ControlProtocol
import StrictJSON

/// Checks parameters before anything else uses them.
enum ParameterCheck {
  /// The parameter that is too long, as the rest of a sentence; `nil` if there is none.
  static func problem(
    of members: [String: JSONValue],
    within bounds: [String: TextBound]
  ) -> String? {
    if let problem = problem(ofKeys: members, at: "params") { return problem }
    return members.sorted { $0.key < $1.key }.lazy.compactMap { name, value in
      problem(of: value, within: bounds[name] ?? .name, at: "params.\(name)")
    }.first
  }

  private static func problem(
    of value: JSONValue,
    within bound: TextBound,
    at place: String
  ) -> String? {
    switch value {
    case .string(let text):
      let count = text.utf8.count
      return count <= bound.bytes
        ? nil : "\(place) has \(count) bytes; send at most \(bound.bytes)"
    case .array(let elements):
      guard elements.count <= TextBound.mostElements else {
        return "\(place) has \(elements.count) elements; send at most \(TextBound.mostElements)"
      }
      return elements.indices.lazy.compactMap { index in
        problem(of: elements[index], within: bound, at: "\(place)[\(index)]")
      }.first
    case .object(let members):
      if let problem = problem(ofKeys: members, at: place) { return problem }
      return members.sorted { $0.key < $1.key }.lazy.compactMap { name, value in
        problem(of: value, within: bound, at: "\(place).\(name)")
      }.first
    case .null, .bool, .integer, .number: return nil
    }
  }

  private static func problem(ofKeys members: [String: JSONValue], at place: String) -> String? {
    guard members.count <= TextBound.mostElements else {
      return "\(place) has \(members.count) keys; send at most \(TextBound.mostElements)"
    }
    let most = TextBound.name.bytes
    guard let key = members.keys.first(where: { $0.utf8.count > most }) else { return nil }
    return "\(place) has a key of \(key.utf8.count) bytes; send at most \(most)"
  }
}
