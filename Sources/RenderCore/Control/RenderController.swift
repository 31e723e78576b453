// SPDX-License-Identifier: Apache-2.0
// The control half of the renderer: compiles and publishes plans, sends commands, collects reports.

public import Quantities
internal import Synchronization

/// What the audio thread reports.
public enum RenderEvent: Hashable, Sendable {
  /// The strip with this id is silent and its graph is not called any more, after so many `closings`.
  case closed(strip: UInt32, closings: Int)
  /// A helper has not come back from a plugin of this strip's group: its session is silent for good.
  case hung(strip: UInt32)
  /// The player with this id has played its last frame, after so many `jumps`.
  case ended(player: UInt32, jumps: Int)
}

/// Steers a `RenderProcessor` from the control thread.
///
/// Commands are carried out in the order in which they are sent, plans included, so that whatever an earlier
/// command refers to is still there.
///
/// > Threading: Control.
@safe
public final class RenderController {
  /// The half that the driver calls.
  public let processor: RenderProcessor
  /// Commands that were refused because the audio thread did not take them in time.
  public private(set) var refusedCommands = 0
  /// The rate that the processor was made for.
  public let sampleRate: SampleRate

  private var plans: [UInt: PlanMemory] = [:]
  private var rings: [UInt: SharedAudioRing] = [:]
  /// Commands of a decision that is not whole yet; `nil` outside of one.
  private var staged: Int?
  /// Frames of the ramp that hides the start, stop and jump of a player.
  private let declick: Int

  /// Makes a controller and its processor for `sampleRate`; plugins follow `transport`.
  public init(sampleRate: SampleRate, transport: TransportClock = TransportClock()) {
    self.sampleRate = sampleRate
    processor = RenderProcessor(sampleRate: sampleRate.hertz, transport: transport)
    declick = Seconds(0.005).frames(at: sampleRate).value
  }

  deinit {
    guard processor.crew.missing.load(ordering: .relaxed) > 0 else { return }
    // Whoever comes back late still finds its plan.
    for memory in plans.values { _ = unsafe Unmanaged.passRetained(memory) }
  }

