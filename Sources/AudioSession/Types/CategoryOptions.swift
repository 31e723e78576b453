// SPDX-License-Identifier: Apache-2.0
// Options of categories: Apple's bits, and the words of the wire for them.

extension AVAudioSession {
  /// What a category does differently; each option is for certain categories, and the host refuses
  /// the others.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Other sessions go on.
    public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
    /// Other sessions go on, ducked.
    public static let duckOthers = CategoryOptions(rawValue: 0x2)
    /// Hands-free devices can be inputs.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
    /// Without headphones, output goes to the speaker and not to the receiver.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
    /// Spoken audio of other sessions is paused, everything else goes on.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
    /// Wireless stereo devices can be outputs.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
    /// Network sinks can be outputs.
    public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    /// A microphone that is muted by hardware gives zeros and does not interrupt.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)

    /// A microphone that hears from afar; no rig has it, so the host refuses it.
    public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
    /// Wireless recording in full quality; no rig has it, so the host refuses it.
    public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)

    /// The deprecated name of ``allowBluetoothHFP``.
    @available(*, deprecated, renamed: "allowBluetoothHFP")
    public static var allowBluetooth: CategoryOptions { .allowBluetoothHFP }

    static let vocabulary: [(word: String, option: CategoryOptions)] = [
      ("mixWithOthers", .mixWithOthers),
      ("duckOthers", .duckOthers),
      ("allowBluetoothHFP", .allowBluetoothHFP),
      ("defaultToSpeaker", .defaultToSpeaker),
      ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers),
      ("allowBluetoothA2DP", .allowBluetoothA2DP),
      ("allowAirPlay", .allowAirPlay),
      ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption),
      ("farFieldInput", .farFieldInput),
      ("bluetoothHighQualityRecording", .bluetoothHighQualityRecording),
    ]

    /// The words for them on the wire; unknown bits are an error.
    var words: [String] {
      get throws {
        let known = Self.vocabulary.filter { contains($0.option) }
        let meant = known.reduce(into: CategoryOptions()) { $0.formUnion($1.option) }
        guard meant == self else {
          throw AVAudioSessionError(
            .badParam,
            "The options 0x\(String(rawValue, radix: 16)) hold bits that mean nothing; use the named ones."
          )
        }
        return known.map(\.word)
      }
    }

    init(words: [String]) {
      self = Self.vocabulary.filter { words.contains($0.word) }.reduce(into: []) {
        $0.formUnion($1.option)
      }
    }
  }
}
