// SPDX-License-Identifier: Apache-2.0
// One tower behind every door: the command line, the socket, the library and the simulator lead to
// the same decisions.

import ControlClient
import ControlProtocol
import Foundation
import Quantities
import RuleProofs
import SoundFiles
import Testing

@testable import AudioSession

@Suite("The same story")
struct SameDecisionsTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: [ L, R ] }
      phones: { role: headphones, channels: [ L, R ] }
    sessions:
      music:
        category: playback
        active: true
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: currentRoute } ]
      game:
        category: ambient
        active: true
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: currentRoute } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, hold_seconds: 0.5 }
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: currentRoute } ]
      film:
        category: playback
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: main } ]
    """

  /// The story in the words of the command line; its requests and events below say the same.
  private static let commands = [
    "session activate voice", "interrupt ring phone", "session activate film",
    "interrupt decline phone", "session activate film", "switch silent on", "switch lock on",
    "switch lock off", "switch silent off", "session deactivate film", "route pick output phones",
    "session category game soloAmbient", "session deactivate voice",
  ]

  private static let events = [
    "activate: voice", "phone: ring", "activate: film", "phone: decline", "activate: film",
    "silent: on", "lock: on", "lock: off", "silent: off", "deactivate: film", "pick_route: phones",
    "set_category: { session: game, category: soloAmbient }", "deactivate: voice",
  ]

  @Test(
    "is decided alike on the command line, over the socket, by programs with the library and in the simulator",
    .proves("DEF-07", "SIM-01", "ACT-01", at: .library)
  )
  func doors() async throws {
    var told: [[String]] = []
    for door in [Self.type, Self.send, Self.call] {
      try await RunningTarmac.runByClock(Self.preset, files: Self.prepare) { tarmac in
        let programs = try Programs(tarmac)
        let start = try tarmac.ask(DecisionListRequest()).count
        try door(tarmac, programs)
        let decisions = try tarmac.ask(DecisionListRequest()).dropFirst(start)
        told.append(decisions.flatMap { [$0.event] + $0.lines.map(Self.plain) })
      }
    }
    let simulated = try Self.simulate()
    #expect(simulated.count > 40)
    #expect(told == [simulated, simulated, simulated])
  }

  private static func prepare(_ folder: URL) throws {
    let samples = CountingFile.samples(48_000 * 60)
    let path = folder.appending(path: "count.wav").path
    try SoundFile.write([samples], to: path, rate: SampleRate(hertz: 48_000))
  }

  /// Types every command.
  private static func type(_ tarmac: RunningTarmac, _ programs: Programs) throws {
    for command in commands {
      _ = try run(command.split(separator: " ").map(String.init), in: tarmac.folder)
    }
  }

  /// Sends every request.
  private static func send(_ tarmac: RunningTarmac, _ programs: Programs) throws {
    func attempt<Request: ControlRequest>(_ request: Request) { _ = try? tarmac.ask(request) }
    attempt(ActivateRequest(session: "voice"))
    attempt(InterruptRingRequest(interrupter: "phone"))
    attempt(ActivateRequest(session: "film"))
    attempt(InterruptDeclineRequest(interrupter: "phone"))
    attempt(ActivateRequest(session: "film"))
    attempt(SwitchRequest(name: .silent, isOn: true))
    attempt(SwitchRequest(name: .lock, isOn: true))
    attempt(SwitchRequest(name: .lock, isOn: false))
    attempt(SwitchRequest(name: .silent, isOn: false))
    attempt(DeactivateRequest(session: "film"))
    attempt(RoutePickRequest(direction: "output", route: "phones"))
    attempt(SetCategoryRequest(session: "game", category: "soloAmbient"))
    attempt(DeactivateRequest(session: "voice"))
  }

  /// Lets each session's program call the library; the operator's actions go over the socket.
  private static func call(_ tarmac: RunningTarmac, _ programs: Programs) throws {
    try programs.voice.setActive(true)
    _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
    #expect(throws: AVAudioSessionError.self) { try programs.film.setActive(true) }
    _ = try tarmac.ask(InterruptDeclineRequest(interrupter: "phone"))
    try programs.film.setActive(true)
    for (name, isOn) in [
      (SwitchRequest.Name.silent, true), (.lock, true), (.lock, false), (.silent, false),
    ] {
      _ = try tarmac.ask(SwitchRequest(name: name, isOn: isOn))
    }
    try programs.film.setActive(false, options: .notifyOthersOnDeactivation)
    _ = try tarmac.ask(RoutePickRequest(direction: "output", route: "phones"))
    try programs.game.setCategory(.soloAmbient)
    try programs.voice.setActive(false, options: .notifyOthersOnDeactivation)
  }

  /// The programs of three sessions, which have sent no request yet.
  private struct Programs {
    let voice, film, game: AVAudioSession

    init(_ tarmac: RunningTarmac) throws {
      func program(_ session: String) throws -> AVAudioSession {
        let link = SessionLink(
          socket: try tarmac.anotherClient().path,
          session: session,
          program: session
        )
        let program = AVAudioSession(link, center: NotificationCenter())
        #expect(program.category == (session == "game" ? .ambient : .playback))
        return program
      }
      (voice, film, game) = (try program("voice"), try program("film"), try program("game"))
    }
  }

  /// Plays the story without JACK and returns what the tower decided after the start.
  private static func simulate() throws -> [String] {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try prepare(folder)
    try preset.write(
      to: folder.appending(path: "rig.yaml"),
      atomically: true,
      encoding: .utf8
    )
    let story =
      "tarmac-scenario: 1\ntitle: The same story\npreset: rig.yaml\nevents:\n"
      + events.map { "  - { at: 1, \($0) }\n" }.joined()
    let scenario = folder.appending(path: "story.yaml")
    try story.write(to: scenario, atomically: true, encoding: .utf8)
    let said = try run(["simulate", scenario.path, "--json"], in: folder)
    let report = try JSONDecoder().decode(Report.self, from: said)
    return report.entries.filter { $0.at_seconds == 1 }.flatMap(\.decisions).flatMap { decision in
      [decision.event]
        + (decision.refusal.map { _ in ["refused"] } ?? decision.effects.map(\.line))
    }
  }

  private static func run(_ arguments: [String], in folder: URL) throws -> Data {
    let process = Process()
    process.executableURL = RunningTarmac.program
    process.arguments = arguments + (arguments[0] == "simulate" ? [] : ["--name", "rig"])
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_RUNTIME_DIR": folder.path]
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return said
  }

  /// A line of the log with single blanks; a refusal without its text.
  private static func plain(_ line: String) -> String {
    let words = line.split(separator: " ")
    return words.first == "refused" ? "refused" : words.joined(separator: " ")
  }

  private struct Report: Decodable {
    let entries: [Entry]
    struct Entry: Decodable {
      let at_seconds: Double
      let decisions: [Decision]
    }
    struct Decision: Decodable {
      let event: String
      let refusal: String?
      let effects: [Effect]
    }
    struct Effect: Decodable {
      let subject: String
      let what: String
      let rule: String
      let cause: String?
      var line: String { "\(subject) \(what) \(rule)" + (cause.map { " by \($0)" } ?? "") }
    }
  }
}
