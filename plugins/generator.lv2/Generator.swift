// SPDX-License-Identifier: Apache-2.0
// Test signals that begin at the very frame asked for.

/// Sine, square, sweep, noise, MLS and impulses.
struct Generator: Effect, ~Copyable {
  private enum Stage {
    case stopped
    /// So many frames of silence are still to come.
    case waiting(Int)
    case sounding
    /// So many frames of the fade are still to come, the last one silent.
    case fading(Int)
  }

  private let rate: Double
  private let channels: Int
  private let fadeFrames: Int
  private var source: Source
  private var identification: Identification
  private var level: Ramp
  private var stage = Stage.stopped
  private var choice = SignalChoice()
  private var delay = 0
  private var isPlaying = false
  private let left = SampleBuffer(count: Block.capacity)
  private let right = SampleBuffer(count: Block.capacity)

  init(_ setup: Setup) {
    rate = setup.rate
    channels = setup.outputs
    fadeFrames = max(1, Int(clamping: 0.005 * setup.rate))
    source = Source(rate: setup.rate)
    identification = Identification(0, rate: setup.rate)
    level = Ramp(0.1, seconds: 0.01, rate: setup.rate)
  }

  /// There is no input that could sound instead.
  @_noLocks
  static func dryInput(of output: Int, _ setup: Setup) -> Int? { nil }

  @_noLocks
  mutating func reset() {
    stage = .stopped
    isPlaying = false
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    source.set(hertz: controls[.frequency_hz])
    // What is not heard has nothing to glide.
    level.go(to: Decibels.gain(controls[.level_dbfs]), jumps: controls.jumps || isSilent)
    choice = SignalChoice(controls, rate: rate)
    delay = controls.choice(.delay_frames)
    let wasPlaying = isPlaying
    isPlaying = controls.isOn(.play)
    if isPlaying != wasPlaying {
      if isPlaying { start() } else { stop() }
    } else if !choice.isSame(as: source.choice) {
      change()
    }
  }

  private var isSilent: Bool {
    @_noLocks get {
      switch stage {
      case .stopped, .waiting: true
      case .sounding, .fading: false
      }
    }
  }

  @_noLocks
  private mutating func start() {
    source.start(choice)
    identification = Identification(choice.ident, rate: rate)
    level.go(to: level.target, jumps: true)
    stage = delay > 0 ? .waiting(delay) : .sounding
  }

  @_noLocks
  private mutating func stop() {
    switch stage {
    case .sounding: stage = .fading(fadeFrames)
    case .waiting: stage = .stopped
    case .stopped, .fading: break
    }
  }

  /// Fades before another signal; one that has not yet begun begins when it was to.
  @_noLocks
  private mutating func change() {
    switch stage {
    case .sounding: stage = .fading(fadeFrames)
    case .waiting(let frames):
      start()
      stage = .waiting(frames)
    case .stopped, .fading: break
    }
  }

  @_noLocks
  mutating func process(_ block: Block) {
    var index = 0
    while index < block.frames {
      let left = block.frames &- index
      switch stage {
      case .stopped:
        silence(block, from: index, left)
        return
      case .waiting(let frames):
        let count = min(left, frames)
        silence(block, from: index, count)
        stage = frames > count ? .waiting(frames &- count) : .sounding
        index &+= count
      case .sounding:
        source.render(self.left.samples, right.samples, left)
        sound(block, from: index, left, fade: nil)
        return
      case .fading(let frames):
        let count = min(left, frames)
        source.render(self.left.samples, right.samples, count)
        sound(block, from: index, count, fade: frames)
        stage = .fading(frames &- count)
        if frames == count {
          stage = .stopped
          if isPlaying { start() }
        }
        index &+= count
      }
    }
  }

  @_noLocks
  private func silence(_ block: Block, from start: Int, _ count: Int) {
    for channel in 0..<channels {
      let output = block.output(channel)
      for index in start..<start &+ count { output[index] = 0 }
    }
  }

  /// Puts what the source has made into the outputs.
  @_noLocks
  private mutating func sound(_ block: Block, from start: Int, _ count: Int, fade: Int?) {
    let (first, last) = (block.output(0), block.output(channels &- 1))
    let (left, right) = (left.samples, source.isIndependent ? right.samples : left.samples)
    if level.isSettled && identification.isOff && fade == nil && start == 0 {
      var index = 0
      while index < count {
        // The only channel is the left one.
        last[eight: index] = right[eight: index] * level.value
        first[eight: index] = left[eight: index] * level.value
        index &+= 8
      }
      return
    }
    for index in 0..<count {
      var gain = level.next()
      if let fade { gain *= Float(fade &- 1 &- index) / Float(fadeFrames) }
      last[start &+ index] = right[index] * (gain * identification.gain(1))
      first[start &+ index] = left[index] * (gain * identification.gain(0))
      if !identification.isOff { identification.advance() }
    }
  }
}

typealias Exported = Generator
