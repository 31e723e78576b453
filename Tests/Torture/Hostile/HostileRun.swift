// SPDX-License-Identifier: Apache-2.0
// One rig of plugins that misbehave, the requests to it, and the results.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench

/// A rig of one batch.
///
/// > Threading: Control.
struct HostileRun {
  static let file = "hostile.yaml"
  private static let listeningFrames = 96_000

  let batch: HostileCampaign.Batch
  private let server: PrivateServer
  private let folder: URL
  private let ears: Witness
  private var answers: [Double] = []
  private var stall = 0.0
  private var named = 0
  private var xruns = 0
  /// Violations.
  private(set) var problems: [String] = []

  init(
    _ batch: HostileCampaign.Batch,
    on server: PrivateServer,
    folder: URL,
    _ ears: Witness
  ) {
    (self.batch, self.server, self.folder, self.ears) = (batch, server, folder, ears)
  }

  /// Writes a preset with plugins.
  static func write(_ plugins: [HostilePlugin], in folder: URL) throws {
    let text = HostilePlugin.preset(plugins)
    try text.write(to: folder.appending(path: file), atomically: true, encoding: .utf8)
  }

  /// Starts a rig with plugins, and a log of its own.
  static func start(
    _ plugins: [HostilePlugin],
    on server: PrivateServer,
    folder: URL
  ) throws -> RigProcess {
    try write(plugins, in: folder)
    try? FileManager.default.removeItem(at: folder.appending(path: "log"))
    return try RigProcess(on: server, folder: folder, preset: file)
  }

  /// Runs the rig.
  mutating func run() throws {
    let rig = try HostileRun.start(batch.plugins, on: server, folder: folder)
    let path = try ControlSocketPath(path: folder.appending(path: "tarmac/storm.sock").path)
    let inquirer = try Inquirer(path)
    defer { (answers, stall) = inquirer.end() }
    do {
      try wait("the bystander's sound") { ears.hearsSound(1) }
      let before = ears.xruns
      _ = ears.takeFindings(1)
      let provocation = Provocation(batch.plugins, path, folder)
      try provocation.begin()
      var missing = nameless(in: rig)
      let replies = provocation.end()
      missing += batch.plugins.filter { plugin in
        Verdict(of: plugin)?.source == .answer && !replies.contains { $0.contains(plugin.uri) }
      }
      problems += missing.map { "\($0) was not named" }
      // Where no report is expected, the sound could still be disturbed.
      let end = ears.frames + HostileRun.listeningFrames
      try wait("more sound") { ears.frames > end }
      named = batch.plugins.filter { Verdict(of: $0) != nil }.count - missing.count
      xruns = ears.xruns - before
      judge(ears.takeFindings(1))
    } catch {
      problems.append("\(error)")
    }
    if !rig.isRunning { problems.append("the rig has died: \(rig.lastWords)") }
    if !inquirer.failures.isEmpty { problems.append("no answer: \(inquirer.failures[0])") }
    end(rig)
  }

  private mutating func end(_ rig: RigProcess) {
    let ending = rig.end()
    if ending.code != 0 { problems.append("the rig ended with \(ending.code): \(rig.lastWords)") }
    if ending.seconds > 6 { problems.append("the rig took \(ending.seconds) s to end") }
    let litter = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "tmp").path
    )
    if let litter, !litter.isEmpty { problems.append("it left \(litter)") }
  }

  /// The plugins that should be named in the log and are not, once there was time enough for that.
  private func nameless(in rig: RigProcess) -> [HostilePlugin] {
    var missing = batch.plugins.filter { Verdict(of: $0)?.source == .log }
    try? wait("all names") {
      let words = rig.words
      missing.removeAll { plugin in Verdict(of: plugin)?.isIn(words) == true }
      return missing.isEmpty || !rig.isRunning
    }
    return missing
  }

  private mutating func judge(_ heard: CountingJudge.Findings) {
    // Lateness that JACK reports is not the rig's fault.
    guard xruns == 0, heard.frames != heard.rightFrames else { return }
    problems.append("the bystander heard \(heard)")
  }

  private func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(90)
    while try !condition() {
      guard ContinuousClock.now < end else { throw Complaint("waited in vain for \(what)") }
      usleep(20_000)
    }
  }

  /// The figures.
  var line: String {
    let times = answers.sorted()
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func milliseconds(_ value: Double) -> String { "\((value * 10).rounded() / 10) ms" }
    func time(_ part: Double) -> String {
      guard !times.isEmpty else { return "-" }
      return milliseconds(times[min(times.count - 1, Int(part * Double(times.count)))])
    }
    let expected = batch.plugins.filter { Verdict(of: $0) != nil }.count
    return [
      batch.call.padding(toLength: 15, withPad: " ", startingAt: 0),
      batch.isolation.padding(toLength: 9, withPad: " ", startingAt: 0),
      cell("\(batch.plugins.count)", 6), cell("\(named)/\(expected)", 6),
      cell("\(times.count)", 10), cell(time(0.5), 7), cell(time(0.99), 8), cell(time(1), 8),
      cell(milliseconds(stall), 8), cell("\(xruns)", 6),
    ].joined(separator: " ")
  }
}
