// SPDX-License-Identifier: Apache-2.0
// Runs one instance without a plan, and watches what it does to its buffers.

internal import CRealtime
internal import Glibc
internal import Quantities
internal import RenderCore

/// A test signal for an instance, and a watch on what comes out.
///
/// All inputs get noise and a tone, an event input gets notes and controllers. Behind every block
/// there are guards. They read as silence, because some plugins read past a block, and they show
/// when one writes there.
///
/// > Threading: Control; it runs the plugin on the calling thread.
@safe
package final class PluginBench {
  /// What has been found.
  package private(set) var findings = Findings()
  private let instance: LV2Instance
  private let inputs: [Channel]
  private let outputs: [Channel]
  private let longestBlock: Int
  private var position = 0
  private static let guardFrames = 64
  /// Minus zero.
  private static let guardBits: UInt32 = 0x8000_0000

  /// What a plugin has done on a bench.
  package struct Findings: Hashable, Sendable {
    /// Frames that have been run.
    package var frames = 0
    /// Processor time that the plugin has used, in nanoseconds.
    package var nanoseconds = 0
    /// Samples that came out so small that they cost time.
    package var denormals = 0
    /// The symbols of audio ports behind whose blocks the plugin has written.
    package var overrunPorts: Set<String> = []
    /// The symbols of control outputs that were written like audio.
    package var floodedControls: Set<String> = []
    /// How many frames the first block had that came out with NaN or infinity.
    package var firstBadBlock: Int?
    /// Events that the plugin has put out.
    package var events = 0
  }

  @safe
  private struct Channel {
    var symbol: String
    var samples: UnsafeMutablePointer<Float>
  }

  /// Connects an instance to buffers for blocks of up to `longestBlock` frames.
  package init(_ instance: LV2Instance, longestBlock: Int) {
    self.instance = instance
    self.longestBlock = longestBlock
    let channels = { (ports: [UInt32]) in
      ports.map { port in
        let samples = UnsafeMutablePointer<Float>.allocate(
          capacity: longestBlock + PluginBench.guardFrames
        )
        unsafe samples.initialize(repeating: 0, count: longestBlock + PluginBench.guardFrames)
        unsafe instance.core.calls.connect(instance.core.calls.handle, port, samples)
        return unsafe Channel(symbol: instance.info.ports[Int(port)].symbol, samples: samples)
      }
    }
    inputs = channels(instance.node.audioInputs)
    outputs = channels(instance.node.audioOutputs)
  }

  deinit {
    (inputs + outputs).forEach { unsafe $0.samples.deallocate() }
  }

  /// Runs one block.
  package func run(frames: Int) {
    precondition(frames <= longestBlock)
    prepare(frames: frames)
    sendNotes(frames: frames)
    instance.core.clock.beginCycle(frames: frames, rate: instance.core.options.sampleRate.hertz)
    let calls = instance.core.calls
    findings.nanoseconds += FloatMode.keep {
      tarmac_flush_denormals()
      let start = PluginBench.processorTime()
      tarmac_watch_begin()
      unsafe calls.run(calls.handle, UInt32(clamping: frames))
      tarmac_watch_end()
      return PluginBench.processorTime() - start
    }
    findings.frames += frames
    findings.events += instance.takeEvents().count
    if findings.firstBadBlock == nil, instance.health.notFiniteBlocks > 0 {
      findings.firstBadBlock = frames
    }
    look(frames: frames)
    position += frames
  }

  private func prepare(frames: Int) {
    for channel in inputs {
      for frame in 0..<frames { unsafe channel.samples[frame] = signal(position + frame) }
    }
    for channel in inputs + outputs {
      for frame in frames..<(frames + PluginBench.guardFrames) {
        unsafe channel.samples[frame] = Float(bitPattern: PluginBench.guardBits)
      }
    }
  }

  private func look(frames: Int) {
    for channel in inputs + outputs {
      let isWhole = (frames..<(frames + PluginBench.guardFrames)).allSatisfy {
        unsafe channel.samples[$0].bitPattern == PluginBench.guardBits
      }
      if !isWhole { findings.overrunPorts.insert(channel.symbol) }
    }
    for channel in outputs {
      findings.denormals += (0..<frames).count { unsafe channel.samples[$0].isSubnormal }
    }
    for control in instance.controls where control.info.direction == .output {
      if longestBlock > 1, unsafe control.pointer[1] != 0 {
        findings.floodedControls.insert(control.info.symbol)
      }
    }
  }

  /// Noise over a tone of 440 Hz at 48 kHz, the same each time.
  private func signal(_ frame: Int) -> Float {
    let mixed = (UInt32(truncatingIfNeeded: frame) &* 2_654_435_761) ^ 0x9E37_79B9
    let noise = Float((mixed &* 1_664_525 &+ 1_013_904_223) >> 8) / Float(1 << 24) - 0.5
    return 0.2 * noise + 0.4 * Float(sin(Double(frame) * 440 * 2 * .pi / 48_000))
  }

  /// Ten notes a second, each with a controller and a bend; they end after half their time.
  private func sendNotes(frames: Int) {
    let (period, half) = (4_800, 2_400)
    for frame in 0..<frames where (position + frame) % half == 0 {
      let time = position + frame
      let note = UInt8(clamping: 48 + time / period * 7 % 36)
      if time % period == 0 {
        instance.send(midi: [0xB0, 1, UInt8(clamping: time / period % 128)], at: frame)
        instance.send(midi: [0xE0, 0, UInt8(clamping: 32 + time / period % 64)], at: frame)
        instance.send(midi: [0x90, note, 100], at: frame)
      } else {
        instance.send(midi: [0x80, note, 0], at: frame)
      }
    }
  }

  private static func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
