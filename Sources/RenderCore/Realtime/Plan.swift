// SPDX-License-Identifier: Apache-2.0
// The flat, immutable schedule that the audio thread executes.

/// Everything the audio thread needs in order to render, in execution order, with every pointer
/// resolved.
///
/// > Threading: Realtime, between being adopted and being retired.
@safe
struct Plan {
  /// The most frames that the plan's buffers hold; longer cycles are rendered in chunks.
  let blockFrames: Int
  /// In the order of the preset, in which they are mixed.
  let segments: UnsafeMutableBufferPointer<Segment>
  /// The sessions and whatever else has sources: what can be rendered side by side.
  let groups: UnsafeMutableBufferPointer<SegmentGroup>
  /// The buses inside of the rig, in the order in which they are mixed on.
  let runs: UnsafeMutableBufferPointer<BusRun>
  /// The graphs of outputs, and their limiters.
  let graphs: UnsafeMutableBufferPointer<SegmentGroup>
  let limiters: UnsafeMutableBufferPointer<SegmentGroup>
  let buses: UnsafeMutableBufferPointer<Bus>
  /// Input routes, to be metered and recorded; their channels are the driver's inputs.
  let inputs: UnsafeMutableBufferPointer<Bus>
  /// The channels of buses inside of the rig, which are counted on from the driver's outputs.
  let inside: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// The gains that segments have in common.
  let sharedGains: UnsafeMutableBufferPointer<UnsafeMutablePointer<SharedGain>>
  let connections: UnsafeMutableBufferPointer<PortConnection>
  /// The rig's own MIDI.
  let control: ControlPorts
  /// Whether a helper has not come back from it, so that its memory is never given back.
  var isHeld = false
}

/// Segments that hear one another, by their indices, each after all that it hears; a session by
/// itself is a group of one.
@safe
struct SegmentGroup {
  let members: UnsafeMutableBufferPointer<Int>
  /// How long it will take, judged by the last chunk; 0 when none of them is called.
  var nanoseconds: UInt64 = 0
  /// The thread that rendered it last: 0 is the driver's, the helpers count from 1.
  var member: UInt8 = 0
}

/// Buses inside of the rig, one after the other, none of which is sent to another one of them.
@safe
struct BusRun {
  /// The indices of the buses.
  let buses: UnsafeMutableBufferPointer<Int>
  /// Their segments.
  let groups: UnsafeMutableBufferPointer<SegmentGroup>
}

/// One session's part of the plan; it depends on no segment of another group.
@safe
struct Segment {
  let strip: UnsafeMutablePointer<Strip>
  /// Fill the source buffers.
  let sourceSteps: UnsafeMutableBufferPointer<Step>
  /// Run the graph.
  let graphSteps: UnsafeMutableBufferPointer<Step>
  /// The graph's output channels.
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// What the output channels are in measurement: the source channels, in order.
  let directOutputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// Gains of each frame at the two taps.
  let preCurve: UnsafeMutablePointer<Float>
  let postCurve: UnsafeMutablePointer<Float>
  /// What the crossfader leaves of each frame.
  let crossfadeCurve: UnsafeMutablePointer<Float>
  /// Room for one send's curve and for a recorder's copy of the outputs.
  let sendCurve: UnsafeMutablePointer<Float>
  let tapBuffers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let sends: UnsafeMutableBufferPointer<SendStep>
  /// Where its sends meet the others, unless it measures.
  let stage: MixStage
  /// The gains that it has in common with others.
  let sharedGains: UnsafeMutableBufferPointer<UnsafeMutablePointer<SharedGain>>
  /// The buffers of the source that the host fills into which this one is inserted; empty when
  /// there is none.
  let received: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// The gates of the inserts of this session's graph.
  let insertGates: UnsafeMutableBufferPointer<UnsafeMutablePointer<GainRamp>>
  /// What delays signals in its graph and on its ways out.
  let delays: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<DelayLine>>
  /// Where the graph runs, if that is another process.
  let relay: UnsafeMutablePointer<NearRelay>?
  /// The session's MIDI, if it has any.
  let midi: SegmentMIDI?
  /// The share of this session in the signal that it is inserted into, where it moves.
  let presence: UnsafeMutablePointer<Float>?
  /// Whether the segment has been rendered in this chunk, and whether it was called.
  var isDone = false
  var isSounding = false
  /// Whether another session's insert has filled `received`.
  var isFed = false
  /// The gains at the two taps in this chunk; `nil` where the curves say them.
  var preGain: Float?
  var postGain: Float?

  /// Multiplies its gains by those that it has in common with others.
  @_noLocks
  mutating func applySharedGains(frames: Int) {
    let isMeasuring = unsafe strip.pointee.isMeasuring
    for index in 0..<(unsafe sharedGains.count) {
      let shared = unsafe sharedGains[index].pointee
      unsafe shared.apply(to: &postGain, postCurve, isMeasuring: isMeasuring, frames: frames)
      if !isMeasuring { continue }
      unsafe shared.apply(to: &preGain, preCurve, isMeasuring: true, frames: frames)
    }
  }

