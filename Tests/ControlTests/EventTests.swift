// SPDX-License-Identifier: Apache-2.0
// What a host reports without being asked, to clients fast and slow.

import ControlClient
import ControlProtocol
import ControlServer
import Foundation
import Patience
import RawSocket
import StrictJSON
import Synchronization
import Testing

@Suite("Events")
struct EventTests {
  private static let interruption = HostEvent.session(
    "deckA",
    .interruptionBegan(reason: .default, by: "voice")
  )

  private static func decision(_ text: String) -> DecisionStatus {
    DecisionStatus(number: 1, event: text, isRefused: false, lines: ["b"])
  }

  /// One event of each kind that there is.
  static let vocabulary: [HostEvent] = {
    let port = PortStatus(
      portType: "headphones",
      portName: "Cue",
      uid: "cue",
      channels: ["left", "right"]
    )
    let notifications: [SessionNotification] =
      [
        .didActivate, .didDeactivate(), .didDeactivate(source: .system),
        .inputMuteStateChanged(isMuted: true), .outputVolumeChanged(volume: 0.5),
        .promptStyleChanged(style: "short"), .interruptionEnded(shouldResume: true),
        .routeChanged(reason: .override, previousInputs: [], previousOutputs: [port]),
        .mediaServicesLost, .mediaServicesReset, .permissionAnswered(granted: false),
        .availableInputsChanged, .inputAvailabilityChanged(isAvailable: false), .ioReconfigured,
        .outputMuteStateChanged(isMuted: true),
      ]
      + SessionNotification.SecondaryAudioHint.allCases.map { .silenceSecondaryAudioHint(type: $0) }
      + SessionNotification.InterruptionReason.allCases.map {
        .interruptionBegan(reason: $0, wasSuspended: true)
      }
    let events: [RigNotification] = [
      .interrupterRang(interrupter: "phone"), .interrupterBegan(interrupter: "phone"),
      .interrupterDeclined(interrupter: "phone"),
      .interrupterEnded(interrupter: "phone", shouldResume: false),
      .reloaded(preset: "/a.yaml"), .recordPermissionAsked(session: "memo"),
      .sandboxRefused(session: "deckA", what: "open /a", plugin: "echo", call: "run()"),
      .sandboxRefused(session: "deckA", what: "socket", plugin: nil, call: nil),
      .serverLost, .serverReturned, .stopping,
    ]
    let switches = SwitchRequest.Name.allCases.map {
      RigNotification.switched(name: $0, isOn: true)
    }
    return notifications.map { .session("deckA", $0) } + (events + switches).map { .rig($0) } + [
      .route("cue", .plugged), .route("cue", .unplugged),
      .decision(EventTests.decision("a")),
    ]
  }()

  @Test("every event is the same after its way over the wire", arguments: vocabulary)
  func roundTrip(_ event: HostEvent) throws {
    let json = try JSONText.encode(event)
    #expect(try JSONText.decode(HostEvent.self, from: json) == event)
    #expect(try event.json() == json)
    let at = TimeStamp.now
    let message = EventMessage(number: 7, lost: 2, at: at, event: event)
    let line = EventEnvelope.line(event: json, number: 7, lost: 2, at: at)
    #expect(line == (try JSONText.encode(EventEnvelope(message))) + [UInt8(ascii: "\n")])
  }

