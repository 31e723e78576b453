// SPDX-License-Identifier: Apache-2.0
// Ardour's addresses, for layouts of touch screens that were made for it: a translation to the
// rig's own values.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors

extension OSCSender {
  /// Does what a message means to Ardour; returns whether it means anything.
  func actLikeArdour(_ message: OSCMessage, at moment: MonotonicTime?) async throws(RigError)
    -> Bool
  {
    let message = ArdourMessage(message)
    switch message.address {
    case "/set_surface": try await setSurface(message)
    case "/strip/list", "/strip/sends", "/strip/plugin/list", "/strip/plugin/descriptor":
      try await answerArdour(message)
    case "/strip/send/gain", "/strip/send/fader", "/strip/plugin/parameter":
      try await setNumbered(message, at: moment)
    case "/strip/fader", "/strip/gain", "/strip/mute", "/strip/solo", "/strip/trimdB",
      "/strip/name", "/strip/pan_stereo_position":
      let strips = try await strips()
      let number = try message.whole(0, "the number of a strip")
      guard let strip = strips.strip(number) else {
        throw .data("There is no strip \(number): there are \(strips.strips.count).")
      }
      let control = String(message.address.dropFirst("/strip/".count))
      try await act(
        control,
        of: strip.name,
        [.int32(Int32(clamping: number))],
        message,
        1,
        at: moment
      )
    case "/master/fader", "/master/gain", "/master/mute":
      guard let master = try await strips().master else { throw .data("There is no output.") }
      let control = String(message.address.dropFirst("/master/".count))
      try await act(control, of: master, [], message, 0, at: moment)
    case "/transport_play": try await roll(.value(.toggle(true)), message, at: moment)
    case "/transport_stop": try await roll(.value(.toggle(false)), message, at: moment)
    case "/toggle_roll": try await roll(.toggle, message, at: moment)
    case "/locate": try await locate(message, at: moment)
    default: return false
    }
    return true
  }

  private func strips() async throws(RigError) -> ArdourStrips {
    ArdourStrips(try await room.tree.describe([]))
  }

  // MARK: Values

  private func act(
    _ control: String,
    of name: String,
    _ number: [OSCArgument],
    _ message: ArdourMessage,
    _ index: Int,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    guard let path = ArdourControl.path(control, of: name) else {
      guard message.arguments.count == index else {
        throw .data("The name of a session stands in the preset: it can't be set.")
      }
      return line.tell(OSCMessage(message.address, number + [.string(name)]))
    }
    guard message.arguments.count > index else {
      await wait(until: moment)
      let value = try await room.tree.describe([path]).first?.value ?? .number(0)
      return line.tell(
        OSCMessage(message.address, number + [ArdourControl.told(value, by: control)])
      )
    }
    let number = try message.number(index, "a value")
    let value: TreeValue
    switch control {
    case "fader": value = .number(try ArdourControl.level(at: number, message.address))
    case "gain": value = .number(ArdourGain.level(number))
    case "mute", "solo": value = .toggle(number >= 0.5)
    case "pan_stereo_position": value = .number(number * 2 - 1)
    default: value = .number(number)
    }
    try await set(path, .value(value), at: moment)
  }

  private func set(
    _ path: String,
    _ change: TreeChange,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    let hand = change.stoppingAtEnds
    try await room.tree.set(path, to: hand, over: nil, at: moment, by: visitor)
  }

  private func setNumbered(
    _ message: ArdourMessage,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    let (strip, _) = try await strip(of: message)
    guard message.address == "/strip/plugin/parameter" else {
      let number = try message.whole(1, "the number of a send")
      guard let send = strip.sends.numbered(number) else {
        throw .data("'\(strip.name)' has no send \(number): it has \(strip.sends.count).")
      }
      let value = try message.number(2, "a level")
      let level =
        message.address == "/strip/send/gain"
        ? ArdourGain.level(value) : try ArdourControl.level(at: value, message.address)
      return try await set(
        send + ".level_db",
        .value(.number(level)),
        at: moment
      )
    }
    let parameters = try plugin(of: strip, message)
    let number = try message.whole(2, "the number of a parameter")
    guard let parameter = parameters.numbered(number) else {
      throw .data("There is no parameter \(number): there are \(parameters.count).")
    }
    let entry = OSCEntry.entries(of: parameter)[0]
    let value = OSCArgument.double(try message.number(3, "a value"))
    try await set(entry, try entry.change(value), over: nil, at: moment)
  }

  private func strip(of message: ArdourMessage) async throws(RigError) -> (ArdourStrips.Strip, Int)
  {
    let strips = try await strips()
    let number = try message.whole(0, "the number of a strip")
    guard let strip = strips.strip(number) else {
      throw .data("There is no strip \(number): there are \(strips.strips.count).")
    }
    return (strip, number)
  }

  private func plugin(
    of strip: ArdourStrips.Strip,
    _ message: ArdourMessage
  ) throws(RigError) -> [NodeDescription] {
    let number = try message.whole(1, "the number of a plugin")
    guard let plugin = strip.plugins.numbered(number) else {
      throw .data("'\(strip.name)' has no plugin \(number): it has \(strip.plugins.count).")
    }
    return plugin.parameters
  }

