// SPDX-License-Identifier: Apache-2.0
// What becomes of isolated sessions whose plugins crash again and again, hang, or end the process.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Synchronization
import Testing

@Suite("The life of an isolated session", .serialized)
struct IsolationLifeTests {
  @Test("a plugin that crashes as soon as it is back, again and again, leaves the rig up")
  func crashesAtOnce() async throws {
    try await FragileRig.run { tarmac, _, _ in
      for number in 1...6 {
        _ = try tarmac.ask(SetRequest(path: "glass.fragile.rude", value: "1"))
        try tarmac.wait("return \(number)") {
          let isolation = try tarmac.session("glass").isolation
          return isolation?.losses == number && isolation?.state == "running"
        }
      }
      try tarmac.waitForLog("plugin 'fragile' crashed")
    }
  }

  @Test("a value that has crashed its plugin twice is given up: the session is held until released")
  func holds() async throws {
    let guest = HostilePlugin(call: "run", way: "crash")
    try await HostileRig(guests: [guest]).run { tarmac in
      func isolation() throws -> IsolationStatus {
        try #require(try tarmac.session(guest.name).isolation)
      }
      try tarmac.wait("the plugin") { try tarmac.session(guest.name).plugins[0].runs > 0 }
      try tarmac.set("\(guest.name).bad.armed", "1")
      try tarmac.wait("the end of patience") { try isolation().state == "held" }
      let held = try isolation()
      #expect(held.losses == 2 && held.process == nil)
      let reason = "'bad.armed' at 1 has brought it down twice"
      #expect(held.lastLoss?.contains(reason) == true)
      #expect(try tarmac.session(guest.name).why.contains(reason))
      try tarmac.waitForLog("'tarmac session release \(guest.name)' tries again")
      _ = try tarmac.ask(ForceRequest(session: guest.name, action: .release))
      try tarmac.wait("its return") { try isolation().state == "running" }
      #expect(try tarmac.get("\(guest.name).bad.armed") == "0")
      try tarmac.wait("its sound") { try tarmac.session(guest.name).plugins[0].runs > 0 }
      #expect(try isolation().losses == 2)
    }
  }

  @Test("one that does not come back from a call is ended, and the plugin and the call are named")
  func hangs() async throws {
    let early = ["instantiate", "activate", "connect_port"]
    let late = ["save", "restore", "work", "work_response", "end_run", "run"]
    let guests = (early + late).map { HostilePlugin(call: $0, way: "hang") }
    try await HostileRig(guests: guests).run { tarmac in
      for guest in guests where late.contains(guest.call) {
        try tarmac.wait("\(guest.name) to run") {
          try tarmac.session(guest.name).plugins[0].runs > 0
        }
        guard guest.call.hasPrefix("work") || guest.call.hasSuffix("run") else { continue }
        try tarmac.set("\(guest.name).bad.armed", "1")
      }
      let state = tarmac.folder.appending(path: "hostile-state")
      let restored = HostilePlugin(call: "restore", way: "hang")
      try restored.writeState(to: state)
      let order = AnswerOrder()
      let (saver, restorer) = (try tarmac.anotherClient(), try tarmac.anotherClient())
      let folder = tarmac.folder.appending(path: "saved").path
      let saved = Task(executorPreference: ownThreads) {
        defer { order.note("save") }
        let request = PluginSaveRequest(plugin: "save_hang.bad", folder: folder)
        return Result { try saver.send(request, timeoutSeconds: patience) }
      }
      let given = Task(executorPreference: ownThreads) {
        defer { order.note("restore") }
        let request = PluginRestoreRequest(plugin: "restore_hang.bad", folder: state.path)
        return Result { try restorer.send(request, timeoutSeconds: patience) }
      }
      try tarmac.wait("both calls") {
        try ["save", "restore"].allSatisfy {
          try tarmac.session("\($0)_hang").isolation?.busy?.contains("\($0)()") == true
        }
      }
      for _ in 0..<100 { _ = try tarmac.ask(StatusRequest()) }
      #expect(order.names == [], "others are answered meanwhile")
      for outcome in [await saved.value, await given.value] {
        let failure = try #require(throws: ControlClientError.self) { try outcome.get() }
        #expect("\(failure)".contains("is started again"))
      }
      for guest in guests {
        try tarmac.wait("the end of \(guest.name)") {
          try tarmac.log(
            "'\(guest.name)' is silent: plugin 'bad' did not come back from \(guest.call)()"
          )
        }
      }
    }
  }

  @Test("what somebody outside does to its process, however often, is no plugin's fault")
  func killedFromOutside() async throws {
    try await FragileRig.run { tarmac, _, _ in
      for number in 1...4 {
        let process = try #require(try tarmac.session("glass").isolation?.process)
        kill(pid_t(process), number.isMultiple(of: 2) ? SIGSTOP : SIGKILL)
        try tarmac.wait("return \(number)") {
          let isolation = try tarmac.session("glass").isolation
          return isolation?.losses == number && isolation?.state == "running"
        }
      }
      try tarmac.wait("the value that it had") { try FragileRig.isUp(tarmac) }
    }
  }

  @Test("a process that was stopped is noticed, and started again")
  func stopped() async throws {
    try await FragileRig.run { tarmac, _, _ in
      let first = try #require(try tarmac.session("glass").isolation?.process)
      kill(pid_t(first), SIGSTOP)
      try tarmac.wait("another process") {
        let isolation = try tarmac.session("glass").isolation
        return try isolation?.losses == 1 && isolation?.process != first && FragileRig.isUp(tarmac)
      }
      #expect(
        try tarmac.session("glass").isolation?.lastLoss == "its process was stopped (SIGSTOP)"
      )
    }
  }

  @Test("a plugin that ends the process is named", arguments: ["exit", "quit"])
  func ends(_ way: String) async throws {
    let guests = ["run", "work", "instantiate"].map { HostilePlugin(call: $0, way: way) }
    try await HostileRig(guests: guests).run { tarmac in
      for guest in guests {
        try tarmac.set("\(guest.name).bad.armed", "1")
        try tarmac.wait("the end of \(guest.name)") {
          // In work(), its run() may be going on beside.
          try tarmac.lines("'\(guest.name)' is silent: plugin 'bad' ended its process in ")
            .contains { $0.contains("\(guest.call)()") }
        }
      }
    }
  }

  @Test(
    "a plugin in the rig's own process that calls exit() ends it with words, and as a failure"
  )
  func endsTheRig() async throws {
    let guest = HostilePlugin(call: "run", way: "exit", isolation: "none")
    try await HostileRig(guests: [guest]).run { tarmac in
      _ = try? tarmac.set("\(guest.name).bad.armed", "1")
      tarmac.waitUntilExit()
      #expect(tarmac.exitStatus == 70)
      let words = "The plugin \(guest.uri) has ended this program: it called exit(0) in run()"
      let isSaid = try tarmac.log(words)
      #expect(isSaid)
    }
  }
}

/// The requests that were answered, in that order.
private final class AnswerOrder: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func note(_ name: String) {
    list.withLock { $0.append(name) }
  }
}
