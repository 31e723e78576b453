// SPDX-License-Identifier: Apache-2.0
// The options in force for a session, as bits, because the tower tests them for every pair of
// sessions.

/// A set of options.
struct OptionMask: Hashable, Sendable {
  private var bits: UInt16 = 0

  /// The options asked for, with those that the mode and other options imply.
  init(_ mode: Mode, _ options: Set<CategoryOption>) {
    for option in options.reduce(mode.row.implied.union(options), { $0.union($1.row.implied) }) {
      bits |= option.bit
    }
  }

  func contains(_ option: CategoryOption) -> Bool {
    bits & option.bit != 0
  }
}

extension CategoryOption {
  fileprivate var bit: UInt16 {
    switch self {
    case .mixWithOthers: 1 << 0
    case .duckOthers: 1 << 1
    case .allowBluetoothHFP: 1 << 2
    case .defaultToSpeaker: 1 << 3
    case .interruptSpokenAudioAndMixWithOthers: 1 << 4
    case .allowBluetoothA2DP: 1 << 5
    case .allowAirPlay: 1 << 6
    case .overrideMutedMicrophoneInterruption: 1 << 7
    }
  }
}
