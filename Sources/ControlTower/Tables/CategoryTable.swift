// SPDX-License-Identifier: Apache-2.0
// What each category means, one row each (DEF-14; the derived table of 1C.1).

/// The fixed pattern of behaviour that a category stands for.
public struct CategoryBehaviour: Hashable, Sendable {
  /// S: whether the silent flag mutes it.
  public let obeysSilentFlag: Bool
  /// L: whether the lock pauses it.
  public let obeysLock: Bool
  /// X: whether activation interrupts other sessions that do not mix, unless an option says otherwise.
  public let interruptsOthers: Bool
  /// M: whether `mixWithOthers` can be asked for.
  public let mixing: Mixing
  /// Whether the session may hear inputs.
  public let hasInput: Bool
  /// Whether the session may sound.
  public let hasOutput: Bool
  /// Whether a player may be prepared.
  public let allowsPrepare: Bool
  /// Whether a player may play.
  public let allowsPlay: Bool
  /// The rule that forbids `mixWithOthers` or playing, where the category has one of its own.
  let forbidsMixing: Rule?
  let forbidsPlay: Rule?

  /// How a category stands to mixing.
  public enum Mixing: Hashable, Sendable {
    /// It always mixes.
    case always
    /// It mixes when asked to.
    case optional
    /// It never mixes.
    case never
  }
}

extension Category {
  /// The row of this category in the category table.
  public var behaviour: CategoryBehaviour {
    // swift-format-ignore
    switch self {
    //                                     S      L      X      M          in     out    prepare play
    case .ambient:         Self.row(true,  true,  false, .always,   false, true,  true,  true, mixing: .cat04)
    case .soloAmbient:     Self.row(true,  true,  true,  .never,    false, true,  true,  true, mixing: .cat10)
    case .playback:        Self.row(false, false, true,  .optional, false, true,  true,  true)
    case .record:          Self.row(false, false, true,  .never,    true,  false, true,  false, mixing: .cat22, play: .cat24)
    case .playAndRecord:   Self.row(false, false, true,  .optional, true,  true,  true,  true)
    case .audioProcessing: Self.row(false, false, true,  .never,    false, false, false, false, mixing: .cat33, play: .cat36)
    case .multiRoute:      Self.row(false, false, true,  .optional, true,  true,  true,  true)
    }
  }

  private static func row(
    _ obeysSilentFlag: Bool,
    _ obeysLock: Bool,
    _ interruptsOthers: Bool,
    _ mixing: CategoryBehaviour.Mixing,
    _ hasInput: Bool,
    _ hasOutput: Bool,
    _ allowsPrepare: Bool,
    _ allowsPlay: Bool,
    mixing forbidsMixing: Rule? = nil,
    play forbidsPlay: Rule? = nil
  ) -> CategoryBehaviour {
    CategoryBehaviour(
      obeysSilentFlag: obeysSilentFlag,
      obeysLock: obeysLock,
      interruptsOthers: interruptsOthers,
      mixing: mixing,
      hasInput: hasInput,
      hasOutput: hasOutput,
      allowsPrepare: allowsPrepare,
      allowsPlay: allowsPlay,
      forbidsMixing: forbidsMixing,
      forbidsPlay: forbidsPlay
    )
  }
}
