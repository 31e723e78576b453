// SPDX-License-Identifier: Apache-2.0
// What a monitor makes of the cue and of the output that it hears beside it.

/// How a monitor output mixes what is sent to it, the cue, with the sum of another output, the
/// main: both on all channels, or each as mono on one ear (split cue).
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct MonitorState {
  /// How many channels the main has there: left and right.
  static var width: Int { @_noLocks get { 2 } }

  var cue = GainRamp(1)
  var main = GainRamp(0)
  /// From both on all channels, 0, to each on one ear, 1.
  var split = GainRamp(0)
  /// From the cue on the left ear, 0, to the cue on the right one, 1.
  var swap = GainRamp(0)

  /// Whether only the cue is heard, as it is.
  var hearsCueOnly: Bool {
    @_noLocks get { cue.isUnity && main.isSettled && main.current == 0 && isWhole }
  }

  /// Whether both are on all channels.
  var isWhole: Bool {
    @_noLocks get { split.isSettled && split.current == 0 }
  }

  /// Lets time go by while only the cue is heard.
  @_noLocks
  mutating func skip(frames: Int) {
    swap.skip(frames: frames)
  }

  /// The sum of some channels, and the share that each has in their mean.
  typealias ChannelMean = (sum: UnsafeMutablePointer<Float>, share: Float)

  /// Mixes the next frames of one side: of its cue and main, and of the means of both.
  @_noLocks
  mutating func mix(
    _ samples: UnsafeMutablePointer<Float>,
    with main: UnsafeMutablePointer<Float>?,
    cue cueMean: ChannelMean,
    main mainMean: ChannelMean,
    isLeft: Bool,
    frames: Int
  ) {
    for frame in 0..<frames {
      let (cueGain, mainGain) = (cue.next(), self.main.next())
      let (ears, swapped) = (split.next(), swap.next())
      let whole = unsafe cueGain * samples[frame] + mainGain * (main?[frame] ?? 0)
      if ears == 0 {
        unsafe samples[frame] = whole
        continue
      }
      // The ear that hears the cue hears nothing of the main: 1 times one, and 0 times the other.
      let cueShare = isLeft ? 1 - swapped : swapped
      let cueEar = unsafe cueShare * (cueMean.share * cueMean.sum[frame])
      let mainEar = unsafe (1 - cueShare) * (mainMean.share * mainMean.sum[frame])
      let ear = cueEar + mainEar
      unsafe samples[frame] = ears * ear + (1 - ears) * whole
    }
  }
}

extension RenderProcessor {
  /// Lets a monitor hear the output that is its main beside what was sent to it.
  @_noLocks
  func fold(_ bus: Bus, _ chunk: Chunk) {
    let monitored = unsafe bus.monitored
    guard monitored.count > 0 else { return }
    guard unsafe !bus.state.pointee.monitor.hearsCueOnly else {
      return unsafe bus.state.pointee.monitor.skip(frames: chunk.frames)
    }
    let (before, channels) = unsafe (bus.state.pointee.monitor, bus.channels.count)
    let (cueSum, mainSum) = unsafe (bus.curve, bus.second)
    if !before.isWhole {
      unsafe sum(bus.channels, into: cueSum, chunk)
      unsafe sum(monitored, into: mainSum, chunk)
    }
    var after = before
    for index in 0..<channels {
      guard let samples = unsafe open(bus, index, chunk) else { continue }
      // Every channel begins where the chunk begins.
      after = before
      unsafe after.mix(
        samples,
        with: heard(monitored[index & 1], chunk),
        cue: (sum: cueSum, share: 1 / Float(channels)),
        main: (sum: mainSum, share: 1 / Float(monitored.count)),
        isLeft: index & 1 == 0,
        frames: chunk.frames
      )
    }
    unsafe bus.state.pointee.monitor = after
  }
}
