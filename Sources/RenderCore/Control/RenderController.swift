// SPDX-License-Identifier: Apache-2.0
// The control half of the renderer: compiles and publishes plans, sends commands, collects reports.

package import Quantities
internal import Synchronization

/// What the audio thread reports.
package enum RenderEvent: Hashable, Sendable {
  /// The strip with this id is silent and its graph is not called any more, after so many
  /// `closings`.
  case closed(strip: UInt32, closings: Int)
  /// A helper has not come back from a plugin of this strip's group: its session is silent for
  /// good.
  case hung(strip: UInt32)
  /// The player with this id has played its last frame, after so many `jumps`.
  case ended(player: UInt32, jumps: Int)
  /// A player's ring had not got what its loop, or a move within it, wanted: it plays on as it was,
  /// without a loop. The number of the command.
  case strayed(player: UInt32, move: Int)
}

/// Steers a `RenderProcessor` from the control thread.
///
/// Commands are carried out in the order in which they are sent, plans included, so that whatever
/// an earlier command refers to is still there.
///
/// > Threading: Control.
@safe
package final class RenderController {
  /// The half that the driver calls.
  package let processor: RenderProcessor
  /// Commands that the queue refused at first, because the audio thread did not take others in
  /// time; they wait.
  package var refusedCommands: Int { outbox.delayed }
  /// How many commands were sent, plans included; without those that nobody will hear of.
  package var sentCommands: Int { outbox.sent }
  /// The rate that the processor was made for.
  package let sampleRate: SampleRate

  private var plans: [UInt: PlanMemory] = [:]
  private var rings: [UInt: SharedAudioRing] = [:]
  /// The player that the transport follows.
  var leader: PlayerNode?
  private var outbox: CommandOutbox
  /// Commands of a decision that is not whole yet; `nil` outside of one.
  private var decision: [OwnedCommand]?
  /// The driver's frame at which ramps begin; `nil` for the next cycle.
  private var startFrame: UInt32?
  /// What was reported and not asked for yet.
  private var events: [RenderEvent] = []
  /// Frames of the ramp that hides the stop and jump of a player, and its start in the middle of
  /// something.
  let declick: Int
  /// Frames of the ramp with which a beginning comes in, so short that a drum keeps its first blow.
  let edge: Int

  /// Makes a controller and its processor for `sampleRate`; plugins follow `transport`.
  package init(sampleRate: SampleRate, transport: TransportClock = TransportClock()) {
    self.sampleRate = sampleRate
    processor = RenderProcessor(sampleRate: sampleRate.hertz, transport: transport)
    outbox = CommandOutbox(to: processor)
    declick = Seconds(0.005).frames(at: sampleRate).value
    edge = Int(clamping: (0.0005 * sampleRate.hertz).rounded(.down))
  }

  deinit {
    guard processor.dispatch.missing.load(ordering: .relaxed) > 0 else { return }
    // A helper that comes back late still finds its plan.
    for memory in plans.values { _ = unsafe Unmanaged.passRetained(memory) }
  }

  /// Lets the audio thread take all commands that `body` sends in one cycle, none earlier than the
  /// others.
  ///
  /// It takes none before `body` has ended, so `body` must not wait for that.
  @discardableResult
  package func together<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard decision == nil else { return try body() }
    decision = []
    defer {
      outbox.send(decision ?? [])
      decision = nil
    }
    return try body()
  }

  /// Lets all ramps and controls of plugins that `body` sends begin at one frame of the driver's
  /// count, less than half of its round ahead.
  ///
  /// Those whose frame has gone by begin at once, and all do where the driver counts no frames, or
  /// `frame` is `nil`. A ramp that begins later does not replace what is under way or begins before
  /// it; eight of one gain, and sixteen controls of one plugin, can wait at once.
  package func starting<Result, Failure: Error>(
    at frame: UInt32?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = startFrame
    startFrame = frame
    defer { startFrame = before }
    return try together(body)
  }

  /// Compiles `description` and hands it to the audio thread, which adopts it at its next cycle.
  ///
  /// - Parameters:
  ///   - description: the sessions and outputs to render.
  ///   - blockFrames: the driver's cycle length; longer cycles are rendered in chunks.
  package func publish(_ description: PlanDescription, blockFrames: Int) {
    let (plan, memory) = unsafe PlanCompiler.compile(description, blockFrames: blockFrames)
    plans[UInt(bitPattern: plan)] = memory
    unsafe send(.adopt(plan), to: nil)
  }

  /// Moves a gain to `target` in equal steps, after holding still for `delay`.
  ///
  /// What an earlier command has under way or waiting is replaced; the way starts from where the
  /// gain is.
  package func ramp(
    _ gain: GainReference,
    to target: LinearGain,
    over frames: FrameCount,
    after delay: FrameCount = .zero
  ) {
    let command: RenderCommand
    if let startFrame {
      let frame = startFrame &+ UInt32(clamping: delay.value)
      command = unsafe .rampAt(
        gain.pointer,
        to: target.factor,
        overFrames: frames.value,
        frame: frame
      )
    } else {
      command = unsafe .ramp(
        gain.pointer,
        to: target.factor,
        overFrames: frames.value,
        afterFrames: delay.value
      )
    }
    send(command, to: gain.owner)
  }

  /// Moves what the odd (`left`) and the even channels of outputs get of a strip, in equal steps.
  package func lean(
    _ strip: StripNode,
    left: LinearGain,
    right: LinearGain,
    over frames: FrameCount
  ) {
    let command = unsafe RenderCommand.lean(
      strip.strip,
      left: left.factor,
      right: right.factor,
      overFrames: frames.value,
      frame: startFrame
    )
    send(command, to: strip)
  }

  /// Lets a session sound: after `delay` its graph is called and its gate opens over `attack`.
  ///
  /// A session that hears nothing but players opens within half a millisecond where there is
  /// nothing to cut into: they are silent or begin, and its plugins have nothing left of what they
  /// heard before.
  package func open(_ strip: StripNode, over attack: FrameCount, after delay: FrameCount) {
    let command = unsafe RenderCommand.open(
      strip.strip,
      overFrames: attack.value,
      edge: min(edge, attack.value),
      afterFrames: delay.value
    )
    send(command, to: strip)
  }

  /// Ramps a session to silence over `release` and then stops calling its graph; reported as
  /// `closed`.
  package func close(_ strip: StripNode, over release: FrameCount) {
    strip.closings += 1
    unsafe send(
      .close(strip.strip, overFrames: release.value, closings: strip.closings),
      to: strip
    )
  }

  /// Joins a session's sources and outputs directly, bit for bit, or ends that.
  package func measure(_ strip: StripNode, _ isMeasuring: Bool) {
    unsafe send(.measure(strip.strip, isMeasuring), to: strip)
  }

  /// Silences a session at both taps over `frames` while its graph and its players go on, or ends
  /// that.
  package func silence(_ strip: StripNode, _ isSilenced: Bool, over frames: FrameCount) {
    unsafe send(.silence(strip.strip, isSilenced, overFrames: frames.value), to: strip)
  }

  /// Lets a session read exact zeros from the driver's inputs, or hear them again; its players go
  /// on.
  ///
  /// The first cycle of that fades, so that nothing clicks; a session that is not called changes at
  /// once.
  package func zeroInputs(_ strip: StripNode, _ isZero: Bool) {
    unsafe send(.zeroInputs(strip.strip, isZero), to: strip)
  }

  /// Lets a session's duck breathe with the level of `ducker`, measured at its *pre* tap a cycle
  /// before.
  ///
  /// With `nil` the duck's own gain counts again: with the end of the duck, or after an attack if
  /// that goes on.
  package func sidechain(
    _ strip: StripNode,
    follows ducker: StripNode?,
    _ shape: SidechainShape
  ) {
    unsafe send(.sidechain(strip.strip, follows: ducker?.id, shape), to: strip)
  }

  /// Sets a control input of `plugin`.
  package func setControl(
    _ value: UnsafeMutablePointer<Float>,
    to newValue: Float,
    of plugin: PluginNode
  ) {
    let command: RenderCommand
    if let startFrame {
      let change = unsafe ControlChange(value: value, newValue: newValue, frame: startFrame)
      command = unsafe .setControlAt(plugin.state, change)
    } else {
      command = unsafe .setControl(value, newValue)
    }
    send(command, to: plugin)
  }

  /// Feeds what the session plays, before duck and fader, to a recorder's ring, or to none.
  package func tap(_ strip: StripNode, to ring: SharedAudioRing?) {
    hold(ring)
    unsafe send(.tapStrip(strip.strip, ring?.pointer), to: strip)
  }

  /// Feeds what leaves through the route to a recorder's ring, or to none.
  package func tap(_ bus: BusNode, to ring: SharedAudioRing?) {
    hold(ring)
    unsafe send(.tapBus(bus.state, ring?.pointer), to: bus)
  }

  /// Feeds what leaves through the route to a listener's ring, or to none; what has no room there
  /// is lost.
  package func listen(to bus: BusNode, by ring: SharedAudioRing?) {
    hold(ring)
    unsafe send(.listen(bus.state, ring?.pointer), to: bus)
  }

  /// Collects reports, frees what the audio thread has given back, and sends what has had to wait.
  package func poll() -> [RenderEvent] {
    collect()
    outbox.sendOn()
    defer { events = [] }
    return events
  }

  private func collect() {
    while let report = processor.reports.receive() {
      switch report {
      case .retired(let plan): plans[UInt(bitPattern: plan)] = nil
      case .released(let ring): rings[UInt(bitPattern: ring)] = nil
      case .closed(let strip, let closings):
        events.append(.closed(strip: strip, closings: closings))
      case .hung(let strip): events.append(.hung(strip: strip))
      case .strayed(let player, let move): events.append(.strayed(player: player, move: move))
      case .ended(let player, let jumps): events.append(.ended(player: player, jumps: jumps))
      }
    }
  }

  /// Carries commands out while no driver renders, so that they don't pile up.
  ///
  /// > Threading: Control, while no driver is running.
  package func settleWithoutDriver() {
    repeat {
      outbox.sendOn()
      unsafe processor.render(
        DriverBlock(
          inputs: UnsafeBufferPointer(start: nil, count: 0),
          outputs: UnsafeBufferPointer(start: nil, count: 0),
          frames: 0
        )
      )
      collect()
    } while !outbox.isSettled
  }

  /// Whether the audio thread has carried out all commands.
  package var isSettled: Bool { decision?.isEmpty != false && outbox.isSettled }

  /// Plans that the audio thread has not given back, the present one included.
  package var plansInUse: Int { plans.count }

  func hold(_ ring: SharedAudioRing?) {
    if let ring { unsafe rings[UInt(bitPattern: ring.pointer)] = ring }
  }

  /// Sends a command to something that `owner` keeps.
  func send(_ command: RenderCommand, to owner: AnyObject?) {
    let owned = OwnedCommand(command: command, owner: owner)
    if decision != nil { decision?.append(owned) } else { outbox.send([owned]) }
  }
}

/// Keeps two players for a command that is about both.
final class NodePair {
  private let nodes: (PlayerNode?, PlayerNode?)

  init(_ one: PlayerNode?, _ other: PlayerNode?) { nodes = (one, other) }
}
