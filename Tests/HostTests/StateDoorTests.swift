// SPDX-License-Identifier: Apache-2.0
// Folders that a client names for states, and the files that are in them already.

import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Synchronization
import Testing

@Suite("Folders that a client saves states into", .serialized)
struct StateDoorTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck:
        category: playback
        source: { jack: [ "nobody:out_1" ] }
        graph: [ { plugin: "\(amplifier)", id: amp } ]
        sends: [ { to: main } ]
    """
  private static let precious = "precious\n"

  /// What is in the folder `place` before a client asks; each file says "precious".
  struct Trap: CustomTestStringConvertible {
    var testDescription: String
    var files: [String] = []
    /// Links in `place`, and where they lead.
    var links: [String: String] = [:]
    var pipes: [String] = []
    /// The folder that the client names.
    var folder = "place"
    /// Whether the plugin's own folder is refused, and not that of the rig.
    var isInside = false

    static let all = [
      Trap(testDescription: "somebody's folder", files: ["place/notes.txt"]),
      Trap(testDescription: "somebody's file", files: ["place"]),
      Trap(
        testDescription: "somebody's file with the name of ours",
        files: ["place/tarmac-state.json"]
      ),
      Trap(
        testDescription: "a link with the name of ours",
        files: ["victim"],
        links: ["place/tarmac-state.json": "victim"]
      ),
      Trap(testDescription: "a link to a folder", files: ["home/a"], links: ["place": "home"]),
      Trap(
        testDescription: "a folder behind a link",
        files: ["home/a"],
        links: ["way": "home"],
        folder: "way/new"
      ),
      Trap(
        testDescription: "a way up and through a link",
        files: ["home/a"],
        links: ["way": "home"],
        folder: "home/../way/new"
      ),
      Trap(testDescription: "a pipe", pipes: ["place/tarmac-state.json"]),
    ]
  }

  private func set(_ trap: Trap, in root: URL) throws {
    let files = FileManager.default
    for name in trap.files + trap.links.keys + trap.pipes {
      let folder = root.appending(path: name).deletingLastPathComponent()
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for name in trap.files {
      try Self.precious.write(to: root.appending(path: name), atomically: true, encoding: .utf8)
    }
    for (name, target) in trap.links {
      try files.createSymbolicLink(
        at: root.appending(path: name),
        withDestinationURL: root.appending(path: target)
      )
    }
    for name in trap.pipes { unsafe mkfifo(root.appending(path: name).path, 0o600) }
  }

  /// Everything below a folder: texts of files, and where links lead.
  private func contents(of root: URL) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let path = root.appending(path: name).path
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      var status = stat()
      let isFile = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      let text = isFile ? try String(contentsOfFile: path, encoding: .utf8) : ""
      contents[name] = link.map { "to \($0)" } ?? text
    }
    return contents
  }

  @Test("are new, empty, or hold states of a rig; nothing else is touched, and no link is followed")
  func traps() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      for (number, trap) in Trap.all.enumerated() {
        let root = tarmac.folder.appending(path: "trap\(number)")
        try set(trap, in: root)
        let before = try contents(of: root)
        let folder = root.path + "/" + trap.folder
        for request in ["state", "plugin"] {
          #expect(throws: (any Error).self, "\(trap.testDescription), \(request)") {
            if request == "state" {
              _ = try tarmac.ask(StateSaveRequest(folder: folder))
            } else {
              _ = try tarmac.ask(PluginSaveRequest(plugin: "deck.amp", folder: folder))
            }
          }
          #expect(try contents(of: root) == before, "\(trap.testDescription), \(request)")
        }
      }
    }
  }

  @Test("keep what others have put there, and what they have made of the rig's own files")
  func others() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let place = tarmac.folder.appending(path: "place")
      func save() throws -> [String] {
        try tarmac.ask(StateSaveRequest(folder: place.path)).problems
      }
      #expect(try save() == [])
      #expect(try save() == [])
      let own = place.appending(path: "deck/amp/state.ttl")
      let notes = place.appending(path: "deck/amp/notes.txt")
      try Self.precious.write(to: notes, atomically: true, encoding: .utf8)
      #expect(try save() == [])
      #expect(try String(contentsOf: notes, encoding: .utf8) == Self.precious)
      let victim = tarmac.folder.appending(path: "victim")
      try Self.precious.write(to: victim, atomically: true, encoding: .utf8)
      let text = try String(contentsOf: own, encoding: .utf8)
      for isLink in [false, true] {
        try FileManager.default.removeItem(at: own)
        if isLink {
          try FileManager.default.createSymbolicLink(at: own, withDestinationURL: victim)
        } else {
          try Self.precious.write(to: own, atomically: true, encoding: .utf8)
        }
        #expect(try save().first?.contains("is not what this rig has written") == true)
        #expect(throws: (any Error).self) {
          try tarmac.ask(PluginSaveRequest(plugin: "deck.amp", folder: place.path + "/deck/amp"))
        }
        #expect(try String(contentsOf: own, encoding: .utf8) == Self.precious)
        #expect(try String(contentsOf: victim, encoding: .utf8) == Self.precious)
      }
      try FileManager.default.removeItem(at: own)
      try text.write(to: own, atomically: true, encoding: .utf8)
      #expect(try save() == [])
    }
  }

  /// Whether a race is over.
  private final class End: Sendable {
    let isReached = Atomic(false)
  }

  @Test("that turn into links while a state is saved lead nowhere")
  func races() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let root = tarmac.folder
      let (place, aside) = (root.path + "/place", root.path + "/aside")
      let victim = root.appending(path: "victim")
      try FileManager.default.createDirectory(
        at: victim.appending(path: "amp"),
        withIntermediateDirectories: true
      )
      _ = try tarmac.ask(StateSaveRequest(folder: place))
      let end = End()
      let (deck, target) = (place + "/deck", victim.path)
      let racing = Task(executorPreference: ownThreads) {
        var number = 0
        while !end.isReached.load(ordering: .relaxed) {
          number += 1
          unsafe rename(deck, "\(aside)\(number)")
          unsafe symlink(target, deck)
          usleep(300)
          unsafe unlink(deck)
          usleep(300)
        }
      }
      for _ in 0..<100 { _ = try? tarmac.ask(StateSaveRequest(folder: place)) }
      end.isReached.store(true, ordering: .relaxed)
      await racing.value
      #expect(try contents(of: victim) == ["amp": ""])
    }
  }
}
