// SPDX-License-Identifier: Apache-2.0
// A rig with all its doors open, of which one session is heard, and inputs of strangers that do not
// change that session.

import BadInputs
import ControlProtocol
import Foundation
import JACKTestBench
import OSC
import SeededNumbers

/// A live rig with a listener beside it, and its doors.
struct BadInputRig {
  let tarmac: RunningTarmac
  let server: PrivateServer
  /// A client that plays for the session that is heard, and listens to it.
  let carousel: Carousel
  let controller: Musician
  let token: String
  let webPort: Int
  let oscPort: Int

  /// Only `programme` is heard; no input names it, or matches it by a pattern.
  private static let preset = """
    tarmac: 1
    transport: { source: own, midi_clock: in }
    routes:
      wall: { role: speaker, ports: [ "carousel:in_1" ] }
      spare: { role: headphones, ports: [ "nobody:in_1" ] }
    sessions:
      programme:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "carousel:out_1" ] }
        graph: [ { plugin: "urn:tarmac:isolator", id: eq, set: { low_db: -6, high_db: 3 } } ]
        sends: [ { to: wall } ]
      unheard_one:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: [ "nobody:out_1" ] }
        graph: [ { plugin: "urn:tarmac:isolator", id: eq } ]
        sends: [ { to: spare } ]
      unheard_two:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: [ "nobody:out_2" ] }
        sends: [ { to: spare } ]
    surfaces: { osc: { port: 0, tcp: on }, web: { port: 0 } }
    midi_map:
      device: "hand:*"
      bindings:
        - { on: cc/1/7, set: unheard_one.fader_db, feedback: on }
        - { on: cc14/1/9, set: unheard_one.sends.spare.level_db, takeover: jump }
        - { on: nrpn/1/300, set: unheard_one.eq.low_db, takeover: scale }
        - { on: bend/1, set: unheard_one.eq.mid_db }
        - { on: pressure/1, set: unheard_one.eq.high_db }
        - { on: note/1/1, toggle: unheard_one.mute }
        - { on: note/1/2, set: unheard_one.active }
        - { on: note/1/3, set: unheard_one.fader_db, to: -12, over_seconds: 0.5 }
        - { on: note/1/4, layer: shift }
        - { on: cc/1/7, in_layer: shift, set: unheard_two.sends.spare.level_db }
        - { on: note/1/5, toggle: unheard_two.mute }

    """

  /// A sound of half a second, the second half of which is silence.
  private static var sound: [Float] {
    var numbers = SeededNumbers(seed: 6)
    return numbers.samples(12_000).map { $0 / 4 } + [Float](repeating: 0, count: 12_000)
  }

  /// Runs `body` with a rig that sounds, whose controller is connected.
  static func run(_ body: (BadInputRig) async throws -> Void) async throws {
    try await RunningTarmac.run(preset) { tarmac, server in
      let carousel = try Carousel("carousel", on: server, playing: sound)
      let controller = try Musician("hand", on: server)
      defer {
        controller.close()
        carousel.close()
      }
      let rig = BadInputRig(
        tarmac: tarmac,
        server: server,
        carousel: carousel,
        controller: controller,
        token: try tarmac.ask(WebPairRequest(name: "phone", access: "operator")).token,
        webPort: try tarmac.webPort(),
        oscPort: try tarmac.oscPort()
      )
      _ = try tarmac.ask(SetRequest(path: "unheard_two.mute.locked", value: "on"))
      try await body(rig)
    }
  }

  /// Waits until the rig is heard, and each turn is the same while no client sends anything.
  func waitForSound() throws {
    try tarmac.wait("a sound that comes back the same, not \(carousel.findings as Any)") {
      if let found = carousel.findings {
        if found.loudFrames > 10_000, found.frames > 48_000, found.differentFrames == 0 {
          return true
        }
        guard found.frames > 48_000 else { return false }
      }
      carousel.keepTurn()
      try tarmac.wait("a turn") { carousel.findings != nil }
      return false
    }
  }

  // MARK: What strangers send

