// SPDX-License-Identifier: Apache-2.0
// The folder of a rig in a session of a session manager.

import Foundation
import Testing

@testable import Host

@Suite("The folder of a rig in a session")
struct ProjectFolderTests {
  private let place = URL(filePath: "/tmp/tarmac-project-\(UUID().uuidString.prefix(8))")
  private var project: ProjectFolder { ProjectFolder(path: place.path + "/sessions/rig.nABCD") }

  private func write(_ text: String, to file: String) throws {
    let file = place.appending(path: file)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func target(_ file: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: project.path + "/" + file)
  }

  @Test("has a copy of a preset, links to what that names beside itself, and folders to write in")
  func copy() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try write("no sound", to: "rig/demo/a.wav")
    try write("graph: { use: other.yaml }", to: "rig/graphs/voice.yaml")
    try write("graph: []", to: "rig/graphs/other.yaml")
    try write("no sound", to: "secret.wav")
    try write("", to: "rig/takes/old.wav")
    let preset = """
      tarmac: 1
      sessions:
        a: { source: { player: demo/a.wav }, graph: { use: graphs/voice.yaml } }
        b: { source: { player: ../secret.wav } }
        c: { source: { player: /dev/null } }
      recordings: [ { of: a, file: takes/%F.wav } ]
      """
    try write(preset, to: "rig/rig.yaml")
    #expect(!project.isThere)
    try project.make(from: place.path + "/rig/rig.yaml")
    #expect(project.isThere)
    #expect(try String(contentsOfFile: project.preset, encoding: .utf8) == preset)
    #expect(target("demo/a.wav") == place.path + "/rig/demo/a.wav")
    #expect(target("graphs/voice.yaml") == place.path + "/rig/graphs/voice.yaml")
    #expect(target("graphs/other.yaml") == place.path + "/rig/graphs/other.yaml")
    let names = try FileManager.default.contentsOfDirectory(atPath: project.path).sorted()
    #expect(names == ["demo", "graphs", "rig.yaml", "takes"])
    let takes = try FileManager.default.contentsOfDirectory(atPath: project.path + "/takes")
    #expect(takes.isEmpty)
    project.unmake(leavingFolder: false)
    #expect(!project.hasFolder)
    #expect(FileManager.default.fileExists(atPath: place.path + "/rig/demo/a.wav"))
  }
}
