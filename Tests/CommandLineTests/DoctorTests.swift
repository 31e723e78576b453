// SPDX-License-Identifier: Apache-2.0
// The doctor finds what is missing and says what to do.

internal import Foundation
import JACKTestBench
import Testing

@testable import Doctor
@testable import tarmac

@Suite("Doctor")
struct DoctorTests {
  private struct Report: Decodable {
    struct Line: Decodable {
      var subject: String
      var verdict: String
      var finding: String
      var advice: String?
    }
    var lines: [Line]

    func line(_ subject: String) throws -> Line {
      try #require(lines.first { $0.subject == subject })
    }
  }

  /// No server has this name, whatever runs on the machine.
  private static let noServer = ["JACK_DEFAULT_SERVER": "tarmac-doctor-test-nobody"]

  @Test("every line has a verdict, and advice unless all is well")
  func lines() async throws {
    let (report, outcome) = try await examine()
    #expect(report.lines.count >= 9)
    for line in report.lines {
      #expect(["ok", "warn", "fail"].contains(line.verdict))
      #expect(!line.finding.isEmpty)
      #expect((line.advice == nil) == (line.verdict == "ok"), "\(line.subject)")
    }
    let fails = report.lines.contains { $0.verdict == "fail" }
    #expect(outcome.status == (fails ? 1 : 0))
  }

  @Test("the JACK library that is in use is named by its path")
  func library() async throws {
    let (report, _) = try await examine()
    #expect(try report.line("JACK library").finding.contains("/libjack.so"))
  }

  @Test("a machine without any sound server fails with exit code 1")
  func noServerAtAll() async throws {
    let (report, outcome) = try await examine(["PATH": "/nonexistent"])
    #expect(try report.line("JACK server").verdict == "fail")
    #expect(try report.line("jackd").verdict == "fail")
    #expect(try report.line("jackd").advice?.contains("apt-get install jackd2") == true)
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
  }

  @Test("without a running server, jackd to start is enough")
  func serverToStart() async throws {
    let (report, _) = try await examine()
    #expect(try report.line("JACK server").verdict == "warn")
    #expect(try report.line("jackd").verdict == "ok")
  }

  @Test("the sound card is named that a rig takes, and so is a server that nobody hears")
  func soundCard() async throws {
    let folder = try SoundCardFolder()
    defer { folder.remove() }
    let variables = ["TARMAC_SOUND_CARDS": folder.path]
    let none = try await examine(variables).0.line("sound card")
    #expect(none.verdict == "warn" && none.finding.contains("dummy driver, which nobody hears"))
    try folder.plug("PCH", at: 0)
    try folder.plug("USB", at: 1)
    let two = try await examine(variables).0.line("sound card")
    #expect(two.verdict == "ok" && two.finding.hasPrefix("PCH, USB; "))
    try await PrivateServer.run { server in
      let line = try await examine(variables.merging(server.environment) { $1 }).0.line(
        "sound card"
      )
      #expect(line.verdict == "warn" && line.finding.hasSuffix("dummy driver: nobody hears it"))
    }
  }

  @Test("folders of LV2_PATH that do not exist are named")
  func pluginPath() async throws {
    let (report, _) = try await examine(["LV2_PATH": "/nowhere/lv2:/usr/lib/lv2"])
    let line = try report.line("LV2_PATH")
    #expect(line.verdict == "warn")
    #expect(line.finding.hasSuffix("/nowhere/lv2"))
    #expect(try report.line("LV2 plugins").verdict == "ok")
  }

  @Test("PipeWire is named where it is, with pw-jack where nothing else leads there")
  func pipeWire() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path]
    let without = try await examine(environment).0
    #expect(!without.lines.contains { $0.subject == "PipeWire" })
    try Data().write(to: folder.appending(path: "pipewire-0"))
    let line = try await examine(environment).0.line("PipeWire")
    #expect(line.verdict == "warn")
    #expect(line.advice?.contains("pw-jack tarmac run") == true)
    for (isServer, answers) in [(true, true), (true, false), (false, true)] {
      let line = DoctorReport.pipeWireLine(
        isThere: true,
        isServer: isServer,
        answers: answers,
        hasWrapper: true
      )
      #expect(line?.verdict == .ok, "\(isServer) \(answers)")
    }
  }

  @Test("what the kernel has for sandboxes is told, and what follows from what it lacks")
  func sandbox() async throws {
    let (report, _) = try await examine()
    #expect(["ok", "warn"].contains(try report.line("sandbox").verdict))
    let cases = [
      (0, false, "no session with isolation: sandbox comes up"),
      (7, false, "no session with isolation: sandbox comes up"),
      (0, true, "can write your files"),
      (2, true, "can cut your files short"),
    ]
    for (landlock, isFiltering, words) in cases {
      let line = DoctorReport.sandboxLine(landlock: landlock, isFiltering: isFiltering)
      #expect(line.verdict == .warn && line.finding.hasSuffix(words), "\(line.finding)")
    }
    let whole = DoctorReport.sandboxLine(landlock: 3, isFiltering: true)
    #expect(whole.verdict == .ok && whole.finding.contains("Landlock 3"))
  }

  @Test("a machine without plugins is told how to get some")
  func noPlugins() async throws {
    let (report, _) = try await examine(["LV2_PATH": "/nowhere/lv2"])
    #expect(try report.line("LV2 plugins").verdict == "warn")
    #expect(try report.line("LV2 plugins").advice?.contains("swh-lv2") == true)
  }

  @Test("for people each subject is a line, with the advice below it")
  func text() async throws {
    // Both forms of one report: the machine may have changed at the next look.
    let document = try await examine().1.output
    let report = try JSONDecoder().decode(DoctorReport.self, from: Data(document.utf8))
    let text = DoctorCommand.text(report, colour: false)
    var lines = text.split(separator: "\n").makeIterator()
    for line in report.lines {
      let shown = lines.next() ?? ""
      #expect(shown.hasPrefix("\(line.verdict.rawValue) "), "\(shown)")
      #expect(
        shown.contains(" \(line.subject) ") && shown.hasSuffix(" \(line.finding)"),
        "\(shown)"
      )
      guard let advice = line.advice else { continue }
      let below = lines.next() ?? ""
      #expect(below.hasSuffix(" → \(advice)"), "\(below)")
    }
    let surplus = lines.next()
    #expect(surplus == nil)
  }

  @Test("people get the text")
  func people() async throws {
    let outcome = try await Tool.tarmac(["doctor"], environment: DoctorTests.noServer)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count >= 9)
    #expect(lines.allSatisfy { $0.prefixMatch(of: #/(ok|warn|fail) +\S| +→ /#) != nil })
  }

  private func examine(_ environment: [String: String] = [:]) async throws -> (Report, Outcome) {
    let outcome = try await Tool.tarmac(
      ["doctor", "--json"],
      environment: DoctorTests.noServer.merging(environment) { $1 }
    )
    return (try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)), outcome)
  }
}
