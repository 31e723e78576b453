// SPDX-License-Identifier: Apache-2.0
// A child process in which a plugin is tried, as its parent sees it.

import ChildPrograms
import FoundationEssentials
import Glibc
import LV2Hosting
import RigErrors
import RigFiles
import StrictJSON

/// The word on the command line that makes the program try a plugin: `tarmac WORD URI FOLDER`.
package let pluginTrialArgument = "plugin-trial"

/// A plugin's trial that is going on.
final class TrialProcess {
  /// The end of the pipe that the child's report comes through.
  let output: Int32
  private let uri: String
  private let process: pid_t
  private var deadline: ContinuousClock.Instant
  private let limit: Duration
  private let folder: TemporaryFolder
  private var bytes: [UInt8] = []

  /// Starts it; throws when there is no room for one more process.
  init(uri: String, _ options: PluginCheckOptions) throws(RigError) {
    do {
      folder = try TemporaryFolder()
    } catch {
      let parent = FileManager.default.temporaryDirectory.path
      throw .inputOutput(
        "No folder can be made in \(parent): is it full, or not yours to write to?"
      )
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw TrialProcess.notStarted(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    self.uri = uri
    limit = options.limit
    deadline = .now + limit
    defer { close(ends[1]) }
    let sandbox = SandboxPlan(folders: [folder.path], isExpendable: true)
    do throws(SpawnError) {
      process = try startProgramAgain(
        [pluginTrialArgument, uri, folder.path],
        files: [PluginTrial.report: ends[1]],
        environment: Sandbox.environment(temporary: folder.path),
        sandbox: options.isSandboxed && Sandbox.available != nil ? sandbox : nil
      )
    } catch {
      close(ends[0])
      throw TrialProcess.notStarted(error.code)
    }
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  private static func notStarted(_ code: Int32) -> RigError {
    .unavailable("No process can be started: \(unsafe String(cString: strerror(code)))")
  }

  /// Takes what the child has said; returns its result once it has ended, however it did.
  func poll() -> PluginCheck? {
    takeOutput()
    var status: Int32 = 0
    if unsafe waitpid(process, &status, WNOHANG) == process {
      return end { $0.noteEnd(status: status) }
    }
    guard ContinuousClock.now > deadline else { return nil }
    kill(-process, SIGKILL)
    unsafe waitpid(process, &status, 0)
    return end { check in
      check.verdict = .hung
      let flaw = "does not come back within \(limit.components.seconds) s \(check.step.phrase)"
      check.flaws.insert(flaw, at: 0)
    }
  }

  private func end(_ note: (inout PluginCheck) -> Void) -> PluginCheck {
    takeOutput()
    // Whatever the plugin has started goes with it.
    kill(-process, SIGKILL)
    close(output)
    let line = bytes.split(separator: UInt8(ascii: "\n")).last ?? []
    let told = try? JSONText.decode(PluginCheck.self, from: line, numbers: .all)
    var check = told ?? PluginCheck(uri: uri)
    note(&check)
    check.sentence = PluginCheck.sentence(of: check.flaws)
    return check
  }

  private func takeOutput() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while case let count = unsafe read(output, buffer.baseAddress, buffer.count), count > 0 {
        unsafe bytes += buffer.prefix(count)
        deadline = .now + limit
      }
    }
  }
}

extension PluginCheck {
  /// Takes in how the child has ended, as `waitpid` says it.
  fileprivate mutating func noteEnd(status: Int32) {
    let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
    guard signal != 0 || code != 0 || step != .done else { return }
    verdict = .crashed
    let how = signal == 0 ? "ends the program" : "crashes (\(signalName(signal)))"
    flaws.insert("\(how) \(step.phrase)", at: 0)
  }
}
