// SPDX-License-Identifier: Apache-2.0
// The channel layouts of a route, and where playback will be heard.

import ControlProtocol

/// An arrangement of channels, with Apple's numbers.
public final class AVAudioChannelLayout: Sendable {
  /// Apple's number for the arrangement; its lower half is the number of channels.
  public let layoutTag: UInt32
  /// How many channels it has.
  public var channelCount: UInt32 { layoutTag & 0xFFFF }

  /// One channel.
  private static let mono: UInt32 = 100 << 16
  /// A left and a right one.
  private static let stereo: UInt32 = 101 << 16
  /// Channels that are only numbered.
  private static let discreteInOrder: UInt32 = 147 << 16

  /// Makes an arrangement of Apple's number for it.
  public init(layoutTag: UInt32) {
    self.layoutTag = layoutTag
  }

  /// The layout of a number of channels of a rig: mono, stereo, or numbered channels.
  convenience init(channels count: Int) {
    let kind =
      switch count {
      case 1: Self.mono
      case 2: Self.stereo
      default: Self.discreteInOrder
      }
    self.init(layoutTag: kind | UInt32(clamping: min(count, 0xFFFF)))
  }
}

extension AVAudioChannelLayout: Hashable {
  /// Whether both are the same arrangement.
  public static func == (lhs: AVAudioChannelLayout, rhs: AVAudioChannelLayout) -> Bool {
    lhs.layoutTag == rhs.layoutTag
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(layoutTag)
  }
}

extension AVAudioSession {
  /// The arrangement of each output's channels; empty while the session is not active.
  public var supportedOutputChannelLayouts: [AVAudioChannelLayout] {
    guard let state, state.isActive else { return [] }
    return state.route.outputs.map { AVAudioChannelLayout(channels: $0.channels.count) }
  }

  // MARK: One cycle for input and output

  /// Whether input and output come in the same cycle.
  public enum IOType: UInt, Hashable, Sendable, CaseIterable {
    /// The host decides: on a rig, in the same cycle.
    case notSpecified = 0
    /// In the same cycle.
    case aggregated = 1
  }

  /// Asks for input and output in the same cycle, which they always are (ANC-IO-01); for categories
  /// that have both.
  public func setAggregatedIOPreference(_ type: IOType) throws {
    let category = category
    guard [.playAndRecord, .multiRoute].contains(category) else {
      throw AVAudioSessionError(
        .incompatibleCategory,
        "Only playAndRecord and multiRoute have an input and an output to join; the category is \(category.word).",
        rule: "ANC-IO-01"
      )
    }
  }

  // MARK: Where playback will be heard

  /// Where playback will be heard.
  public enum RouteSelection: Int, Hashable, Sendable, CaseIterable {
    /// Nowhere: there is no output.
    case none = 0
    /// On an output of the rig.
    case local = 1
    /// On a sink in the network.
    case external = 2
  }

  /// Says where playback that is about to start will be heard, and whether to start it.
  ///
  /// The operator picks outputs at any time, so the user is not asked; without an output there is
  /// nothing to start.
  public func prepareRouteSelectionForPlayback() async -> (Bool, RouteSelection) {
    guard let state = try? await link.reply(to: ClientStateRequest()),
      let output = state.route.outputs.first
    else { return (false, .none) }
    let isExternal = Port(word: output.portType, isInput: false) == .airPlay
    return (true, isExternal ? .external : .local)
  }

  /// Says where playback that is about to start will be heard, and whether to start it; on any
  /// thread.
  public func prepareRouteSelectionForPlayback(
    completionHandler handler: @escaping @Sendable (Bool, RouteSelection) -> Void
  ) {
    Task(executorPreference: TaskQueue("AudioSession route")) {
      let (shouldStart, selection) = await self.prepareRouteSelectionForPlayback()
      handler(shouldStart, selection)
    }
  }
}
