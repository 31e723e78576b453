// SPDX-License-Identifier: Apache-2.0
// The parent's half of a check: several children at a time, and what they say.

import FoundationEssentials
import Glibc
package import RigErrors

/// How plugins are checked.
package struct PluginCheckOptions: Sendable {
  /// How many are tried at a time.
  package var jobs: Int
  /// How long one may take from one sign of life to the next.
  package var limit: Duration
  /// Whether they are tried in a sandbox, if this machine has one.
  package var isSandboxed = true

  /// Describes a check; without `jobs` each processor has one.
  package init(jobs: Int? = nil, limit: Duration = .seconds(60)) {
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    self.limit = limit
  }
}

/// Tries plugins, each in a process of its own, and remembers the results.
///
/// - Parameters:
///   - uris: the plugins.
///   - options: how.
///   - progress: hears of each result, with how many there are now.
/// - Returns: the results in the order of `uris`.
/// - Throws: when no process can be started.
package func checkPlugins(
  _ uris: [String],
  options: PluginCheckOptions = PluginCheckOptions(),
  progress: (PluginCheck, Int) -> Void
) throws(RigError) -> [PluginCheck] {
  var waiting = uris[...]
  var trials: [TrialProcess] = []
  var results: [String: PluginCheck] = [:]
  while !waiting.isEmpty || !trials.isEmpty {
    while trials.count < options.jobs, let uri = waiting.popFirst() {
      trials.append(try TrialProcess(uri: uri, options))
    }
    waitForOutput(of: trials)
    trials.removeAll { trial in
      guard let check = trial.poll() else { return false }
      results[check.uri] = check
      progress(check, results.count)
      return true
    }
  }
  let checks = uris.compactMap { results[$0] }
  CheckStore.keep(checks)
  return checks
}

/// Returns when a child has said something, and at the latest when it is time to look at the clock.
private func waitForOutput(of trials: [TrialProcess]) {
  var files = trials.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
  unsafe poll(&files, nfds_t(files.count), 100)
  // A child that has closed its end is about to be gone.
  if files.contains(where: { $0.revents == Int16(POLLHUP) }) { usleep(1_000) }
}
