// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0, line by line.

import ControlProtocol
import ControlServer
import ControlTower
import Synchronization
import Testing

@Suite("Command table")
struct CommandTableTests {
  private func answer(_ line: String) async -> String? {
    await CommandTable.sample.answer(line: Array(line.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("a request is answered with its id, whatever kind of id it is")
  func ids() async {
    for id in ["1", "-7", "2.5", "\"a\"", "null"] {
      #expect(
        await answer(#"{"jsonrpc":"2.0","method":"rig.stop","id":\#(id)}"#)
          == #"{"id":\#(id),"jsonrpc":"2.0","result":{}}"#
      )
    }
  }

  @Test("the end of the rig waits for nobody's turn")
  func end() async throws {
    let turnstile = FairTurns()
    let isAnswered = Mutex(false)
    var table = CommandTable(turnstile)
    table.on(StopRequest.self) { _ in
      isAnswered.withLock { $0 = true }
      return Done()
    }
    let turn = await turnstile.take(ClientShare(), for: "what is held up")
    let line = Array(#"{"jsonrpc":"2.0","method":"rig.stop","id":1}"#.utf8)
    let commands = table
    async let answer = commands.answer(line: line)
    while turnstile.waiting == 0, !isAnswered.withLock({ $0 }) { await Task.yield() }
    #expect(turnstile.waiting == 0)
    turn.end()
    #expect(await answer != nil)
  }

  @Test("a result is the reply as its type codes it, in one line")
  func result() async {
    #expect(
      await answer(#"{"jsonrpc":"2.0","id":1,"method":"server.info","params":{}}"#)
        == #"{"id":1,"jsonrpc":"2.0","result":{"name":"rig","pid":42,"preset":"/a/b.yaml","protocolVersion":1,"version":"0.1.0"}}"#
    )
  }

  @Test("a refusal carries the session rule")
  func refusal() async {
    #expect(
      await answer(
        #"{"jsonrpc":"2.0","id":1,"method":"session.activate","params":{"session":"a\nb"}}"#
      )
        == #"{"error":{"code":1,"data":{"rule":"INT-07"},"message":"No: a\nb"},"id":1,"jsonrpc":"2.0"}"#
    )
  }

  @Test("the tower's refusal becomes one sentence with its rule")
  func towerRefusal() {
    let error = ControlError(
      Refusal(.insufficientPriority, rule: RuleID("INT-07"), cause: .interrupter(.alarm))
    )
    #expect(error.code == .refused)
    #expect(error.rule == "INT-07")
    #expect(
      error.message
        == "Refused because of the alarm: no session can become active while an interrupter lasts (INT-07)."
    )
  }

  @Test(
    "what is not a request is answered with the code that the specification gives",
    arguments: [
      ("{", -32700), ("\u{FEFF}\u{0}garbage", -32700), ("\"\\uD800\"", -32700), ("", -32700),
      ("1", -32600), ("{}", -32600), ("[1]", -32600), ("[]", -32600), ("null", -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"rig.stop"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
      (#"{"jsonrpc":"2.0","id":[],"method":"rig.stop"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"rig.stopp"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"rig.stop","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"rig.stop","params":null}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"session.activate"}"#, -32602),
    ]
  )
  func badLines(_ line: String, _ code: Int) async {
    #expect(await answer(line)?.contains(#""code":\#(code),"#) == true)
  }

  @Test(
    "wrong parameters are named by their path",
    arguments: [
      ("{}", "params.session is missing"), (#"{"session":5}"#, "params.session must be a text"),
      (#"{"session":null}"#, "params.session"),
      (#"{"session":"a","sesion":"b"}"#, "params.sesion is not known"),
    ]
  )
  func badParameters(_ params: String, _ problem: String) async {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"session.activate","params":\#(params)}"#
    #expect(await answer(line)?.contains(problem) == true)
  }

  @Test("an unknown method names the nearest one, or else those there are")
  func nearest() async {
    let line = { (method: String) in #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"# }
    #expect(
      await answer(line("sesion.activate"))?.contains("did you mean 'session.activate'?") == true
    )
    #expect(
      await answer(line("zzzz"))?.contains(
        "known are parameter.get, rig.stop, server.info, session.activate"
      ) == true
    )
    let long = await answer(line(String(repeating: "r", count: 100_000))) ?? ""
    #expect(long.contains("-32601") && long.utf8.count < 1_000)
  }

  @Test("a notification is carried out and not answered, even when it fails")
  func notifications() async {
    let count = Mutex(0)
    var table = CommandTable()
    table.on(StopRequest.self) { _ in
      count.withLock { $0 += 1 }
      return Done()
    }
    #expect(await table.answer(line: Array(#"{"jsonrpc":"2.0","method":"rig.stop"}"#.utf8)) == nil)
    #expect(count.withLock { $0 } == 1)
    #expect(await answer(#"{"jsonrpc":"2.0","method":"nothing"}"#) == nil)
    #expect(await answer(#"[{"jsonrpc":"2.0","method":"rig.stop"}]"#) == nil)
  }

  @Test("a batch is answered in its order, without its notifications")
  func batch() async {
    let line = """
      [{"jsonrpc":"2.0","id":1,"method":"rig.stop"},{"jsonrpc":"2.0","method":"rig.stop"},7,\
      {"jsonrpc":"2.0","id":"b","method":"rig.stop"}]
      """
    let answers = await answer(line) ?? ""
    #expect(answers.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":{}},{"error""#))
    #expect(answers.contains(#""id":null"#))
    #expect(answers.hasSuffix(#"},{"id":"b","jsonrpc":"2.0","result":{}}]"#))
    #expect(answers.split(separator: #""jsonrpc""#).count == 4)
  }

  @Test("a batch of 100 is carried out, one of 101 is refused as a whole")
  func longBatch() async {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rig.stop"}"#
    let line = { (count: Int) in
      "[" + Array(repeating: request, count: count).joined(separator: ",") + "]"
    }
    #expect(await answer(line(100))?.contains("error") == false)
    #expect(await answer(line(101))?.contains("this one 101") == true)
  }

  @Test("deep brackets are an error, not a crash", arguments: ["[", #"{"a":"#])
  func brackets(_ bracket: String) async {
    let line = String(repeating: bracket, count: (1 << 20) / bracket.utf8.count)
    #expect(await answer(line)?.contains("-32700") == true)
    for (depth, code) in [(64, "-32600"), (65, "-32700"), (513, "-32700")] {
      let closed = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(await answer(closed)?.contains(code) == true)
    }
  }

  @Test("an answer longer than a line may be is an error with the id of its request")
  func longAnswer() async {
    let line = #"{"jsonrpc":"2.0","id":9,"method":"parameter.get","params":{"path":"600000"}}"#
    let text = await answer(line)
    #expect(text?.contains("longer than 1 MB") == true)
    #expect(text?.contains(#""id":9"#) == true)
  }

  @Test("an answer that JSON cannot express is an error, not nothing")
  func infinity() async {
    var table = CommandTable()
    table.on(RecordStopRequest.self) { _ in
      RecordingStatus(subject: "a", file: "b", length_seconds: .infinity, overrun_frames: 0)
    }
    let line = #"{"jsonrpc":"2.0","id":1,"method":"record.stop","params":{"subject":"a"}}"#
    let answer = await table.answer(line: Array(line.utf8)) ?? []
    #expect(String(decoding: answer, as: UTF8.self).contains("-32603"))
  }
}
