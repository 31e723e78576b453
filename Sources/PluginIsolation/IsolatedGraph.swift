// SPDX-License-Identifier: Apache-2.0
// The graph of an isolated session as the rig sees it: what the rig wants of it, wherever it runs
// at the moment.

import ControlProtocol
import LV2Hosting
package import Quantities
package import RenderCore
package import RigEngine
import RigErrors
import RigFiles
package import RigModel

/// The graph of an isolated session.
///
/// > Threading: Control; nothing here waits for the process.
package final class IsolatedGraph: RemoteGraph {
  let world: LV2World
  package let relay: RelayNode
  private let driver: GraphProcesses
  private(set) var plugins: [RemotePlugin] = []
  var wanted: WantedGraph
  var life = GraphLife()
  var process: IsolatedProcess?
  var questions = StateQuestions()
  /// How it fares, as its process has said last.
  var update = IsolationUpdate()
  var sandbox = SandboxLog()
  /// Events that have not been reported yet.
  var untold: [RemoteGraphEvent] = []
  /// The only folder that its process may write to in a sandbox, and the one for temporary files in
  /// any case.
  var folder: TemporaryFolder?

  /// Describes the graph, without its plugins.
  init(_ wanted: WantedGraph, world: LV2World, driver: GraphProcesses) throws(RigError) {
    let channel = wanted.channel
    let outputs = channel.graph.outputs.count
    guard let relay = RelayNode(inputs: channel.sentChannels, outputs: outputs) else {
      throw .unavailable(
        "Session '\(channel.name)' can't be isolated: the system has no memory, or no file descriptor, left for its blocks."
      )
    }
    self.relay = relay
    self.wanted = wanted
    self.world = world
    self.driver = driver
  }

  /// Adds the next instance of its graph, with the values that it begins with and what was done to
  /// it before.
  func add(_ info: PluginInfo, values: [String: Float], history: PluginHistory) {
    let number = plugins.count
    plugins.append(RemotePlugin(info, number: number, values: values, history, in: self))
  }

  deinit {
    end()
    folder?.leave()
  }

  /// Ends its process for good, in order; nobody need wait for that.
  package func end() {
    life.end()
    relay.close()
    let farewell = EndDescription(session: channel.name, loss: wanted.description)
    process?.leave(within: HostTimes.isolationEnd, farewell)
    process = nil
  }

  var channel: Channel { wanted.channel }
  package var hostedPlugins: [any HostedPlugin] { plugins }
  /// A block is taken back one cycle after it was handed over.
  package var latency: FrameCount { driver.period() }
  package var lostMessages: Int { relay.lostMessages + update.lostMessages }
  /// Whether its process runs it.
  var isUp: Bool { life.runningSince != nil }
  /// Why it can't run at all.
  package var refusal: String? { life.refusal }
  /// Why it is silent until somebody releases it; `nil` when it is not.
  package var holdSentence: String? { life.holdSentence }

  // MARK: What the rig wants

  /// What a process is to run that takes up where the last one was lost.
  var task: IsolationTask { task(with: plugins.map(\.history)) }

  private func task(with histories: [PluginHistory]) -> IsolationTask {
    wanted.task(histories, realtimePriority: driver.realtimePriority())
  }

  /// Sends an order; while there is no process, the next one learns of it by its task.
  func send(_ order: IsolationCommand) {
    process?.channel.send(order)
  }

  /// Says how many frames blocks have from now on.
  package func setNominalBlock(_ frames: FrameCount) {
    wanted.setNominalBlock(frames).map(send)
  }

  /// Says what the session holds for itself alone.
  package func hold(_ tokens: Set<String>) {
    wanted.hold(tokens).map(send)
  }

  /// Takes over a session with the same sound, whose MIDI may be connected otherwise.
  package func rewire(_ channel: Channel) {
    if wanted.rewire(channel) { send(.rewire(task(with: []))) }
  }

  /// Carries a change out, and returns once the process has answered or is lost; returns why it
  /// could not.
  ///
  /// Without a process the next one carries it out.
  nonisolated(nonsending) func change(_ change: StateChange, of plugin: Int) async -> StateFailure?
  {
    guard let process else { return nil }
    let number = questions.ask()
    defer { questions.forget(number) }
    process.channel.send(IsolationCommand.change(plugin: plugin, change, number: number))
    let end = MonotonicTime.now.after(HostTimes.isolationAnswer)
    while self.process === process, .now < end {
      takeReports(from: process)
      if case .given(let failure) = questions.answer(to: number) { return failure }
      try? await Task.sleep(nanoseconds: HostTimes.answer.nanoseconds)
    }
    return .lost
  }

  /// Sends a change that nobody waits for.
  func changeUnanswered(_ change: StateChange, of plugin: Int) {
    send(.change(plugin: plugin, change, number: 0))
  }

  /// Takes over what was done to a graph that this one replaces.
  package func succeed(_ old: any RemoteGraph) {
    guard let old = old as? IsolatedGraph else { return }
    for (plugin, before) in zip(plugins, old.plugins) { plugin.succeed(before) }
    life.succeed(old.life)
  }

  /// Tries again with a graph that is held.
  package func release() {
    life.release()
  }
}