  /// Lets the audio thread take all commands that `body` sends in one cycle, none earlier than the others.
  ///
  /// It takes none before `body` has ended, so `body` must not wait for that.
  @discardableResult
  public func together<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard staged == nil else { return try body() }
    staged = 0
    defer {
      showStaged()
      staged = nil
    }
    return try body()
  }

  /// Compiles `description` and hands it to the audio thread, which adopts it at its next cycle.
  ///
  /// - Parameters:
  ///   - description: the sessions and outputs to render.
  ///   - blockFrames: the driver's cycle length; longer cycles are rendered in chunks.
  /// - Returns: whether the audio thread has room for the order.
  @discardableResult
  public func publish(_ description: PlanDescription, blockFrames: Int) -> Bool {
    let (plan, memory) = unsafe PlanCompiler.compile(description, blockFrames: blockFrames)
    guard unsafe send(.adopt(plan)) else { return false }
    plans[UInt(bitPattern: plan)] = memory
    return true
  }

  /// Moves a gain to `target` in equal steps, after holding still for `delay`.
  ///
  /// What an earlier command has under way or waiting is replaced; the way starts from where the gain is.
  @discardableResult
  public func ramp(
    _ gain: GainReference,
    to target: LinearGain,
    over frames: FrameCount,
    after delay: FrameCount = .zero
  ) -> Bool {
    unsafe send(
      .ramp(gain.pointer, to: target.factor, overFrames: frames.value, afterFrames: delay.value)
    )
  }

  /// Lets a session sound: after `delay` its graph is called and its gate opens over `attack`.
  @discardableResult
  public func open(_ strip: StripNode, over attack: FrameCount, after delay: FrameCount) -> Bool {
    unsafe send(.open(strip.strip, overFrames: attack.value, afterFrames: delay.value))
  }

  /// Ramps a session to silence over `release` and then stops calling its graph; reported as `closed`.
  @discardableResult
  public func close(_ strip: StripNode, over release: FrameCount) -> Bool {
    strip.closings += 1
    return unsafe send(
      .close(strip.strip, overFrames: release.value, closings: strip.closings)
    )
  }

  /// Joins a session's sources and outputs directly, bit for bit, or ends that.
  @discardableResult
  public func measure(_ strip: StripNode, _ isMeasuring: Bool) -> Bool {
    unsafe send(.measure(strip.strip, isMeasuring))
  }

  /// Silences a session at both taps over `frames` while its graph and its players go on, or ends that.
  @discardableResult
  public func silence(_ strip: StripNode, _ isSilenced: Bool, over frames: FrameCount) -> Bool {
    unsafe send(.silence(strip.strip, isSilenced, overFrames: frames.value))
  }

  /// Lets a session read exact zeros from the driver's inputs, or hear them again; its players go on.
  ///
  /// The cycle that obeys fades, so that nothing clicks; a session that is not called changes at once.
  @discardableResult
  public func zeroInputs(_ strip: StripNode, _ isZero: Bool) -> Bool {
    unsafe send(.zeroInputs(strip.strip, isZero))
  }

  /// Lets a session's duck breathe with the level of `ducker`, measured at its *pre* tap a cycle before.
  ///
  /// With `nil` the duck's own gain counts again: with the end of the duck, or after an attack if that goes on.
  @discardableResult
  public func sidechain(
    _ strip: StripNode,
    follows ducker: StripNode?,
    _ shape: SidechainShape
  ) -> Bool {
    unsafe send(.sidechain(strip.strip, follows: ducker?.id, shape))
  }

  /// Sets a plugin's control input; `owner` is the plugin that the value belongs to.
  @discardableResult
  public func setControl(_ value: UnsafeMutablePointer<Float>, to newValue: Float) -> Bool {
    unsafe send(.setControl(value, newValue))
  }

  /// Starts or stops a player.
  @discardableResult
  public func setPlaying(_ player: PlayerNode, _ play: Bool) -> Bool {
    unsafe send(.setPlaying(player.voice, play, overFrames: declick))
  }

  /// Lets a player go on with another ring: a jump to another position.
  @discardableResult
  public func exchangeRing(of player: PlayerNode, with ring: SharedAudioRing) -> Bool {
    let jumps = player.jumps + 1
    guard
      unsafe send(
        .exchangeRing(player.voice, ring.pointer, overFrames: declick, jumps: jumps)
      )
    else { return false }
    hold(player.ring)
    player.ring = ring
    player.jumps = jumps
    return true
  }

  /// Feeds what the session plays, before duck and fader, to a recorder's ring, or to none.
  @discardableResult
  public func tap(_ strip: StripNode, to ring: SharedAudioRing?) -> Bool {
    hold(ring)
    return unsafe send(.tapStrip(strip.strip, ring?.pointer))
  }

  /// Feeds what leaves through the route to a recorder's ring, or to none.
  @discardableResult
  public func tap(_ bus: BusNode, to ring: SharedAudioRing?) -> Bool {
    hold(ring)
    return unsafe send(.tapBus(bus.state, ring?.pointer))
  }

  /// Collects reports and frees what the audio thread has given back.
  public func poll() -> [RenderEvent] {
    var events: [RenderEvent] = []
    while let report = processor.reports.receive() {
      switch report {
      case .retired(let plan): plans[UInt(bitPattern: plan)] = nil
      case .released(let ring): rings[UInt(bitPattern: ring)] = nil
      case .closed(let strip, let closings):
        events.append(.closed(strip: strip, closings: closings))
      case .hung(let strip): events.append(.hung(strip: strip))
      case .ended(let player, let jumps): events.append(.ended(player: player, jumps: jumps))
      }
    }
    return events
  }

  /// Carries commands out while no driver renders, so that they don't pile up.
  ///
  /// > Threading: Control, while no driver is running.
  public func settleWithoutDriver() {
    unsafe processor.render(
      DriverBlock(
        inputs: UnsafeBufferPointer(start: nil, count: 0),
        outputs: UnsafeBufferPointer(start: nil, count: 0),
        frames: 0
      )
    )
  }

  /// Whether the audio thread has taken all commands.
  public var isSettled: Bool { (staged ?? 0) == 0 && processor.commands.count() == 0 }

  /// Plans that the audio thread has not given back, the present one included.
  public var plansInUse: Int { plans.count }

  private func hold(_ ring: SharedAudioRing?) {
    if let ring { unsafe rings[UInt(bitPattern: ring.pointer)] = ring }
  }

  private func send(_ command: RenderCommand) -> Bool {
    if let count = staged {
      if processor.commands.stage(command, behind: count) {
        staged = count + 1
        return true
      }
      // A decision that the queue can't hold goes ahead in parts.
      showStaged()
    }
    guard processor.commands.send(command) else {
      refusedCommands += 1
      return false
    }
    return true
  }

  private func showStaged() {
    if let count = staged, count > 0 { processor.commands.show(count) }
    staged = 0
  }
}
