// SPDX-License-Identifier: Apache-2.0
// One plugin at work: what lies between an LV2 host and its DSP.

internal import CPlugin

/// An instance of the plugin.
///
/// Whatever the host gives, its DSP gets values in range, blocks of at most `Block.capacity`
/// frames, inputs that no output overwrites, and no sample that is not a number; and whatever the
/// DSP makes, the host gets numbers.
///
/// > Threading: `init` and `deinit` Control, all else Realtime.
@safe
struct Instance: ~Copyable {
  private let setup: Setup
  private var effect: Exported
  private let ports: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let values: SampleBuffer
  private let inputs: SampleBuffer
  private let outputs: SampleBuffer
  private var bypass: Bypass
  private var isFresh = true

  /// No sample is larger than this, about 180 dBFS; the square of one is still a number.
  private static var limit: Float { @_noLocks get { 1e9 } }

  init(_ setup: Setup) {
    self.setup = setup
    effect = Exported(setup)
    let count = Control.count + setup.inputs + setup.outputs
    unsafe ports = .allocate(capacity: count)
    unsafe ports.initialize(repeating: nil, count: count)
    values = SampleBuffer(count: Control.count)
    inputs = SampleBuffer(count: setup.inputs * Block.capacity)
    outputs = SampleBuffer(count: setup.outputs * Block.capacity)
    bypass = Bypass(setup, longestLatency: effect.longestLatency)
    for index in 0..<Control.count {
      values.samples[index] = Control(rawValue: index)?.range.standard ?? 0
    }
  }

  deinit {
    unsafe ports.deallocate()
  }

  @_noLocks
  mutating func connect(_ port: Int, to data: UnsafeMutablePointer<Float>?) {
    guard port >= 0, port < Control.count &+ setup.inputs &+ setup.outputs else { return }
    unsafe ports[port] = data
  }

  @_noLocks
  mutating func activate() {
    isFresh = true
    effect.reset()
    bypass.reset()
  }

  @_noLocks
  mutating func run(_ frames: Int) {
    let mode = Processor.flushDenormals()
    takeControls()
    var start = 0
    while start < frames {
      let count = min(frames &- start, Block.capacity)
      process(from: start, count)
      start &+= count
    }
    // A run without frames asks for the latency only; the controls may be set after it.
    if frames > 0 { isFresh = false }
    giveControls()
    Processor.restore(mode)
  }

  @_noLocks
  private mutating func takeControls() {
    var hasChanged = isFresh
    for index in 0..<Control.count {
      guard let control = Control(rawValue: index), !control.isOutput else { continue }
      guard let port = unsafe ports[index] else { continue }
      let value = control.range.clamp(unsafe port.pointee)
      guard value != values.samples[index] else { continue }
      values.samples[index] = value
      hasChanged = true
    }
    guard hasChanged else { return }
    let controls = Controls(values.samples, jumps: isFresh)
    if let enabled = Control.enabledPort {
      bypass.set(isEnabled: controls.isOn(enabled), jumps: isFresh)
    }
    effect.set(controls)
    if isFresh { bypass.take(latency: effect.latency) }
  }

  @_noLocks
  private mutating func giveControls() {
    effect.report(Controls(values.samples, jumps: false))
    if let port = Control.latencyPort { values.samples[port.rawValue] = Float(effect.latency) }
    for index in 0..<Control.count {
      guard let control = Control(rawValue: index), control.isOutput else { continue }
      if let port = unsafe ports[index] { unsafe port.pointee = values.samples[index] }
    }
  }

  @_noLocks
  private mutating func process(from start: Int, _ frames: Int) {
    let block = Block(frames: frames, inputs: inputs.samples, outputs: outputs.samples)
    for channel in 0..<setup.inputs {
      if let source = unsafe ports[Control.count &+ channel] {
        unsafe block.input(channel).copy(
          Samples(source + start, count: frames),
          silencingAbove: Instance.limit
        )
      } else {
        block.input(channel).fill(0)
      }
    }
    effect.process(block)
    bypass.mix(block, setup)
    var isSound = true
    for channel in 0..<setup.outputs {
      guard let sink = unsafe ports[Control.count &+ setup.inputs &+ channel] else { continue }
      let place = unsafe Samples(sink + start, count: frames)
      let isClean = place.copy(block.output(channel), silencingAbove: .greatestFiniteMagnitude)
      isSound = isSound && isClean
    }
    // A filter that has met what it could not bear would never sound again.
    if !isSound { effect.reset() }
  }
}

/// The processor's floating-point mode.
private enum Processor {
  @_noLocks
  static func flushDenormals() -> UInt {
    // RT-ASSUMED: reads and writes a register.
    unsafe _unsafePerformance { plugin_flush_denormals() }
  }

  @_noLocks
  static func restore(_ mode: UInt) {
    // RT-ASSUMED: writes a register.
    unsafe _unsafePerformance { plugin_restore_mode(mode) }
  }
}
