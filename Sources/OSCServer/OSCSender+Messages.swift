// SPDX-License-Identifier: Apache-2.0
// What messages mean: the tree's values by their addresses, and requests to the server itself.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors

/// What is to be done with what is at an address.
private enum OSCVerb: String, CaseIterable {
  case use
  case step
  case toggle
}

extension OSCSender {
  /// The most addresses that one message may mean.
  private static let mostTargets = 512

  /// Does what a message says.
  func act(_ message: OSCMessage, at moment: MonotonicTime?) async throws(RigError) {
    let address = message.address
    // Answers are not answered: two servers that were joined would never end.
    guard address != "/error", address != "/reply" else { return }
    try OSCAddress.requireBounded(address)
    // No value is called like one of them, and none is to be looked for.
    if let service = OSCService(rawValue: address) {
      await wait(until: moment)
      return try await serve(service, message.arguments)
    }
    guard let pattern = OSCPattern(address) else {
      throw .data("'\(address)' is neither an address nor a pattern.")
    }
    if pattern.isLiteral {
      if let (entry, verb) = try await room.target(address) {
        return try await act(entry, verb, message.arguments, at: moment)
      }
      if try await actLikeArdour(message, at: moment) { return }
      throw await room.directory.absence(of: address)
    }
    try await actOnAll(message, pattern, at: moment)
  }

  private func actOnAll(
    _ message: OSCMessage,
    _ pattern: OSCPattern,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    var (entries, verb) = try await room.targets(pattern)
    // A message that asks for values does not mean triggers.
    if message.arguments.isEmpty, verb == .use { entries.removeAll { !$0.node.isValue } }
    guard !entries.isEmpty else { throw .data("'\(message.address)' means nothing here.") }
    guard entries.count <= Self.mostTargets else {
      throw .data(
        "'\(message.address)' means \(entries.count) addresses; \(Self.mostTargets) may be."
      )
    }
    if message.arguments.isEmpty, verb == .use { return try await answer(entries) }
    for entry in entries {
      do throws(RigError) {
        try await act(entry, verb, message.arguments, at: moment)
      } catch {
        line.refuse(entry.address, error.message)
      }
    }
  }

  // MARK: Values

  private func act(
    _ entry: OSCEntry,
    _ verb: OSCVerb,
    _ arguments: [OSCArgument],
    at moment: MonotonicTime?
  ) async throws(RigError) {
    switch verb {
    case .step: try await step(entry, arguments, at: moment)
    case .toggle:
      guard arguments.count <= 1, arguments.first?.isPress != nil || arguments.isEmpty else {
        throw .data("'\(entry.address)/toggle' takes nothing, or the number of a button.")
      }
      guard arguments.first?.isPress != false else { return }
      try await set(entry, .toggle, over: nil, at: moment)
    case .use:
      if case .trigger(let known) = entry.node.kind {
        return try await pull(entry, known, arguments, at: moment)
      }
      guard let first = arguments.first else {
        await wait(until: moment)
        return try await answer([entry])
      }
      try await set(entry, try entry.change(first), over: try fade(entry, arguments), at: moment)
    }
  }

  /// Sets a value by the tree; a fader that goes on beyond its range or limit stops there.
  func set(
    _ entry: OSCEntry,
    _ change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    let hand = change.stoppingAtEnds
    try await room.tree.set(entry.node.path, to: hand, over: fade, at: moment, by: visitor)
  }

  private func fade(_ entry: OSCEntry, _ arguments: [OSCArgument]) throws(RigError) -> Fade? {
    guard arguments.count > 1 else { return nil }
    guard arguments.count <= 3, let seconds = arguments[1].number, seconds >= 0 else {
      throw .data("'\(entry.address)' takes a value, the seconds of a fade, and its curve.")
    }
    guard arguments.count == 3 else { return Fade(seconds: seconds) }
    guard let curve = arguments[2].text.flatMap(FadeCurve.init) else {
      let curves = FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")
      throw .data("The curve of a fade is one of \(curves).")
    }
    return Fade(seconds: seconds, curve: curve)
  }

  private func step(
    _ entry: OSCEntry,
    _ arguments: [OSCArgument],
    at moment: MonotonicTime?
  ) async throws(RigError) {
    guard arguments.count == 1, let step = arguments[0].number, step.isFinite else {
      throw .data("'\(entry.address)/step' takes how far: a number.")
    }
    guard entry.isPlace else { return try await set(entry, .step(step), over: nil, at: moment) }
    await wait(until: moment)
    let now = try await room.tree.describe([entry.node.path]).first?.value.number ?? 0
    let place = entry.place(of: now) + step
    try await set(entry, .value(.number(try entry.number(at: place))), over: nil, at: nil)
  }

  private func pull(
    _ entry: OSCEntry,
    _ known: [TriggerArgument],
    _ arguments: [OSCArgument],
    at moment: MonotonicTime?
  ) async throws(RigError) {
    var texts = arguments[...]
    if let isPress = texts.first?.isPress {
      // A button that is let go.
      guard isPress else { return }
      texts.removeFirst()
    }
    guard texts.count <= known.count, texts.allSatisfy({ $0.text != nil }) else {
      throw .data("'\(entry.address)' takes \(entry.node.kind.allowed), as texts in this order.")
    }
    let told = zip(known, texts).map { ($0.name, $1.text ?? "") }
    await wait(until: moment)
    try await room.tree.trigger(
      entry.node.path,
      Dictionary(told, uniquingKeysWith: { first, _ in first }),
      by: visitor
    )
  }

  /// Tells values of this moment, each on its own address.
  private func answer(_ entries: [OSCEntry]) async throws(RigError) {
    let (directory, line) = (room.directory, line)
    let kind = entries.count == 1 ? TreeGetRequest.method : "OSC values"
    try await room.tree.inTurn(for: kind) { () async throws(RigError) in
      let now = try await directory.renewed(entries)
      line.tell(now.map { OSCMessage($0.address, [$0.argument($0.node.value)]) })
    }
  }

  /// Waits for the moment of a bundle.
  func wait(until moment: MonotonicTime?) async {
    guard let moment else { return }
    try? await Task.sleep(nanoseconds: moment.elapsed(since: .now).nanoseconds)
  }
}

extension OSCSharedState {
  /// All that a pattern means, and what is to be done with it.
  fileprivate func targets(_ pattern: OSCPattern) async throws(RigError) -> ([OSCEntry], OSCVerb) {
    let directory = directory
    return try await tree.inTurn(for: "OSC pattern") { () async throws(RigError) in
      let entries = try await directory.entries(matching: pattern)
      guard entries.isEmpty else { return (entries, .use) }
      for verb in [OSCVerb.step, .toggle] where pattern.text.hasSuffix("/\(verb.rawValue)") {
        let rest = String(pattern.text.dropLast(verb.rawValue.count + 1))
        guard let shorter = OSCPattern(rest) else { continue }
        return (try await directory.entries(matching: shorter), verb)
      }
      return ([], .use)
    }
  }

  fileprivate func target(_ address: String) async throws(RigError) -> (OSCEntry, OSCVerb)? {
    for verb in [OSCVerb.step, .toggle] where address.hasSuffix("/\(verb.rawValue)") {
      if let entry = try await directory.entry(at: address) { return (entry, .use) }
      let owner = String(address.dropLast(verb.rawValue.count + 1))
      guard let entry = try await directory.entry(at: owner) else { return nil }
      return (entry, verb)
    }
    return try await directory.entry(at: address).map { ($0, .use) }
  }
}
