// SPDX-License-Identifier: Apache-2.0
// What a visitor may ask for: every method belongs to a role, and is refused to all others.

import ControlProtocol
import ControlServer
import ControlTree
import StrictJSON
import Testing

@Suite("A visitor's rights")
struct RightTests {
  /// The methods, by the right that they take; a method that is not listed fails the test.
  private static let seeing: Set = [
    "server.info", "rig.status", "session.list", "session.show", "session.explain",
    "session.reasons", "tower.whatIf", "decision.list", "transport.show", "tree.list", "tree.get",
    "tree.subscribe", "tree.unsubscribe", "parameter.get", "player.waveform",
    "plugin.presets", "events.subscribe",
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
    "transport.set", "player.control", "player.queue", "player.find", "library.search",
    "plugin.apply", "plugin.save", "plugin.restore",
    "state.save", "state.restore", "record.prepare", "record.start", "record.stop", "client.open",
    "client.state", "client.setCategory", "client.setMode", "client.setActive",
    "client.setPreferences", "client.overrideOutput", "client.setPlaying", "client.setOutputMuted",
    "client.setInputMuted", "client.requestRecordPermission", "web.pair", "web.devices",
    "web.revoke", "midi.learn", "midi.learned", "midi.forget", "midi.write",
  ]

  private func answer(_ line: String, as access: Access) async -> String {
    let caller = Caller(.direct, RequestOrigin("a test", access))
    let answer = await CommandTable.everything.answer(line: Array(line.utf8), from: caller)
    return String(decoding: answer ?? [], as: UTF8.self)
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

  @Test(
    "lets staff and who mixes an output see, and ask for changes, which each value decides about",
    arguments: [Access.staff, .mixer(of: "main")]
  )
  func guests(access: Access) async throws {
    for (method, line) in try ProtocolPage.examples() {
      let answer = await answer(line, as: access)
      let isAllowed = Self.changing.contains(method) || Self.seeing.contains(method)
      #expect(Self.isForbidden(answer) == !isAllowed, "\(line): \(answer)")
      #expect(answer.contains("understood") == isAllowed, "\(line)")
    }
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