  @Test("an event reads as a JSON-RPC notification with a number")
  func wire() throws {
    let line = EventEnvelope.line(event: try JSONText.encode(Self.interruption), number: 1, lost: 0)
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"jsonrpc":"2.0","method":"event","params":{"event":{"notification":{"interruptionBegan":{"by":"voice","reason":"default","wasSuspended":false}},"session":"deckA","topic":"session"},"number":1}}"#
        + "\n"
    )
  }

  @Test("a subscriber gets the events of its topics, in order, and goes on asking meanwhile")
  func subscription() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let connection = try ControlClient(path: bench.path).connect()
    server.publish(.rig(.stopping))
    _ = try await connection.reply(to: SubscribeRequest(topics: [.rig, .route]))
    server.publish(.rig(.serverLost))
    server.publish(Self.interruption)
    #expect(try await connection.reply(to: ServerInfoRequest()) == .sample)
    server.publish(.route("cue", .plugged))
    _ = try await connection.reply(to: UnsubscribeRequest(topics: [.rig]))
    server.publish(.rig(.serverReturned))
    server.publish(.route("cue", .unplugged))
    _ = try await connection.reply(to: ServerInfoRequest())
    connection.close()
    var messages: [EventMessage] = []
    for await message in connection.events {
      #expect(message.at != nil)
      messages.append(
        EventMessage(number: message.number, lost: message.lost, event: message.event)
      )
    }
    #expect(
      messages == [
        EventMessage(number: 1, event: .rig(.serverLost)),
        EventMessage(number: 2, event: .route("cue", .plugged)),
        EventMessage(number: 3, event: .route("cue", .unplugged)),
      ]
    )
  }

  @Test("an event for one connection reaches that one alone, or the subscribers too, each once")
  func recipients() async throws {
    let bench = try Bench()
    let clients = Mutex<[ClientID]>([])
    var commands = CommandTable.sample
    commands.on(StopRequest.self) { _, client throws(ControlError) in
      clients.withLock { $0.append(client) }
      return Done()
    }
    let server = bench.server(commands)
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: bench.path)
    let connections = try [client.connect(), client.connect(), client.connect()]
    for connection in connections { _ = try await connection.reply(to: StopRequest()) }
    let ids = clients.withLock { $0 }
    #expect(Set(ids).count == 3)
    for connection in connections[1...] {
      _ = try await connection.reply(to: SubscribeRequest())
    }
    server.publish(.rig(.serverLost), to: .only(ids[0]))
    server.publish(.rig(.serverReturned), to: .subscribersAnd(ids[0]))
    server.publish(.rig(.stopping), to: .subscribersAnd(ids[1]))
    var heard: [[HostEvent]] = []
    for connection in connections {
      _ = try await connection.reply(to: StopRequest())
      connection.close()
      var events: [HostEvent] = []
      for await message in connection.events { events.append(message.event) }
      heard.append(events)
    }
    let both: [HostEvent] = [.rig(.serverReturned), .rig(.stopping)]
    #expect(heard == [[.rig(.serverLost), .rig(.serverReturned)], both, both])
  }

  @Test("a client too slow to read loses the oldest events, is told how many, and stays")
  func slowReader() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let text = String(repeating: "x", count: 4_000)
    let count = 2_000
    try await blocking {
      let client = try RawClient(bench.path)
      client.write(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n")
      _ = try client.line()
      for _ in 0..<count { server.publish(.decision(Self.decision(text))) }
      // Once another client has its answer, the server has dealt with all events before it.
      let other = try RawClient(bench.path)
      other.write(UnixSocketServerTests.info + "\n")
      _ = try other.line()
      // The answer comes after the events that were published before the question.
      client.write(UnixSocketServerTests.info + "\n")
      var (next, lost) = (1, 0)
      while let line = try client.line(), line.contains(#""method":"event""#) {
        let message = try JSONText.decode(EventEnvelope.self, from: Array(line.utf8)).params
        lost += message.lost ?? 0
        #expect(message.number == next + (message.lost ?? 0))
        next = message.number + 1
      }
      #expect(next == count + 1)
      #expect(lost > 0 && lost <= count - 256)
      client.write(UnixSocketServerTests.info + "\n")
      #expect(try client.line()?.contains("0.1.0") == true)
    }
    #expect(bench.reports.withLock { $0 } == [])
  }

  @Test("a client that reads nothing is dropped in the end, and nobody else notices")
  func deafReader() async throws {
    let bench = try Bench()
    let server = bench.server(readPatience: .milliseconds(1))
    try server.start()
    defer { server.stop() }
    let text = String(repeating: "x", count: 4_000)
    try await blocking {
      let deaf = try RawClient(bench.path)
      deaf.write(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n")
      _ = try deaf.line()
      let other = try RawClient(bench.path)
      other.write(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n")
      _ = try other.line()
      let end = Date(timeIntervalSinceNow: patience)
      var number = 0
      while bench.reports.withLock({ $0.isEmpty }), Date() < end {
        server.publish(.decision(Self.decision(text)))
        number += 1
        let line = try #require(try other.line())
        let told = try JSONText.decode(EventEnvelope.self, from: Array(line.utf8)).params
        #expect(told.number == number && told.lost == nil)
      }
      // What was on its way, and then the end of the connection.
      while let line = try deaf.line() { #expect(line.contains(#""method":"event""#)) }
    }
    #expect(
      bench.reports.withLock { $0 } == [
        "A control client was dropped: it has read nothing for 0 seconds."
      ]
    )
  }

  @Test("a subscriber that has closed its writing side is told on, until it goes")
  func halfClosed() async throws {
    let bench = try Bench()
    let closed = AsyncStream<ClientID>.makeStream()
    var commands = CommandTable.sample
    commands.onClose { closed.continuation.yield($0) }
    let server = bench.server(commands)
    try server.start()
    defer { server.stop() }
    try await blocking {
      let client = try RawClient(bench.path)
      client.write(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n")
      client.endWriting()
      _ = try client.line()
      server.publish(.rig(.serverLost))
      #expect(try client.line()?.contains("serverLost") == true)
    }
    for await _ in closed.stream { break }
  }
}
