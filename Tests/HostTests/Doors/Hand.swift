// SPDX-License-Identifier: Apache-2.0
// A client of the rig: what a test can do at any door, whatever protocol the door speaks.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation

/// A client that controls a rig through one of its doors.
protocol Hand {
  /// The protocol that it speaks.
  var name: String { get }
  /// Whether it hears why something is refused.
  var tellsRefusals: Bool { get }
  /// Whether it shows values.
  var hasDisplay: Bool { get }
  /// Whether reading a value takes so long that this client does not read after every step of all
  /// clients.
  var looksSlowly: Bool { get }
  /// Whether the door can do this to this node.
  func can(_ verb: Verb, _ node: TreeNodeStatus) -> Bool
  /// All paths that the door lists.
  func paths() throws -> Set<String>
  /// What a value is, as the door says.
  func read(_ node: TreeNodeStatus) throws -> TreeValue
  /// Does it, and returns once the rig has taken it, or why the rig has not: its sentence.
  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String?
}

/// What can be done to a node.
enum Verb: Hashable {
  case set(TreeValue)
  case step(Double)
  case toggle
  case fade(TreeValue, seconds: Double)
  case trigger([String: String])
}

extension Hand {
  var tellsRefusals: Bool { true }
  var hasDisplay: Bool { true }
  var looksSlowly: Bool { false }
  func can(_ verb: Verb, _ node: TreeNodeStatus) -> Bool { true }
}

/// A user at a keyboard.
struct CommandLineHand: Hand {
  let tarmac: RunningTarmac
  var name: String { "command line" }
  // Each reading starts a program.
  var looksSlowly: Bool { true }

  /// What shells complete, beside what is listed.
  func paths() throws -> Set<String> {
    let said = try tarmac.command("get", "**", "--json")
    let values = try JSONDecoder().decode([ParameterStatus].self, from: Data(said.utf8))
    let listed = Set(values.map(\.path))
    let triggers = try completed("triggers")
    // A busy rig may take longer to answer than people at a keyboard wait.
    try tarmac.wait("the completion of all paths") {
      try completed("paths").isSuperset(of: listed)
    }
    return listed.union(triggers)
  }

  private func completed(_ kind: String) throws -> Set<String> {
    Set(try tarmac.command("complete", kind).split(separator: "\n").map(String.init))
  }

  func read(_ node: TreeNodeStatus) throws -> TreeValue {
    let said = try tarmac.command("get", node.path, "--json")
    let values = try JSONDecoder().decode([ParameterStatus].self, from: Data(said.utf8))
    guard let value = values.first(where: { $0.path == node.path })?.value else {
      throw RunFailure(description: "'get \(node.path)' said: \(said)")
    }
    return node.value(of: value)
  }

  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String? {
    let said =
      switch verb {
      case .set(let value): try tarmac.command("set", node.path, value.words)
      case .step(let step): try tarmac.command("set", node.path, "--by", "\(step)")
      case .toggle: try tarmac.command("set", node.path, "toggle")
      case .fade(let value, let seconds):
        try tarmac.command("set", node.path, value.words, "--over", "\(seconds)")
      case .trigger: try tarmac.command("trigger", node.path)
      }
    guard said.hasPrefix("tarmac: ") else { return nil }
    return String(said.dropFirst(8).dropLast())
  }
}

/// A program on the control socket.
struct SocketHand: Hand {
  let tarmac: RunningTarmac
  let client: ControlClient
  var name: String { "socket" }

  func paths() throws -> Set<String> {
    Set(try tarmac.ask(TreeListRequest()).map(\.path))
  }

  func read(_ node: TreeNodeStatus) throws -> TreeValue {
    let entries = try tarmac.ask(TreeGetRequest(patterns: [node.path]))
    guard let entry = entries.first(where: { $0.path == node.path }) else {
      throw RunFailure(description: "there is no value \(node.path)")
    }
    return entry.value
  }

  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String? {
    do {
      try ask(verb, node.path)
      return nil
    } catch .refused(let error) {
      return error.message
    }
  }

  private func ask(_ verb: Verb, _ path: String) throws(ControlClientError) {
    switch verb {
    case .set(let value): _ = try client.send(TreeSetRequest(path: path, value: value.onTheWire))
    case .step(let step): _ = try client.send(TreeSetRequest(path: path, step: step))
    case .toggle: _ = try client.send(TreeSetRequest(path: path, toggles: true))
    case .fade(let value, let seconds):
      _ = try client.send(
        TreeSetRequest(path: path, value: value.onTheWire, over_seconds: seconds)
      )
    case .trigger(let arguments):
      _ = try client.send(TreeTriggerRequest(path: path, arguments: arguments))
    }
  }
}

extension TreeValue {
  /// The value as JSON can say it: silence is a word.
  var onTheWire: TreeValue { self == .number(-.infinity) ? .text("-inf") : self }
}

extension TreeNodeStatus {
  /// The value that people's words for it mean.
  func value(of words: String) -> TreeValue {
    switch kind {
    case "switch": .toggle(words == "on")
    case "level", "number", "meter": Double(words).map { .number($0) } ?? .text(words)
    default: .text(words)
    }
  }
}
