// SPDX-License-Identifier: Apache-2.0
// Requests to the OSC server itself: lists, and subscriptions.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors

/// The addresses of the server itself.
enum OSCService: String, CaseIterable {
  case ping = "/tarmac/ping"
  case prove = "/tarmac/prove"
  case list = "/tarmac/list"
  case subscribe = "/tarmac/subscribe"
  case unsubscribe = "/tarmac/unsubscribe"
}

extension OSCSender {
  /// How often values are sent unless the request says otherwise, times a second.
  static let usualRate_hz = 20.0

  /// Carries out a request to the server itself.
  func serve(_ service: OSCService, _ arguments: [OSCArgument]) async throws(RigError) {
    switch service {
    case .ping:
      guard arguments.count <= 1 else { throw .data("'/tarmac/ping' takes up to one argument.") }
      line.tell(OSCMessage("/reply", [.string(service.rawValue)] + arguments))
    case .prove:
      // The server has looked at it already; a sender that has nothing to prove gets no answer.
      break
    case .list:
      guard arguments.count <= 1 else { throw .data("'/tarmac/list' takes a pattern, or nothing.") }
      try await list(try pattern(arguments.first, service))
    case .subscribe:
      guard arguments.count <= 2 else {
        throw .data("'/tarmac/subscribe' takes a pattern, and how often in a second.")
      }
      try await subscribe(try pattern(arguments.first, service), arguments.dropFirst().first)
    case .unsubscribe:
      guard arguments.count <= 1 else {
        throw .data("'/tarmac/unsubscribe' takes a pattern, or nothing.")
      }
      guard let pattern = try pattern(arguments.first, service) else {
        return await endSubscriptions()
      }
      guard await unsubscribe(pattern.text) else {
        throw .data("There is no subscription to '\(pattern.text)' to end.")
      }
    }
  }

  private func list(_ pattern: OSCPattern?) async throws(RigError) {
    let (directory, line) = (room.directory, line)
    try await room.tree.inTurn(for: OSCService.list.rawValue) { () async throws(RigError) in
      let found = try await directory.entries(below: pattern)
      guard !found.isEmpty else { throw .data("'\(pattern?.text ?? "/")' means nothing here.") }
      var rest = try await directory.renewed(found)[...]
      while !rest.isEmpty {
        line.tell(rest.prefix(Self.piece).map(\.reply))
        rest = rest.dropFirst(Self.piece)
        await Turn.current?.rest()
      }
    }
  }

  /// How many values are sent before others may go first.
  private static let piece = 128

  private func pattern(
    _ argument: OSCArgument?,
    _ service: OSCService
  ) throws(RigError) -> OSCPattern? {
    guard let argument else { return nil }
    if let text = argument.text { try OSCAddress.requireBounded(text) }
    guard let text = argument.text, let pattern = OSCPattern(text) else {
      throw .data("'\(service.rawValue)' takes a pattern of addresses first, such as '/deckA'.")
    }
    return pattern
  }

  private func subscribe(_ pattern: OSCPattern?, _ rate: OSCArgument?) async throws(RigError) {
    guard let rate_hz = rate.map({ $0.number }) ?? Self.usualRate_hz else {
      throw .data("How often values are sent is a number.")
    }
    let directory = room.directory
    let found = try await room.tree.inTurn(for: "\(OSCService.subscribe)") {
      () async throws(RigError) in try await directory.entries(below: pattern)
    }
    guard !found.isEmpty else { throw .data("'\(pattern?.text ?? "/")' means nothing here.") }
    // A path that is literal has to be there: of a level both of its addresses are meant.
    let patterns =
      (pattern?.treePatterns ?? []).filter { text in
        text.contains("*")
          || found.contains { $0.node.path == text || $0.node.path.hasPrefix(text + ".") }
      }
    try await subscribe(
      pattern?.text ?? "/",
      to: patterns,
      rate_hz: rate_hz,
      expiry: room.expiry
    ) { update in
      var messages: [OSCMessage] = []
      let entries = await directory.entries(
        of: update.values.map(\.path),
        isFull: update.isFull
      )
      for (place, (value, entries)) in zip(update.values, entries).enumerated() {
        for entry in entries where pattern?.matches(beginningOf: entry.address) != false {
          messages.append(OSCMessage(entry.address, [entry.argument(value.value)]))
        }
        if place % Self.piece == 0 { await Turn.current?.rest() }
      }
      return messages
    }
  }
}

extension OSCEntry {
  /// What lists say of it: address, kind, least, most, default, value and unit.
  fileprivate var reply: OSCMessage {
    let bounds = isPlace ? 0...1 : node.kind.bounds
    let told: [OSCArgument] = [
      .string(address), .string(isPlace ? "place" : node.kind.name),
      bounds.map { .float(Float($0.lowerBound)) } ?? .none,
      bounds.map { .float(Float($0.upperBound)) } ?? .none,
      node.defaultValue.map(argument) ?? .none,
      node.isValue ? argument(node.value) : .none,
      (isPlace ? nil : node.kind.unit).map(OSCArgument.string) ?? .none,
    ]
    return OSCMessage("/reply", told)
  }
}
