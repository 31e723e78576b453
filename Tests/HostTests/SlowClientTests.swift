// SPDX-License-Identifier: Apache-2.0
// Clients that ask for as much as they may, as fast as they can: an operator's gestures and the
// sound are not affected.

import BadInputs
import ControlProtocol
import Foundation
import JACKTestBench
import OSC
import Patience
import RawSocket
import Synchronization
import Testing

@Suite("A crowd that asks for as much as it may", .serialized)
struct SlowClientTests {
  private static let sessions = 60
  private static let clients = 60

  private static let preset: String = {
    let idle = (0..<sessions).map { number in
      """
        s\(number):
          category: playAndRecord
          options: [ mixWithOthers ]
          source: { route: mic }
          sends: [ { to: main } ]
      """
    }
    return """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
        mic: { role: mic, channels: 1 }
      surfaces: { osc: { port: 0 }, web: { port: 0 } }
      sessions:
        music:
          category: playback
          options: [ mixWithOthers ]
          active: on
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main } ]
      \(idle.joined(separator: "\n"))

      """
  }()

  private static func request(_ method: String, _ params: String = "{}") -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8)
  }

  /// The most expensive requests that are allowed.
  private static let requests: [[UInt8]] = {
    let stars = (0..<64).map { #""**.a*e*\#($0)*r*d*b*x""# }.joined(separator: ",")
    let unknown = #"{"path":"s1.fader_d"}"#
    let wish = request("parameter.get", unknown)
    let batch = Array(repeating: wish, count: 100).joined(separator: Array(",".utf8))
    return [
      request("parameter.get", #"{"path":"\#(String(repeating: "a.", count: 490_000))"}"#),
      request("parameter.get", #"{"path":"\#(String(repeating: "a.", count: 512))"}"#),
      request("parameter.get", unknown), request("tree.get", #"{"patterns":[\#(stars)]}"#),
      request("tree.list"), request("session.list"), request("rig.status"),
      request("decision.list"),
      request("tree.subscribe", #"{"rate_hz":60}"#),
      request("tower.whatIf", #"{"action":"unplug","subject":"main"}"#),
      [UInt8(ascii: "[")] + batch + [UInt8(ascii: "]")],
    ]
  }()

  @Test("is not felt: gestures are answered, the sound is the same to the bit, and the rig ends")
  func crowd() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 0.25, count: 48_000 * 60)])
      try tarmac.wait("the sound") { try ears.capture(frames: 256)[0].allSatisfy { $0 == 0.25 } }
      let (isOver, answers) = (Flag(), Count())
      let path = tarmac.folder.appending(path: "tarmac/rig.sock").path
      let socket = try ControlSocketPath(path: path)
      let port = try tarmac.oscPort()
      let viewer = try tarmac.ask(WebPairRequest(name: "viewer", access: "viewer")).token
      let pages = try Foreign.python(
        "crowd.py",
        ["\(try tarmac.webPort())", viewer, "30"]
          + Self.requests.dropFirst().map {
            String(decoding: $0, as: UTF8.self)
          }
      )
      #expect(pages.line() == "open")
      let crowd = (0..<Self.clients).map { number in
        Thread {
          guard let client = try? RawClient(socket), let osc = try? RawDatagrams(port: port) else {
            return
          }
          let request = Self.requests[number % Self.requests.count]
          while !isOver.isUp {
            guard client.send(request), (try? client.line()) != nil else { return }
            answers.add()
            osc.send(OSCMessage("/tarmac/list").bytes)
          }
        }
      }
      for thread in crowd { thread.start() }
      var waits: [Int] = []
      let operatorsHand = try tarmac.rawClient()
      let heard = try ears.capture(tail: 256) {
        for number in 0..<40 {
          let before = answers.number
          let gesture = #"{"path":"s3.fader_db","value":-\#(number)}"#
          let answer = try operatorsHand.ask("tree.set", gesture)
          waits.append(answers.number - before)
          #expect(answer?.contains("result") == true)
          usleep(20_000)
        }
      }
      // In the order of arrival, a gesture would come after one request of each of the others.
      #expect(waits.sorted()[waits.count / 2] < Self.clients / 4, "\(waits)")
      #expect(heard[0].allSatisfy { $0 == 0.25 })
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
      isOver.raise()
    }
  }

  private final class Count: Sendable {
    private let count = Atomic(0)
    var number: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
  }

  private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isUp: Bool { flag.load(ordering: .relaxed) }
    func raise() { flag.store(true, ordering: .relaxed) }
  }
}
