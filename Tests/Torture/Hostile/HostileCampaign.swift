// SPDX-License-Identifier: Apache-2.0
// `torture plugins`: plugins that misbehave in each call of LV2, in each way, wherever a session's
// graph may run.

import ControlProtocol
import Foundation
import JACKTestBench

/// All kinds of misbehaviour, a rig for each call and isolation.
///
/// > Threading: Control.
struct HostileCampaign {
  /// The plugins of a rig, all of which misbehave in the same call.
  struct Batch {
    var call: String
    var isolation: String

    /// The kinds that such a rig starts with; with isolation `none`, only those that can't end the
    /// rig's process.
    var plugins: [HostilePlugin] {
      HostilePlugin.ways.map { HostilePlugin(call: call, way: $0, isolation: isolation) }.filter {
        guard !HostileCampaign.isRefused($0) else { return false }
        guard isolation == "none" else { return true }
        return ["lie", "flood", "litter"].contains($0.way)
          || ($0.way == "leak" && !$0.isArmed)
      }
    }
  }

  let calls: [String]
  let isolations: [String]

  /// A plugin without an instance counts as missing: a preset with it is refused.
  static func isRefused(_ plugin: HostilePlugin) -> Bool {
    plugin.call == "instantiate" && plugin.way == "lie"
  }

  /// The memory limit of a process: for a rig a leak of many GB is the same, but the kernel of a
  /// virtual machine that allocates and frees so much at once stalls for a second, with all that
  /// runs on it.
  private static let memoryBytes: UInt = 3 << 30

  private static func limitMemory() {
    var limit = rlimit()
    unsafe getrlimit(Int32(RLIMIT_AS.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, memoryBytes)
    unsafe setrlimit(Int32(RLIMIT_AS.rawValue), &limit)
  }

  /// Runs all rigs on a server and prints a line for each; returns whether all is well.
  func run(on server: PrivateServer, folder: URL) throws -> Bool {
    Self.limitMemory()
    try HostileBundle.write(
      HostilePlugin.calls.flatMap { Batch(call: $0, isolation: "process").plugins }
        + [HostilePlugin(call: "instantiate", way: "lie")],
      in: folder.appending(path: "lv2"),
      products: RigProcess.products
    )
    try FileManager.default.createDirectory(
      at: folder.appending(path: "tmp"),
      withIntermediateDirectories: true
    )
    let source = try Witness("source", on: server, outputs: 1)
    let ears = try Witness("ears", on: server, inputs: 2)
    defer {
      source.close()
      ears.close()
    }
    tell(
      "CALL            ISOLATION  KINDS  NAMED    ANSWERS  MEDIAN     99 %    WORST    STALL  XRUNS"
    )
    var (kinds, problems) = (0, [String]())
    for isolation in isolations {
      for call in calls {
        let batch = Batch(call: call, isolation: isolation)
        var run = HostileRun(batch, on: server, folder: folder, ears)
        try run.run()
        tell(run.line)
        problems += run.problems.map { "\(call) (\(isolation)): \($0)" }
        kinds += batch.plugins.count
      }
      if calls.contains("instantiate") {
        problems += try refusal(isolation, on: server, folder: folder)
        kinds += 1
      }
    }
    print("\(kinds) kinds")
    for problem in problems { print("torture: \(problem)") }
    return problems.isEmpty
  }

  /// What is wrong with the refusal of a preset whose plugin can't be instantiated.
  private func refusal(
    _ isolation: String,
    on server: PrivateServer,
    folder: URL
  ) throws -> [String] {
    let plugin = HostilePlugin(call: "instantiate", way: "lie", isolation: isolation)
    do {
      let rig = try HostileRun.start([plugin], on: server, folder: folder)
      return ["a rig with \(plugin) came up; it ended with \(rig.end().code)"]
    } catch {
      let isNamed = "\(error)".contains(plugin.uri)
      return isNamed ? [] : ["the refusal of \(plugin) does not name it: \(error)"]
    }
  }
}