  /// Whether it sounds in this chunk and is heard at a place.
  @_noLocks
  func sounds(at place: MixPlace) -> Bool {
    guard isSounding else { return false }
    let isMeasuring = unsafe strip.pointee.isMeasuring
    switch (stage, place) {
    case (.sum, .sum), (.direct, .direct): return !isMeasuring
    case (.sum, .last), (.direct, .last): return isMeasuring
    default: return false
    }
  }
}

/// Where segments are heard in a chunk.
enum MixPlace {
  /// In front of outputs' graphs, faders and mutes.
  case sum
  /// Behind them, in front of outputs' limiters.
  case direct
  /// Behind everything: it measures.
  case last
}

/// One thing to do in a segment.
@safe
enum Step {
  case capture(channel: Int, to: UnsafeMutablePointer<Float>)
  case play(
    UnsafeMutablePointer<PlayerVoice>,
    to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    curve: UnsafeMutablePointer<Float>
  )
  case hear(UnsafeMutablePointer<FeedStep>)
  case receive
  case scale(UnsafeMutablePointer<ScaleStep>)
  case deliver(UnsafeMutablePointer<MIDIStep>)
  case run(UnsafeMutablePointer<PluginState>)
  case insert(UnsafeMutablePointer<InsertStep>)
  case exchange(UnsafeMutablePointer<ExchangeStep>)
  case delay(UnsafeMutablePointer<DelayStep>)
  case copy(from: UnsafeMutablePointer<Float>, to: UnsafeMutablePointer<Float>)
  case add(from: UnsafeMutablePointer<Float>, to: UnsafeMutablePointer<Float>)
}

/// A source that another session's strip feeds.
@safe
struct FeedStep {
  /// The index of the feeding segment.
  let segment: Int
  let isPost: Bool
  let targets: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
}

/// A source's own gain.
@safe
struct ScaleStep {
  let gain: UnsafeMutablePointer<GainRamp>
  /// What measures the samples before the gain, if anybody wants to know.
  let meter: UnsafeMutablePointer<Meter>?
  let samples: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let curve: UnsafeMutablePointer<Float>
}

/// The point of a graph where another session is inserted.
@safe
struct InsertStep {
  /// The index of the inserted segment.
  let segment: Int
  let inputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// How far the way through the other session is open, if it can be closed at all.
  let gate: UnsafeMutablePointer<GainRamp>?
  let curve: UnsafeMutablePointer<Float>
  /// For each channel what delays it on its way past the other session as that delays it; empty
  /// where nothing does.
  let past: UnsafeMutableBufferPointer<DelayLine>
}

/// A graph that another process runs: its inputs go there, and what it makes of them comes back a
/// cycle later.
@safe
struct ExchangeStep {
  let inputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let relay: UnsafeMutablePointer<NearRelay>
  /// The MIDI that the session hears, if it has any.
  let heard: UnsafeMutablePointer<MIDIList>?
}

/// A send in a plan.
@safe
struct SendStep {
  let level: UnsafeMutablePointer<GainRamp>
  let isPost: Bool
  /// Whether the balance acts on it.
  let leans: Bool
  let followsCrossfader: Bool
  let bus: Int
  /// Whether it goes to what the bus monitors.
  let isMonitored: Bool
  /// Indexes of output channels and of the bus's channels, or of those that it monitors.
  let map: UnsafeMutableBufferPointer<ChannelPair>
  /// What delays each pair in front of the level, if anything does.
  var delay: UnsafeMutablePointer<DelayStep>?
}

/// A channel of a segment's outputs and a channel of a bus, both from 0.
struct ChannelPair {
  let from: Int
  let to: Int
}

/// A route in a plan, or a bus inside of the rig.
@safe
struct Bus {
  let state: UnsafeMutablePointer<BusState>
  /// The driver's channel of each channel, or one behind all of those.
  let channels: UnsafeMutableBufferPointer<Int>
  /// Two channels with the sum of another output, as they are numbered inside of the rig, where the
  /// route is a monitor that hears that; else none.
  let monitored: UnsafeMutableBufferPointer<Int>
  /// Whether it is inside of the rig, and all that it does is to go on through its graph.
  let isInside: Bool
  /// The indices of the segments that the sum goes through, and that everything goes through but
  /// for what measures.
  let graph: Int?
  let limiter: Int?
  let curve: UnsafeMutablePointer<Float>
  /// The balance of each frame, or the sum of all channels.
  let second: UnsafeMutablePointer<Float>
  let tapBuffers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// Whether anything that does not measure sounds here in this chunk.
  var isFed = false
  /// Whether a measuring session sounds here, so that no sample is replaced.
  var isMeasuring = false
}

/// A plugin's port and the buffer that it works on in this plan.
@safe
struct PortConnection {
  let plugin: UnsafeMutablePointer<PluginState>
  let port: UInt32
  let samples: UnsafeMutablePointer<Float>
}
