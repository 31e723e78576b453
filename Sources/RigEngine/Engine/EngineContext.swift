// SPDX-License-Identifier: Apache-2.0
// What every part of the engine acts on.

import LV2Hosting
package import Quantities
package import RenderCore
import RigErrors
import RigModel

/// The rig that is up, and the renderer that plays it: what every part of the engine acts on.
///
/// > Threading: Control.
package final class EngineContext {
  package let controller: RenderController
  package let sampleRate: SampleRate
  /// The channels and routes that are up.
  package internal(set) var live: LiveRig {
    didSet { lookAgain() }
  }
  /// Counts the changes of what there is; as long as it is the same, so are the paths of values.
  package private(set) var generation = 0
  /// What was up has changed: each part that keeps something of it lets that go, as plugins come to
  /// their end with it.
  var changed: () -> Void = {}
  /// The driver's channel of each port of the rig.
  package private(set) var channels: [PortKey: Int] = [:]
  /// How many frames a cycle has.
  package private(set) var blockFrames: Int
  /// How late what is rendered is, and what waits for it.
  package private(set) var latencies = RigLatencies()
  /// What ports of the rig wait for to be connected to; the ones that have all they want are not
  /// there.
  package var waiting: [PortKey: [String]] = [:]
  /// What operators and the preset keep from being changed.
  private(set) lazy var guards = ValueGuards { [unowned self] in live.rig }
  /// Routes that another program has disconnected from all that they should be connected to.
  package var cutRoutes: Set<String> = []
  /// Whether a thread was ended while it rendered, so that nobody can render any more.
  package var isAbandoned = false
  /// What surrounds the rig.
  package var hooks = EngineHooks()

  init(_ rig: Rig, _ clock: TransportClock, _ sampleRate: SampleRate, blockFrames: Int) {
    controller = RenderController(sampleRate: sampleRate, transport: clock)
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
    live = LiveRig(rig: rig, routes: rig.routes.map(LiveRoute.init))
    live.groups = rig.groups.map(LiveGroup.init)
    live.crossfader.values = rig.crossfader
  }

  /// Hands the rig as it is to the renderer, for a driver with these channels and this period.
  package func publish(channels: [PortKey: Int], blockFrames: Int) {
    self.channels = channels
    self.blockFrames = blockFrames
    publish()
  }

  /// Hands the rig as it is now to the renderer, for the driver that it has.
  func publish() {
    for channel in live.channels where channel.gate.isSilent { channel.choosePlugins() }
    var plan = live.plan(channels: channels)
    latencies.compensate(&plan, of: live)
    controller.publish(hooks.refine(plan), blockFrames: blockFrames)
  }

  /// Makes up for latencies that have changed since the rig was handed over.
  func followLatencies() {
    if latencies.areOutdated(for: live) { publish() }
  }

  /// Lets everybody look again at what there is: what values may be has changed.
  func lookAgain() {
    generation &+= 1
    changed()
  }

  /// Counts on from another rig's changes, in whose place this one comes.
  func succeed(_ old: EngineContext) {
    generation = old.generation &+ 1
    hooks = old.hooks
  }

  /// The session of that name.
  func find(_ session: String) throws(RigError) -> LiveChannel {
    guard let live = live.session(session) else {
      let known = live.sessions.map(\.name)
      throw .data("There is no session '\(session)'", UnknownWord(session, among: known))
    }
    return live
  }

  /// How long a ramp takes on a channel's strip: nobody hears one that is silent.
  func ramp(of channel: LiveChannel, _ time: Seconds) -> FrameCount {
    channel.gate.isSilent ? FrameCount(1) : time.frames(at: sampleRate)
  }
}

/// A part of the engine that acts on the context.
protocol EnginePart {
  var context: EngineContext { get }
}

extension EnginePart {
  var controller: RenderController { context.controller }
  var sampleRate: SampleRate { context.sampleRate }
  var live: LiveRig { context.live }
  var hooks: EngineHooks { context.hooks }

  func ramp(of channel: LiveChannel, _ time: Seconds) -> FrameCount {
    context.ramp(of: channel, time)
  }
}
