// SPDX-License-Identifier: Apache-2.0
// What a plugin's own file says.

/// The DSP of one plugin.
///
/// Its file ends with `typealias Exported = …`, and its Turtle says the rest.
///
/// > Threading: `init` Control, all else Realtime, by one thread at a time.
protocol Effect: ~Copyable {
  /// Takes all memory that it will need.
  init(_ setup: Setup)

  /// By how many frames the sound is later; it may change in `set` while `jumps`, and else not.
  var latency: Int { get }

  /// What `latency` may be at most; the same for life.
  var longestLatency: Int { get }

  /// Which input sounds at an output while the plugin is not enabled; `nil` is silence.
  static func dryInput(of output: Int, _ setup: Setup) -> Int?

  /// Forgets all sound of before; after an activation, `set` follows with `jumps`.
  mutating func reset()

  /// Takes the values of the controls; called when one has changed, before the frames for which it
  /// counts.
  mutating func set(_ controls: Controls)

  /// Turns inputs into outputs.
  mutating func process(_ block: Block)

  /// Says what output controls are to say, after the last frame of a run.
  mutating func report(_ controls: Controls)
}

extension Effect where Self: ~Copyable {
  var latency: Int { @_noLocks get { 0 } }

  var longestLatency: Int { @_noLocks get { latency } }

  @_noLocks
  static func dryInput(of output: Int, _ setup: Setup) -> Int? { output }

  @_noLocks
  mutating func report(_ controls: Controls) {}
}

/// For what a plugin is instantiated.
struct Setup {
  /// Frames per second.
  let rate: Double
  /// How many audio inputs there are.
  let inputs: Int
  /// How many audio outputs there are.
  let outputs: Int
}

/// Some frames of all channels, at most `Block.capacity`.
///
/// The inputs are copies: an output may be written before another input is read.
///
/// > Threading: Realtime.
struct Block {
  /// How many frames a block has at most.
  static var capacity: Int { @_noLocks get { 64 } }

  /// How many frames there are.
  let frames: Int
  private let inputs: Samples
  private let outputs: Samples

  @_noLocks
  init(frames: Int, inputs: Samples, outputs: Samples) {
    self.frames = frames
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The samples of an input; there is room for `capacity`, and those behind `frames` are no sound.
  @inline(__always)
  @_noLocks
  func input(_ channel: Int) -> Samples {
    inputs.part(from: channel &* Block.capacity, count: Block.capacity)
  }

  /// The samples of an output; there is room for `capacity`.
  @inline(__always)
  @_noLocks
  func output(_ channel: Int) -> Samples {
    outputs.part(from: channel &* Block.capacity, count: Block.capacity)
  }
}

/// The values of all controls.
///
/// > Threading: Realtime.
struct Controls {
  private let values: Samples
  /// Whether values are to be taken without a ramp, because nothing has sounded yet.
  let jumps: Bool

  @_noLocks
  init(_ values: Samples, jumps: Bool) {
    self.values = values
    self.jumps = jumps
  }

  /// The value of a control, in its range; what is written to an output is what the host reads.
  @inline(__always)
  subscript(control: Control) -> Float {
    @_noLocks get { values[control.rawValue] }
    @_noLocks nonmutating set { values[control.rawValue] = newValue }
  }

  /// Whether a switch is on.
  @inline(__always)
  @_noLocks
  func isOn(_ control: Control) -> Bool { self[control] > 0.5 }

  /// Which of a control's whole numbers it is, from 0 on.
  @inline(__always)
  @_noLocks
  func choice(_ control: Control) -> Int { Int(clamping: Double(self[control]) + 0.5) }
}