  /// Requests that read, or concern parts of the rig that are not heard.
  static let lines = LineInputs([
    ("server.info", "{}"), ("rig.status", "{}"), ("session.list", "{}"),
    ("session.show", #"{"session":"unheard_one"}"#),
    ("tree.get", #"{"patterns":["unheard_one.*","unheard_two.**"]}"#),
    ("tree.list", #"{"patterns":["unheard_one.fader_db"]}"#),
    ("tree.set", #"{"path":"unheard_one.fader_db","value":-6}"#),
    ("tree.set", #"{"path":"unheard_one.fader_db","step":-1.5}"#),
    ("tree.set", #"{"path":"unheard_one.mute","toggles":true}"#),
    (
      "tree.set",
      #"{"path":"unheard_one.eq.low_db","value":-3,"over_seconds":0.1,"curve":"smooth"}"#
    ),
    ("tree.set", #"{"path":"unheard_two.mute","value":true}"#),
    ("parameter.set", #"{"path":"unheard_one.fader_db","value":"-3"}"#),
    ("parameter.get", #"{"path":"unheard_one.eq"}"#),
    ("session.activate", #"{"session":"unheard_one"}"#),
    ("session.deactivate", #"{"session":"unheard_two"}"#),
    ("session.explain", #"{"session":"unheard_one"}"#),
    ("tower.whatIf", #"{"action":"activate","subject":"unheard_one"}"#),
    ("decision.list", #"{"last":3}"#), ("transport.show", "{}"),
    ("player.control", #"{"session":"unheard_one","action":{"seek":{"seconds":1}}}"#),
    ("client.state", "{}"), ("client.setActive", #"{"isActive":true}"#),
    ("web.devices", "{}"), ("events.subscribe", #"{"topics":["meters"]}"#),
    ("route.pick", #"{"direction":"output","route":"nowhere"}"#),
    ("sound.play", #"{"name":"nothing"}"#),
    ("plugin.presets", #"{"session":"unheard_one","node":"eq"}"#),
  ])

  /// A packet about parts of the rig that are not heard, or about none.
  static func packet(_ numbers: inout SeededNumbers) -> [UInt8] {
    while true {
      let bytes = packets.bytes(&numbers)
      if let packet = try? OSCPacket(bytes), meansWhatIsHeard(packet) { continue }
      return bytes
    }
  }

  /// Parts of the rig that affect the sound.
  private static let heard = ["/programme", "/wall", "/rig", "/transport"]

  /// Whether a packet concerns those parts, as a random pattern may.
  private static func meansWhatIsHeard(_ packet: OSCPacket) -> Bool {
    switch packet {
    case .bundle(let bundle): return bundle.elements.contains(where: meansWhatIsHeard)
    case .message(let message):
      if message.address.contains("//") { return true }
      let first = message.address.split(separator: "/").first ?? ""
      guard let pattern = OSCPattern("/\(first)") else { return false }
      return heard.contains { pattern.matches($0) }
    }
  }

  private static let packets = OSCInputs(words, addresses: addresses)

  private static let addresses = [
    "/unheard_one/fader_db", "/unheard_one/fader", "/unheard_one/fader_db/step",
    "/unheard_one/mute", "/unheard_one/mute/toggle", "/unheard_one/active",
    "/unheard_one/eq/low_db",
    "/unheard_one/sends/spare/level_db", "/unheard_one/state", "/unheard_one/meters/1/peak_db",
    "/unheard_two/mute", "/unheard_two/fader_db", "/unheard_*/fader_db", "/unheard_*/mute",
    "/tarmac/ping", "/tarmac/list", "/tarmac/subscribe", "/tarmac/unsubscribe",
  ]

  private static let words = [
    "unheard_one", "unheard_two", "unheard_*", "unheard_{one,two}", "unheard_?ne", "unheard_[a-z]*",
    "fader_db", "fader", "mute", "cue", "active", "step", "toggle", "locked", "maximum", "eq",
    "low_db", "sends", "spare", "level_db", "meters", "peak_db", "tarmac", "list", "subscribe",
    "unsubscribe", "ping", "nobody", "", "%2F", "%", "%zz", "1", "-1", "99999999999", "smooth",
    "granted", "error", "set_surface", "unheard_one/fader_db", "unheard_two/mute",
    "tarmac/list", "tarmac/ping", "tarmac/subscribe",
  ]

  /// Requests for the page, for values, and for pages that do not exist.
  func requests() -> RequestInputs {
    RequestInputs(
      Self.lines,
      targets: [
        "/", "/index.html", "/nothing", "/../../etc/passwd", "/%2e%2e/etc/passwd", "/pair",
        "/api/tree", "/api/tree/unheard_one.fader_db", "/api/tree/unheard_one.mute",
        "/api/tree/unheard_two.mute", "/api/tree/nobody.fader_db", "/api/rpc",
        "/api/trigger/unheard_one.nothing", "/api/other", "/metrics",
      ],
      bodies: [
        "-6", "true", #"{"value":-3,"over_seconds":0.1}"#, #"{"step":1}"#, #"{"toggles":true}"#, "",
        "{", #""-inf""#, "null", #"{"value":{}}"#,
      ],
      token: token
    )
  }
}
