// SPDX-License-Identifier: Apache-2.0
// Categories, modes, options and policies: Apple's names and values, and the words of the wire for
// them.

extension AVAudioSession {
  /// What a session is for.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name, such as `AVAudioSessionCategoryPlayback`.
    public let rawValue: String

    /// Makes a category of Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sounds that mix with others' and follow the silent switch.
    public static let ambient = Category(word: "ambient")
    /// Sounds that stop others and follow the silent switch; the default of a session.
    public static let soloAmbient = Category(word: "soloAmbient")
    /// Music and other sound that is the point of the program.
    public static let playback = Category(word: "playback")
    /// Recording, with everything else silent.
    public static let record = Category(word: "record")
    /// Recording and playing, together or in turn.
    public static let playAndRecord = Category(word: "playAndRecord")
    /// Work on sound that nobody hears.
    public static let audioProcessing = Category(word: "audioProcessing")
    /// Several outputs with sound of their own.
    public static let multiRoute = Category(word: "multiRoute")
  }

  /// What a category is used for in particular.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name, such as `AVAudioSessionModeVoiceChat`.
    public let rawValue: String

    /// Makes a mode of Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Nothing in particular.
    public static let `default` = Mode(word: "default")
    /// Talk over a network.
    public static let voiceChat = Mode(word: "voiceChat")
    /// Talk over a network with pictures.
    public static let videoChat = Mode(word: "videoChat")
    /// Talk in a game.
    public static let gameChat = Mode(word: "gameChat")
    /// Sound for pictures that are being recorded.
    public static let videoRecording = Mode(word: "videoRecording")
    /// Sound as it is, bit for bit.
    public static let measurement = Mode(word: "measurement")
    /// Films.
    public static let moviePlayback = Mode(word: "moviePlayback")
    /// Speech that is paused, not turned down, for a prompt of another session.
    public static let spokenAudio = Mode(word: "spokenAudio")
    /// Prompts made of text.
    public static let voicePrompt = Mode(word: "voicePrompt")
    /// Short films.
    public static let shortFormVideo = Mode(word: "shortFormVideo")
    /// A phone's own microphone and a second one at once; no rig has it, so the host refuses it.
    public static let dualRoute = Mode(word: "dualRoute")
  }

  /// Which outputs sessions of one kind share.
  public enum RouteSharingPolicy: UInt, Hashable, Sendable, CaseIterable {
    /// None: the ordinary rules.
    case `default` = 0
    /// That of all players of music and spoken word.
    case longFormAudio = 1
    /// One of its own; the host sets it, programs do not.
    case independent = 2
    /// That of all players of films.
    case longFormVideo = 3
  }
}

extension AVAudioSession.Category {
  private static let prefix = "AVAudioSessionCategory"

  /// What the wire calls it.
  var word: String { rawValue.word(after: Self.prefix) }

  init(word: String) {
    self.init(rawValue: Self.prefix + word.capitalizedAtStart)
  }
}

extension AVAudioSession.Mode {
  private static let prefix = "AVAudioSessionMode"

  /// What the wire calls it.
  var word: String { rawValue.word(after: Self.prefix) }

  init(word: String) {
    self.init(rawValue: Self.prefix + word.capitalizedAtStart)
  }
}

extension AVAudioSession.RouteSharingPolicy {
  /// What the wire calls it.
  var word: String { "\(self)" }

  init?(word: String) {
    guard let policy = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = policy
  }
}

extension String {
  /// `AVAudioSessionModeVoiceChat` after `AVAudioSessionMode` is `voiceChat`; other forms stay as
  /// they are, and the host refuses them as unknown.
  fileprivate func word(after prefix: String) -> String {
    guard hasPrefix(prefix), count > prefix.count else { return self }
    let rest = dropFirst(prefix.count)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
