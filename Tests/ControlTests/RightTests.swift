// SPDX-License-Identifier: Apache-2.0
// What a visitor may ask for: every method belongs to a role, and is refused to all others.

import ControlProtocol
import ControlServer
import ControlTower
import ControlTree
import StrictJSON
import Testing

@Suite("A visitor's rights")
struct RightTests {
  /// The methods, by the right that they take; a method that is not listed fails the test.
  private static let seeing: Set = [
    "server.info", "rig.status", "session.list", "session.show", "session.explain",
    "session.reasons", "tower.whatIf", "decision.list", "transport.show", "tree.list", "tree.get",
    "tree.subscribe", "tree.unsubscribe", "parameter.get", "plugin.presets", "events.subscribe",
    "events.unsubscribe", "web.self",
  ]
  private static let changing: Set = [
    "tree.set", "tree.apply", "tree.trigger", "parameter.set",
  ]
  private static let operating: Set = [
    "rig.reload", "rig.stop", "rig.resetCounters", "rig.switch", "session.activate",
    "session.deactivate", "session.foreground", "session.force", "session.setCategory",
    "session.overrideOutput", "interrupt.begin", "interrupt.end", "interrupt.ring",
    "interrupt.accept", "interrupt.decline", "route.pick", "permission.set", "sound.play",
    "transport.set", "player.control", "plugin.apply", "plugin.save", "plugin.restore",
    "state.save", "state.restore", "record.prepare", "record.start", "record.stop", "client.open",
    "client.state", "client.setCategory", "client.setMode", "client.setActive",
    "client.setPreferences", "client.overrideOutput", "client.setPlaying", "client.setOutputMuted",
    "client.setInputMuted", "client.requestRecordPermission", "web.pair", "web.devices",
    "web.revoke", "midi.learn", "midi.learned", "midi.forget", "midi.write",
  ]

  /// The paths of the examples that are a part of the mix on `main`.
  private static let mix: Set = ["main.fader_db", "main.mute", "deckA.sends.main.level_db"]

  private func answer(_ line: String, as access: Access) async -> String {
    let caller = Caller(.direct, RequestOrigin("a test", access))
    let answer = await CommandTable.everything.answer(line: Array(line.utf8), from: caller)
    return String(decoding: answer ?? [], as: UTF8.self)
  }

  /// The paths that a request would change.
  private static func paths(in line: String) -> [String] {
    line.matches(of: /"path":"([^"]+)"/).map { String($0.output.1) }
  }

  private static func isForbidden(_ answer: String) -> Bool {
    answer.contains(#""code":4,"#) && answer.contains("may not")
  }

  @Test("is decided for every method that there is, once")
  func classified() {
    let all = Self.seeing.union(Self.changing).union(Self.operating)
    #expect(all.sorted() == CommandTable.everything.methods)
    #expect(all.count == Self.seeing.count + Self.changing.count + Self.operating.count)
  }

  @Test("lets viewers see, and nothing else, by every example of the documentation")
  func viewer() async throws {
    for (method, line) in try ProtocolPage.examples() {
      let answer = await answer(line, as: .viewer)
      #expect(Self.isForbidden(answer) == !Self.seeing.contains(method), "\(line): \(answer)")
      #expect(answer.contains("understood") == Self.seeing.contains(method), "\(line)")
    }
  }

  @Test("lets who mixes an output change what it carries, and see, and nothing else")
  func mixer() async throws {
    let more = Self.mix.union(["deckA.fader_db", "phones.mute", "main.fader_db.maximum"]).map {
      (
        "tree.set",
        #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"\#($0)","value":1}}"#
      )
    }
    for (method, line) in try ProtocolPage.examples() + more {
      let answer = await answer(line, as: .mixer(of: "main"))
      let isMix = Self.changing.contains(method) && Self.mix.isSuperset(of: Self.paths(in: line))
      let isAllowed = isMix || Self.seeing.contains(method)
      #expect(Self.isForbidden(answer) == !isAllowed, "\(line): \(answer)")
      #expect(answer.contains("understood") == isAllowed, "\(line)")
    }
  }

  /// Paths that staff may change; the ones below are those that they may not.
  private static let forStaff = [
    "deckA.fader_db", "main.fader_db", "main.mute", "voice.active", "rig.sounds.gong",
    "deckA.sources.jingle.playing", "deckA.sources.player.cue", "system_sounds.mute", "deckA.mute",
  ]
  private static let notForStaff = [
    "alarm.fader_db", "alarm.mute", "phone.mute", "assistant.fader_db",
    "rig.interrupters.alarm.active",
    "rig.interrupters.alarm.ring", "rig.switches.silent", "rig.reload", "rig.transport.rolling",
    "rig.sounds", "rig.sounds.gong.x", "deckA.fader_db.maximum", "deckA.mute.locked",
    "deckA.comp.ratio", "deckA.trim_db", "deckA.cue", "deckA.sends.main.level_db", "deckA.record",
    "deckA.permission", "deckA.interrupted", "deckA.sources.jingle.position_seconds",
    "deckA.sources.jingle.set_cue", ".mute", "deckA..mute", "deckA.sources..playing",
  ]

  @Test("lets staff play what there is and set how loud it is, and see, and nothing else")
  func staff() async throws {
    func line(_ path: String) -> (String, String) {
      (
        "tree.set",
        #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"\#(path)","value":1}}"#
      )
    }
    let all = try ProtocolPage.examples() + (Self.forStaff + Self.notForStaff).map(line)
    for (method, line) in all {
      let answer = await answer(line, as: .staff)
      let isTheirs =
        Self.changing.contains(method)
        && Set(Self.forStaff).isSuperset(of: Self.paths(in: line))
      let isAllowed = isTheirs || Self.seeing.contains(method)
      #expect(Self.isForbidden(answer) == !isAllowed, "\(line): \(answer)")
      #expect(answer.contains("understood") == isAllowed, "\(line)")
    }
  }

  @Test("of staff end where something interrupts, whatever interrupts")
  func interrupters() {
    #expect(Access.interrupters == Set(Interrupter.allCases.map(\.rawValue)))
  }

  @Test("lets the operator do everything")
  func operatorMayAll() async throws {
    for (_, line) in try ProtocolPage.examples() {
      #expect(await answer(line, as: .operator).contains("understood"), "\(line)")
    }
  }

  @Test("holds in a batch as well, request by request")
  func batch() async {
    let see = #"{"jsonrpc":"2.0","id":1,"method":"server.info"}"#
    let stop = #"{"jsonrpc":"2.0","id":2,"method":"rig.stop"}"#
    let answer = await answer("[\(see),\(stop),\(see)]", as: .viewer)
    #expect(answer.split(separator: "understood").count == 3)
    #expect(Self.isForbidden(answer))
  }
}
