// SPDX-License-Identifier: Apache-2.0
// The programs that are run for alerts: a few at once, some more wait, and none stays for good.

import Foundation
import Patience
import Quantities
import Synchronization
import Testing

@testable import Host

@Suite("The program that is run for an alert")
struct AlertHookTests {
  /// The errors that are reported.
  private final class Reports: Sendable {
    private let lines = Mutex<[String]>([])
    func take(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A folder in which programs leave what they have seen.
  private final class Room {
    let folder = URL(filePath: "/tmp/tarmac-hooks-\(UUID().uuidString.prefix(8))")
    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A program that notes its alert and its process, and waits until there is a file `go`.
    var patient: [String] {
      let wait = "until [ -e \(folder.path)/go ]; do sleep 0.02; done"
      return ["/bin/sh", "-c", "echo $$ > \(folder.path)/$ALERT; \(wait)"]
    }

    func go() throws { try Data().write(to: folder.appending(path: "go")) }

    /// The alerts whose programs have begun.
    var begun: Set<String> {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return Set(names).subtracting(["go"])
    }

    /// The process of an alert's program.
    func process(of alert: String) -> Int32? {
      let text = try? String(contentsOf: folder.appending(path: alert), encoding: .utf8)
      return text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
    }
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while !condition() {
      try #require(ContinuousClock.now < end, "waited in vain for \(what)")
      usleep(5_000)
    }
  }

  @Test("runs twice at once while 16 wait, is not run for more, and for each of these in the end")
  func bounds() async throws {
    try await blocking {
      let (room, reports) = (try Room(), Reports())
      let hook = AlertHook { reports.take($0) }
      defer { hook.close() }
      for alert in 1...20 { hook.run(room.patient, with: ["ALERT": "\(alert)"]) }
      try wait("both") { room.begun == ["1", "2"] }
      #expect(
        reports.all
          == Array(
            repeating: "Too many alerts at once: /bin/sh is not run for one of them.",
            count: 2
          )
      )
      #expect(room.begun == ["1", "2"])
      try room.go()
      try wait("all that waited") { room.begun == Set((1...18).map { "\($0)" }) }
      #expect(reports.all.count == 2)
    }
  }

  @Test("is ended with all that it has started when it takes too long, and that is told")
  func limit() async throws {
    try await blocking {
      let (room, reports) = (try Room(), Reports())
      let hook = AlertHook(limit: Seconds(0.2)) { reports.take($0) }
      defer { hook.close() }
      hook.run(
        ["/bin/sh", "-c", "echo $$ > \(room.folder.path)/slow; sleep 1000 & wait"],
        with: ["ALERT": "slow"]
      )
      try wait("the report") { !reports.all.isEmpty }
      #expect(reports.all == ["/bin/sh, run for an alert, was not done after 0.2 s and was ended."])
      let group = try #require(room.process(of: "slow"))
      try wait("the end of its group") { kill(-group, 0) != 0 }
      // The next one is run all the same.
      try room.go()
      hook.run(room.patient, with: ["ALERT": "next"])
      try wait("the next one") { room.begun.contains("next") }
    }
  }

  @Test("is ended without a word when the rig ends, and not begun any more")
  func close() async throws {
    try await blocking {
      let (room, reports) = (try Room(), Reports())
      let hook = AlertHook { reports.take($0) }
      for alert in 1...3 { hook.run(room.patient, with: ["ALERT": "\(alert)"]) }
      try wait("both") { room.process(of: "1") != nil && room.process(of: "2") != nil }
      let groups = ["1", "2"].compactMap(room.process)
      hook.close()
      hook.run(room.patient, with: ["ALERT": "4"])
      for group in groups { try wait("its end") { kill(-group, 0) != 0 } }
      #expect(room.begun == ["1", "2"])
      #expect(reports.all.isEmpty)
    }
  }

  @Test("is read within bounds, and holds nobody up by a daemon that it leaves behind")
  func output() async throws {
    try await blocking {
      let (room, reports) = (try Room(), Reports())
      let hook = AlertHook { reports.take($0) }
      defer { hook.close() }
      let folder = room.folder.path
      // Both hold the program's output open; the daemon is in a session of its own before the
      // program ends.
      let daemon = "setsid sh -c 'echo $$ > \(folder)/daemon; exec sleep 1000'"
      let ready = "until [ -s \(folder)/daemon ]; do sleep 0.02; done"
      let script =
        "for n in $(seq 30); do echo line $n; done; echo $$ > \(folder)/group; sleep 1000 & \(daemon) & \(ready); exit 3"
      hook.run(["/bin/sh", "-c", script], with: [:])
      try wait("the end") {
        reports.all.contains { $0.hasPrefix("/bin/sh, run for an alert, ") }
      }
      defer { if let daemon = room.process(of: "daemon") { kill(daemon, SIGKILL) } }
      #expect(reports.all.last == "/bin/sh, run for an alert, failed with 3.")
      let lines = reports.all.dropLast().map {
        $0.replacing("/bin/sh, run for an alert: ", with: "")
      }
      #expect(lines == (1...20).map { "line \($0)" } + ["(10 more lines)"])
      #expect(kill(try #require(room.process(of: "daemon")), 0) == 0)
      let group = try #require(room.process(of: "group"))
      try wait("the end of what it has left in its group") { kill(-group, 0) != 0 }
    }
  }

  @Test("that fails, crashes or is not there is told")
  func failures() async throws {
    try await blocking {
      let reports = Reports()
      let hook = AlertHook { reports.take($0) }
      defer { hook.close() }
      hook.run(["/bin/sh", "-c", "exit 3"], with: [:])
      try wait("the failure") { reports.all.contains("/bin/sh, run for an alert, failed with 3.") }
      hook.run(["/bin/sh", "-c", "kill -SEGV $$"], with: [:])
      try wait("the crash") {
        reports.all.contains("/bin/sh, run for an alert, was ended by SIGSEGV.")
      }
      hook.run(["/nowhere/program"], with: [:])
      try wait("what is missing") {
        reports.all.contains(
          "/nowhere/program can't be run for an alert: No such file or directory."
        )
      }
    }
  }
}