  // MARK: Lists

  private func answerArdour(_ message: ArdourMessage) async throws(RigError) {
    guard message.address != "/strip/list" else { return line.tell(try await list()) }
    let (strip, number) = try await strip(of: message)
    let head = OSCArgument.int32(Int32(clamping: number))
    switch message.address {
    case "/strip/sends": line.tell(try await sends(of: strip, head))
    case "/strip/plugin/list":
      let plugins = strip.plugins.enumerated().flatMap { index, plugin -> [OSCArgument] in
        [.int32(Int32(clamping: index + 1)), .string(plugin.name)]
      }
      line.tell(OSCMessage(message.address, [head] + plugins))
    default:
      let plugin = OSCArgument.int32(
        Int32(clamping: try message.whole(1, "the number of a plugin"))
      )
      let parameters = try self.plugin(of: strip, message)
      line.tell(
        parameters.enumerated().map { index, node in
          OSCMessage(message.address, [head, plugin] + node.ardourDescription(index + 1))
        } + [OSCMessage(message.address + "_end", [head, plugin])]
      )
    }
  }

  private func list() async throws(RigError) -> [OSCMessage] {
    let strips = try await strips()
    let rate = strips.node("rig.server.sample_rate_hz")?.value.number ?? 0
    let rows = strips.strips.enumerated().map { index, strip in
      func isOn(_ value: String) -> OSCArgument {
        .int32(strips.node("\(strip.name).\(value)")?.value == .toggle(true) ? 1 : 0)
      }
      let channels = OSCArgument.int32(Int32(clamping: strip.channels))
      return OSCMessage(
        "/reply",
        [
          .string("B"), .string(strip.name), channels, channels, isOn("mute"), isOn("cue"),
          .int32(Int32(clamping: index + 1)),
        ]
      )
    }
    let end: [OSCArgument] = [
      .string("end_route_list"), .int64(Int64(exactly: rate.rounded()) ?? 0), .int64(0), .int32(0),
    ]
    return rows + [OSCMessage("/reply", end)]
  }

  private func sends(
    of strip: ArdourStrips.Strip,
    _ head: OSCArgument
  ) async throws(RigError) -> OSCMessage {
    let strips = try await strips()
    let sends = strip.sends.enumerated().flatMap { index, send -> [OSCArgument] in
      let level = strips.node(send + ".level_db")?.value.number ?? -.infinity
      return [
        // No output is a strip.
        .int32(0), .string(String(send.split(separator: ".").last ?? "")),
        .int32(Int32(clamping: index + 1)), .float(Float(FaderLaw.position(of: level))), .int32(1),
      ]
    }
    return OSCMessage("/strip/sends", [head] + sends)
  }

  // MARK: Transport

  private func roll(
    _ change: TreeChange,
    _ message: ArdourMessage,
    at moment: MonotonicTime?
  ) async throws(RigError) {
    // Buttons send their end, too.
    guard message.arguments.first?.isPress != false else { return }
    try await set("rig.transport.rolling", change, at: moment)
  }

  private func locate(_ message: ArdourMessage, at moment: MonotonicTime?) async throws(RigError) {
    let frame = try message.number(0, "a frame")
    let nodes = try await room.tree.describe(["rig.server.sample_rate_hz"])
    guard let rate = nodes.first?.value.number, rate > 0 else {
      throw .unavailable("The rig has no server whose frames could be counted.")
    }
    try await set("rig.transport.position_seconds", .value(.number(frame / rate)), at: moment)
    guard message.arguments.count > 1 else { return }
    let rolls = try message.number(1, "whether to roll") >= 0.5
    try await set("rig.transport.rolling", .value(.toggle(rolls)), at: moment)
  }

  // MARK: Feedback

  private func setSurface(_ message: ArdourMessage) async throws(RigError) {
    guard !message.arguments.isEmpty else {
      let told = [surface.bank, surface.stripTypes, surface.feedback, surface.gainMode]
      return line.tell(OSCMessage(message.address, told.map { .int32(Int32(clamping: $0)) }))
    }
    guard message.arguments.count <= 9 else {
      throw .data("'/set_surface' takes bank, strip types, feedback, gain mode and five more.")
    }
    var next = ArdourSurface()
    let places: [WritableKeyPath<ArdourSurface, Int>] = [
      \.bank, \.stripTypes, \.feedback, \.gainMode,
    ]
    for (index, place) in places.enumerated() where index < message.arguments.count {
      next[keyPath: place] = try message.whole(index, "a number")
    }
    surface = next
    try await tellSurface()
  }

  /// The name of the subscription that feeds a surface; no pattern of OSC is called so.
  private static let feed = "Ardour"

  private func tellSurface() async throws(RigError) {
    await unsubscribe(Self.feed)
    let surface = surface
    guard surface.tellsAnything else { return }
    let tree = room.tree
    let strips = Surfaced(surface)
    try await subscribe(
      Self.feed,
      to: surface.patterns,
      rate_hz: Self.usualRate_hz,
      expiry: nil
    ) { update in
      if update.isFull, let nodes = try? await tree.describe([]) {
        return await strips.begin(ArdourStrips(nodes), update)
      }
      return await strips.told(update)
    }
  }
}
