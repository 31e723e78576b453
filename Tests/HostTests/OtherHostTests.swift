// SPDX-License-Identifier: Apache-2.0
// Our plugins in other hosts, and reports of other tools about them.

import Foundation
import JACKTestBench
import PluginMeasurement
import Testing
import TestPlugins

@Suite("Our plugins, outside and inside", .serialized)
struct OtherHostTests {
  private static let bundles = ShippedPlugin.bundles
  private static let plugins = ShippedPlugin.all.map(\.uri)

  /// The output of a program on both streams, and how it ends.
  private func run(
    _ words: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> (said: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "host-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (told, said) = (folder.appending(path: "told"), folder.appending(path: "said"))
    try input.write(to: told, atomically: true, encoding: .utf8)
    try Data().write(to: said)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LV2_PATH": "\(MeasuredPlugin.builtBundles):\(TestPlugins.specifications)"
    ]) { $1 }.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: told)
    let output = try FileHandle(forWritingTo: said)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return (try String(contentsOf: said, encoding: .utf8), process.terminationStatus)
  }

  @Test("need libc and libm only, and show one name", arguments: bundles)
  func symbols(_ bundle: String) throws {
    let library = "\(MeasuredPlugin.builtBundles)/\(bundle).lv2/\(bundle).so"
    let needed = try run(["readelf", "-d", library])
    let names = needed.said.matches(of: #/NEEDED.*\[(.+)\]/#).map { String($0.1) }
    #expect(Set(names).isSubset(of: ["libc.so.6", "libm.so.6"]), "\(names)")
    let undefined = try run(["nm", "-D", "--undefined-only", library])
    let others = undefined.said.split(separator: "\n").filter { line in
      !line.contains("@GLIBC_") && !line.contains(" w ")
    }
    #expect(undefined.status == 0 && others == [], "\(undefined.said)")
    let defined = try run(["nm", "-D", "--defined-only", library])
    #expect(
      defined.said.split(separator: "\n").map { $0.split(separator: " ").last } == [
        "lv2_descriptor"
      ]
    )
    let size = try FileManager.default.attributesOfItem(atPath: library)[.size] as? Int
    #expect(try #require(size) < 100_000)
  }

  @Test("say what is valid by the vocabularies of LV2", arguments: bundles)
  func turtle(_ bundle: String) throws {
    let folder = "\(MeasuredPlugin.builtBundles)/\(bundle).lv2"
    let files = ["manifest", bundle, "presets"].map { "\(folder)/\($0).ttl" }
    let answer = try run(["lv2_validate"] + files)
    #expect(answer.status == 0 && answer.said.contains("Found 0 errors"), "\(answer.said)")
  }

  @Test("run in lv2bench", arguments: plugins)
  func bench(_ uri: String) throws {
    let answer = try run(["lv2bench", "-n", "48000", uri])
    #expect(answer.status == 0 && answer.said.contains(uri), "\(answer.said)")
    #expect(!answer.said.contains("ailed"), "\(answer.said)")
  }

  @Test("are good by Tarmac's own check, with states and presets, and call nothing while they run")
  func check() throws {
    let tarmac = RunningTarmac.program.path
    let answer = try run([tarmac, "plugins", "check", "urn:tarmac:", "--json"])
    #expect(answer.status == 0, "\(answer.said)")
    let report = try JSONDecoder().decode(Report.self, from: Data(answer.said.utf8))
    let figures = report.figures
    #expect(figures.plugins == OtherHostTests.plugins.count)
    #expect(figures.ran == figures.plugins && figures.statesEqual == figures.plugins)
    #expect(figures.presetsApplied == figures.presets && figures.withoutCalls == figures.plugins)
    #expect(
      figures.verdicts
        == ["good": figures.plugins].merging(
          ["crashed": 0, "flawed": 0, "hung": 0, "refused": 0]) { $1 }
    )
  }

  private struct Report: Decodable {
    struct Figures: Decodable {
      let plugins, ran, statesEqual, presets, presetsApplied, withoutCalls: Int
      let verdicts: [String: Int]
    }
    let figures: Figures
  }

  @Test("start in jalv, and list their presets there")
  func jalv() async throws {
    try await PrivateServer.run { server in
      for uri in OtherHostTests.plugins {
        let bundle = try #require(uri.split(separator: ":").dropFirst(2).first)
        let reader = try #require(BundleReader("\(MeasuredPlugin.builtBundles)/\(bundle).lv2"))
        let presets = reader.presets(uri)
        let answer = try run(
          ["jalv", uri],
          input: "presets\nquit\n",
          environment: server.environment
        )
        for preset in presets.keys {
          #expect(answer.said.contains("(\(preset))"), "\(answer.said)")
        }
        #expect(answer.said.contains("enabled = 1.0"), "\(answer.said)")
      }
    }
  }
}
