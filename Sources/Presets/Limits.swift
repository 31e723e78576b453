// SPDX-License-Identifier: Apache-2.0
// The limits of a preset: far above what a rig needs, far below what would harm the machine.

/// The limits of a preset.
enum Limits {
  /// The size of a file, in bytes.
  static let fileBytes = 1_048_576
  /// Values in a file, with aliases written out.
  static let values = 20_000
  /// The size of a scenario, in bytes; 100,000 events fit.
  static let scenarioBytes = 16_777_216
  /// Values in a scenario, with aliases written out; an event has three or a few more.
  static let scenarioValues = 600_000
  /// Levels of lists and mappings in a file.
  static let depth = 64
  /// Files that include one another.
  static let includeDepth = 16
  /// Includes of a whole preset, repeated ones counted again.
  static let includes = 256
  /// Plugin instances of a whole preset.
  static let instances = 4096
  /// Channels of all routes and sources of a preset.
  static let allChannels = 4096
  /// Channels of all buses of a preset.
  static let busChannels = 1024
  /// Signals of all connections of a preset.
  static let connections = 100_000
  /// Regular expressions of a preset.
  static let expressions = 256
  /// Sources of a session.
  static let sources = 64
  /// Sessions that hear one another, one through the next.
  static let sessionDepth = 16
  /// Channels of a route, a source or a stream.
  static let channels = 256
  /// Characters of a name.
  static let nameLength = 64
  /// Characters of a pattern for ports; a full JACK name has at most 320.
  static let patternLength = 320
  /// How many channels of an output can be measured.
  static let loudnessChannels = 64
  /// The delay of an output as a distance in metres of air.
  static let delayMetres: ClosedRange<Double> = 0...171
  /// The level of ducked sessions, in dB; 0 would not duck.
  static let duckLevel: Range<Double> = -60..<0
  /// The level above which a side chain counts its session as sounding, in dB.
  static let threshold: ClosedRange<Double> = -90...0
  /// Cycles that a session may prefer, in seconds; the rig's own limits may be narrower.
  static let bufferSeconds: ClosedRange<Double> = 0.0001...1
  /// Sample rates that a session may prefer, in hertz.
  static let sampleRate: ClosedRange<Double> = 8_000...384_000
  /// The gain of inputs that a session may prefer.
  static let inputGain: ClosedRange<Double> = 0...1
  /// What sessions of a scenario may prefer, also where the rules refuse it: cycles in seconds,
  /// numbers of channels, gains.
  static let preferredCycle: ClosedRange<Double> = 0...10
  static let preferredChannels: ClosedRange<Double> = 0...256
  static let preferredGain: ClosedRange<Double> = -10...10
  /// The hardware of a scenario: sample rates in hertz, frames of a cycle.
  static let hardwareRate: ClosedRange<Double> = 1_000...768_000
  static let hardwareFrames = 1...65_536
  /// Sample rates that a server may run at, in hertz.
  static let serverRate = 8_000...384_000
  /// The length of its cycles, in frames.
  static let serverPeriod = 16...8_192
  /// How long something may be wrong before it is an alert, in seconds.
  static let alertSeconds: ClosedRange<Double> = 1...86_400
  /// How many lost cycles are too many, and in how many seconds.
  static let alertXruns = 1...100_000
  static let alertWindow: ClosedRange<Double> = 1...3_600
  /// How much room a disk needs, in megabytes.
  static let alertMegabytes: ClosedRange<Double> = 1...10_000_000
  /// Ports of the network; 0 takes a free one.
  static let networkPort = 0...65_535
  /// Beats per minute.
  static let tempo: ClosedRange<Double> = 10...1_000
  /// The value of a MIDI message with seven bits, and the largest of all.
  static let midiValue = 0...127
  static let midiHighest = 16_383
  /// What a step of an endless knob adds, in the unit of the value.
  static let midiStep: ClosedRange<Double> = 0.000_001...1_000_000
  /// The ends of a control's range, in the unit of the value.
  static let midiRange: ClosedRange<Double> = -1_000_000...1_000_000
  /// How long a value may fade, in seconds.
  static let fadeSeconds: ClosedRange<Double> = 0...3_600
  /// Ramp times, in seconds.
  static let rampSeconds: ClosedRange<Double> = 0...60
  /// Positions in a file, in seconds.
  static let fileSeconds: ClosedRange<Double> = 0...86_400
  static let streamSeconds: ClosedRange<Double> = 2...60
  /// How long sources may be silent, or have to sound, in seconds.
  static let fallbackSeconds: ClosedRange<Double> = 0.1...3_600
  /// How loud tracks are made, in LUFS, and the highest true peaks that they may get, in dBTP.
  static let loudness: ClosedRange<Double> = -40...0
  static let peakLimit: ClosedRange<Double> = -20...0
  /// For how long two tracks are heard together, or are apart.
  static let crossfadeSeconds: ClosedRange<Double> = -60...60
  /// Numbers that orders of tracks are made from.
  static let seed = 4_294_967_295
  /// Tracks that one can go back.
  static let history = 1_000
}
