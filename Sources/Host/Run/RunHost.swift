// SPDX-License-Identifier: Apache-2.0
// `tarmac run`: from a preset to sound, until somebody says stop.

import AudioBackend
import ChildPrograms
import JACKDriver
import LV2Hosting
import NSMClient
package import RigErrors
import RigFiles

/// Runs a preset on JACK until a signal (SIGINT, SIGTERM), the end of its terminal or a client's
/// `rig.stop`.
///
/// Where the environment names a session manager (`NSM_URL`), that says which rigs are played, one
/// after the other.
///
/// - Parameters:
///   - options: the preset, the rig's name, and where JACK comes from.
///   - showLink: shows the first device's link to the user at the rig, when the web mixer opens and
///     knows no device.
///   - log: takes sentences about what happens.
/// - Throws: why the rig did not come up; nothing is left behind then.
package func runHost(
  _ options: RunOptions,
  showLink: (@Sendable (String) -> Void)? = nil,
  log: RunLog
) async throws(RigError) {
  try await runHost(options, showLink: showLink, on: nil, log: log)
}

/// The same on another backend than the options say.
package func runHost(
  _ options: RunOptions,
  showLink: (@Sendable (String) -> Void)? = nil,
  on backend: BackendMaker?,
  log: RunLog
) async throws(RigError) {
  // Before there are plugins, which may change it.
  _ = startFolder
  FileMode.noteMask()
  let service = ServiceLink(startEnvironment)
  tellJACKMessages { [log] in log.report("JACK says: \($0)") }
  let (wakes, inlet) = AsyncStream.makeStream(of: Wake.self)
  let steps = SlowSteps(report: log.report) { service.tell(status: "Starting: \($0).") }
  let managed = await steps.during("waiting for the session manager") {
    await NSMMembership.join(as: options.name, startEnvironment, report: log.report)
  }
  let manager = managed?.manager
  defer { manager?.link.close() }
  let ownLog = manager.map { manager in log.tellingErrors { manager.link.tell($0, priority: 3) } }
  let context = RunContext(ownLog ?? log, service, steps, showLink: showLink, backend: backend) {
    inlet.yield($0)
  }
  defer { context.end() }
  // A plugin that calls exit() is named in the log, until the program itself ends in order.
  CrashGuard.guardExit(true)
  defer { CrashGuard.guardExit(false) }
  var run: RigRun
  do throws(RigError) {
    if let managed {
      run = try await managed.manager.begin(managed.project, options, context)
    } else {
      run = try await RigRun(options, context)
    }
  } catch {
    // The user has ended a rig that was starting: that is no failure.
    if steps.isStopped { return }
    throw error
  }
  manager?.listen { inlet.yield(.order($0)) }
  var saving: Task<Void, Never>?
  loop: for await wake in wakes {
    switch (wake, manager) {
    case (.driver(let event, let name), _): await run.handle(event, of: name)
    case (.reload, _): run.reload()
    case (.order(.save), let manager?):
      // Orders are carried out one after the other; the rig's events are handled meanwhile.
      saving = Task { [saving, host = run.host] in
        await saving?.value
        await manager.save(host)
      }
    case (.order(.open(let project)), let manager?):
      await saving?.value
      run = try await manager.open(project, insteadOf: run, options, context)
    case (.order, nil): continue
    case (.stop, _): break loop
    }
  }
  await run.end()
}

/// What wakes a run.
enum Wake: Sendable {
  /// An event of a rig's driver.
  case driver(DriverEvent, of: String)
  /// The preset is to be read again.
  case reload
  /// The session manager wants something.
  case order(NSMCommand)
  /// The run is to end.
  case stop
}
