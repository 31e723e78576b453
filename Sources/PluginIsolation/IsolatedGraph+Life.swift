// SPDX-License-Identifier: Apache-2.0
// How the process of an isolated graph begins and ends: starts it, notices its end, starts it again
// as it was.

import ChildPrograms
import LV2Hosting
package import Quantities
import RenderCore
package import RigEngine
import RigFiles
import RigModel

extension IsolatedGraph {
  /// Starts a process, if there is none.
  func start() {
    guard process == nil else { return }
    // Without a folder there is no room on the disk; later there may be.
    folder = folder ?? (try? TemporaryFolder())
    guard let folder = folder?.path,
      let process = IsolatedProcess(
        environment: wanted.environment(temporary: folder),
        relay: relay.descriptor,
        sandbox: wanted.isSandboxed ? SandboxPlan(folders: [folder]) : nil
      )
    else { return life.schedule() }
    self.process = process
    relay.open()
    sandbox.begin()
    for plugin in plugins { plugin.noteStart() }
    life.begin()
    process.channel.send(IsolationCommand.begin(task))
  }

  /// Whether it is known to run, or not to; `poll` reports when it is lost meanwhile.
  package var isSettled: Bool {
    guard life.isStarting, let process else { return true }
    takeReports(from: process)
    guard life.isStarting, self.process === process else { return true }
    return process.channel.isClosed
  }

  /// Looks after it; `canStart` says whether anybody would hear it.
  package func poll(now: MonotonicTime, canStart: Bool) -> [RemoteGraphEvent] {
    defer { untold = [] }
    if let process { look(at: process, now) }
    if process == nil, canStart, life.wantsProcess(now) { start() }
    return untold
  }

  private func look(at process: IsolatedProcess, _ now: MonotonicTime) {
    process.look(now: now)
    takeReports(from: process)
    for refusal in process.traces.takeRefusals() {
      let event = sandbox.note(refusal, wanted.description, session: channel.name)
      if let event { untold.append(event) }
    }
    let lines = process.traces.takeLines(now: now, isLast: process.hasEnded)
    untold += lines.map { .wrote($0) }
    guard self.process === process else { return }
    findLoss(of: process, now)
    if life.isOverdue(now) { process.kill() }
    if let since = life.runningSince, process.longest?.isSlow != true {
      for plugin in plugins { plugin.prove(now: now, since: since) }
    }
    guard process.hasEnded else { return }
    lose(life.complaint ?? endSentence(of: process), blaming: cause(of: process), now)
    self.process = nil
    life.schedule()
  }

  /// Looks whether the process is lost although it has not ended.
  private func findLoss(of process: IsolatedProcess, _ now: MonotonicTime) {
    if let loss = process.traces.takeLoss() {
      lose(
        wanted.description.sentence(of: loss),
        blaming: Blame(loss.plugin),
        now,
        leave: HostTimes.isolationLeave
      )
    } else if case .stopped(let signal) = process.state {
      lose("its process was stopped (\(signalName(signal)))", blaming: .nobody, now)
    } else if process.silence(now: now) > HostTimes.stall {
      lose(
        "its process has shown no sign of life for \(HostTimes.stall.value) s",
        blaming: .any,
        now
      )
    } else if life.isLate(now) {
      lose("it did not come up", blaming: cause(of: process), now)
    }
  }

  /// What has brought a process down.
  enum Blame {
    /// The plugin of this number.
    case plugin(Int)
    /// One of the plugins.
    case any
    /// Somebody outside.
    case nobody

    /// A plugin, if it is known which.
    init(_ plugin: Int?) {
      self = plugin.map { .plugin($0) } ?? .any
    }

    /// Whether a plugin may have done it.
    func concerns(_ plugin: Int) -> Bool {
      switch self {
      case .plugin(let number): number == plugin
      case .any: true
      case .nobody: false
      }
    }
  }

  /// Notes that the process is lost; the first reason counts.
  ///
  /// It is given a moment to end by itself, if it can.
  private func lose(
    _ reason: String,
    blaming blame: Blame,
    _ now: MonotonicTime,
    leave: Seconds = .zero
  ) {
    guard !life.isLeaving else { return }
    relay.close()
    let guilty = plugins.filter { blame.concerns($0.number) }.flatMap {
      $0.giveUp(name: wanted.description.name($0.number) ?? "")
    }
    for plugin in plugins { plugin.noteLoss() }
    untold.append(life.lose(reason, guilty: guilty, now, leave: leave))
  }

  // MARK: Reports

  /// Takes what the process has reported.
  func takeReports(from process: IsolatedProcess) {
    for report in process.channel.receive(IsolationReport.self) {
      switch report {
      case .ready:
        if let time = life.noteReady() { untold.append(.returned(after: time)) }
      case .sandboxed(let status): sandbox.enter(status)
      case .refused(let sentence): life.refuse(sentence)
      case .answer(let number, let failure): questions.note(failure, to: number)
      case .update(let update):
        self.update = update.believed
        for (plugin, update) in zip(plugins, update.plugins) { plugin.take(update) }
      }
    }
  }
}

extension CallObserver.Longest {
  /// Whether it is worth a word.
  var isSlow: Bool { time > HostTimes.slowCall }
}
