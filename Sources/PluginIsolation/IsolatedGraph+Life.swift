// SPDX-License-Identifier: Apache-2.0
// How the process of an isolated graph begins and ends: starts it, notices its end, starts it again as it was.

import ChildPrograms
import LV2Hosting
import Presets
package import Quantities
package import RigEngine

extension IsolatedGraph {
  /// Starts a process, if there is none.
  func start() {
    guard process == nil else { return }
    // Without a folder there is no room on the disk; later there may be.
    guard let folder = folder?.path,
      let process = IsolatedProcess(environment: environment(temporary: folder))
    else { return schedule() }
    self.process = process
    (complaint, sandbox) = (nil, nil)
    for plugin in plugins { plugin.noteStart() }
    phase = .starting(since: .now)
    process.channel.send(IsolationOrder.begin(task))
  }

  /// Whether it is known to run, or not to; that it is lost meanwhile is told by `poll`.
  package var isSettled: Bool {
    guard case .starting = phase, let process else { return true }
    takeReports(from: process)
    guard case .starting = phase, self.process === process else { return true }
    return process.channel.isClosed
  }

  /// Looks after it; `canStart` says whether there is a server to join.
  package func poll(now: MonotonicTime, canStart: Bool) -> [RemoteGraphEvent] {
    defer { untold = [] }
    if let process { look(at: process, now) }
    if process == nil, canStart, case .waiting(let until) = phase, now >= until { start() }
    return untold
  }

  private func look(at process: IsolatedProcess, _ now: MonotonicTime) {
    process.look(now: now)
    takeReports(from: process)
    for refusal in process.traces.takeRefusals() { note(refusal) }
    let lines = process.traces.takeLines(now: now, isLast: process.hasEnded)
    untold += lines.map { .wrote($0) }
    guard self.process === process else { return }
    findLoss(of: process, now)
    if case .leaving(let until) = phase, now > until { process.kill() }
    if case .running(let since) = phase, process.longest?.isNoticeable != true {
      for plugin in plugins { plugin.prove(now: now, since: since) }
    }
    guard process.hasEnded else { return }
    lose(complaint ?? endSentence(of: process), blaming: culprit(of: process), now)
    self.process = nil
    schedule()
  }

  /// Looks whether the process is lost although it has not ended.
  private func findLoss(of process: IsolatedProcess, _ now: MonotonicTime) {
    if let loss = process.traces.takeLoss() {
      lose(
        words.sentence(of: loss),
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
    } else if case .starting(let since) = phase,
      now.elapsed(since: since) > HostTimes.isolationStart
    {
      lose("it did not come up", blaming: culprit(of: process), now)
    }
  }

  /// Who has brought a process down.
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
  /// It is given a moment to leave JACK by itself, if it can.
  private func lose(
    _ reason: String,
    blaming blame: Blame,
    _ now: MonotonicTime,
    leave: Seconds = .zero
  ) {
    if case .leaving = phase { return }
    let since: MonotonicTime? = if case .running(let since) = phase { since } else { nil }
    let isSteady = since.map { now.elapsed(since: $0) >= HostTimes.steady } ?? false
    let longer = min(max(wait.value * 2, HostTimes.shortestWait.value), HostTimes.longestWait.value)
    // The first loss of all may be bad luck.
    wait = isSteady || losses == 0 ? .zero : Seconds(longer)
    phase = .leaving(until: now.after(leave))
    losses += 1
    lostAt = lostAt ?? now
    client = ""
    let given = plugins.filter { blame.concerns($0.number) }.flatMap {
      $0.giveUp(name: words.name($0.number) ?? "")
    }
    for plugin in plugins { plugin.noteLoss() }
    isToBeHeld = isToBeHeld || !given.isEmpty
    lastLoss = ([reason] + given.map { "\($0) has brought it down twice" }).joined(separator: "; ")
    untold.append(.lost(lastLoss ?? reason, wait: isToBeHeld ? nil : wait))
  }

  private func schedule() {
    phase = isToBeHeld ? .held : .waiting(until: .now.after(wait))
  }

  // MARK: Reports

  /// Takes what the process has told.
  func takeReports(from process: IsolatedProcess) {
    for report in process.channel.receive(IsolationReport.self) {
      switch report {
      case .ready(let client): noteReady(client)
      case .sandboxed(let status): sandbox = status
      case .refused(let sentence): refuse(sentence)
      case .serverLost: forget()
      case .answer(let number, let failure):
        if answers[number] != nil { answers[number] = .given(failure) }
      case .news(let news):
        self.news = news
        for (plugin, news) in zip(plugins, news.plugins) { plugin.take(news) }
      }
    }
  }

  private func noteReady(_ client: String) {
    let now = MonotonicTime.now
    guard case .starting = phase else { return }
    self.client = client
    phase = .running(since: now)
    if let lostAt { untold.append(.returned(after: now.elapsed(since: lostAt))) }
    lostAt = nil
  }

  /// Only who has never run can be refused; later, a server that goes or a file that is gone may be the reason.
  private func refuse(_ sentence: String) {
    if losses == 0, case .starting = phase {
      refusal = sentence
      isToBeHeld = true
    }
    complaint = sentence
  }

  /// Its server has gone; no fault of its own.
  private func forget() {
    process?.leave(within: HostTimes.isolationLeave)
    process = nil
    wait = .zero
    client = ""
    for plugin in plugins { plugin.noteLoss() }
    schedule()
  }
}

extension CallObserver.Longest {
  /// Whether it is worth a word.
  var isNoticeable: Bool { time > HostTimes.noticeableCall }
}
