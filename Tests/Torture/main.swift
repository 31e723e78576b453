// SPDX-License-Identifier: Apache-2.0
// `make torture`: see Options. Ends with 0 when nothing was found, 1 when something was, 64 when
// its arguments are wrong.

import Foundation
import JACKTestBench

/// Prints a line at once, into a file or a pipe too.
func tell(_ line: String) {
  print(line)
  fflush(nil)
}

/// Runs a campaign; returns whether all is well.
func torture(_ options: Options) async throws -> Bool {
  var settings = PrivateServer.Settings()
  settings.periodFrames = options.period
  return try await PrivateServer.run(settings) { server in
    let folder = URL(filePath: "/tmp/tarmac-torture-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    if options.isAboutPlugins {
      let campaign = HostileCampaign(calls: options.calls, isolations: options.isolations)
      return try campaign.run(on: server, folder: folder)
    }
    let stage = try Stage(server, options, folder: folder)
    var campaign = Campaign(options, on: stage)
    var problems: [String] = []
    do {
      try campaign.run()
    } catch {
      problems.append("\(error)")
    }
    stage.machine.heal()
    problems += Leftovers.problems(of: stage, stage.end())
    return Report(campaign: campaign, problems: problems).print()
  }
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if !options.isAboutPlugins {
    let length = options.times.map { "\($0) faults" } ?? "\(Int(options.seconds)) s"
    tell("torture: \(length), seed \(options.seed)")
  }
  exit(try await torture(options) ? 0 : 1)
} catch let complaint as Complaint {
  let words = "torture: \(complaint)\n\n\(Options.usage)\n"
  try FileHandle.standardError.write(contentsOf: Data(words.utf8))
  exit(64)
}
