// SPDX-License-Identifier: Apache-2.0
// The one table of the mixer's values: presets, `get`, `set`, statuses, schema and documentation
// use it.

package import Quantities

/// A row of the table: a value of a strip, a send or a route (`Owner`) that its user may set.
///
/// A preset saves it under `key`; `get` and `set` know it as `NAME.key`, that of a send as
/// `SESSION.sends.ROUTE.key`. The engine's `MixerControl` passes it to the renderer.
package struct MixerValue<Owner: Sendable>: Sendable {
  /// The name in presets and paths.
  package let key: String
  /// What it is, in a sentence.
  package let summary: String
  /// The same for a preset, as a cell of its documentation: `Key` in `Presets` has the words for
  /// ranges.
  package let text: String
  /// The gain that it sets.
  package let layer: GainLayer
  /// The values that it takes, and where it is stored.
  package let kind: Kind

  /// The values that a row takes, and where they are stored.
  package enum Kind: Sendable {
    /// A level in dB, from −90 to `most`; `-inf` where silence is allowed. The default is 0.
    case level(
      any WritableKeyPath<Owner, Decibels> & Sendable,
      allowsSilence: Bool,
      most: Double = MixerValue.loudest
    )
    /// A number in a range, without a unit.
    case number(
      any WritableKeyPath<Owner, Double> & Sendable,
      ClosedRange<Double>,
      usual: Double = 0
    )
    /// On or off. The default is off.
    case toggle(any WritableKeyPath<Owner, Bool> & Sendable)
    /// One of some words.
    case word(any WritableKeyPath<Owner, String> & Sendable, [String], usual: String)
  }

  /// Its path below an owner, such as `deckA` or `deckA.sends.main`.
  package func path(of owner: String) -> String { "\(owner).\(key)" }

  init(_ key: String, _ layer: GainLayer, _ kind: Kind, _ summary: String, _ text: String) {
    (self.key, self.layer, self.kind, self.summary) = (key, layer, kind, summary)
    self.text = text
  }

  /// The default maximum of a level, in dB.
  package static var loudest: Double { MixerLimits.level.upperBound }

  /// The range of a level that is not silence, up to `most` dB.
  package static func levels(to most: Double) -> ClosedRange<Double> {
    MixerLimits.level.lowerBound...most
  }

  /// The range that it takes, in words.
  package var allowed: String {
    switch kind {
    case .level(_, let allowsSilence, let most):
      Self.range(Self.levels(to: most)) + " dB" + (allowsSilence ? ", or -inf" : "")
    case .number(_, let range, _): Self.range(range)
    case .toggle: "on or off"
    case .word(_, let words, _): words.joined(separator: ", ")
    }
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound.short) to \(range.upperBound.short)"
  }
}

/// A gain of a strip, a send or an output that its user sets; a change of one leaves all others
/// alone.
package enum GainLayer: Hashable, Sendable {
  case trim, fader, balance, mute, cue, level
  /// Only outputs have these.
  case dim, night, mono, polarity, delay
  /// Only a monitor that hears another output has these.
  case cueMix, split, swap
  /// What the crossfader makes of a strip, or how it is turned itself.
  case crossfade
}

/// A word that a value of the mixer can be.
package protocol MixerWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension MixerWord {
  /// The word itself; what is no word of the kind changes nothing.
  var word: String {
    get { rawValue }
    set { self = Self(rawValue: newValue) ?? self }
  }

  /// All words of the kind.
  static var words: [String] { allCases.map(\.rawValue) }
}

/// A value of the strip of a session or an interrupter.
package typealias StripValue = MixerValue<StripValues>
/// A value of a send.
package typealias SendValue = MixerValue<Send>
/// A value of an output route.
package typealias RouteValue = MixerValue<Route>
/// A value of a group.
package typealias GroupValue = MixerValue<Group>
/// A value of the crossfader.
package typealias CrossfaderValue = MixerValue<Crossfader>

// swift-format-ignore
extension StripValue {
  /// Opens the cue sends; the one value that the strips of interrupters do not have.
  package static let cue = StripValue("cue", .cue, .toggle(\.isCued),
    "Whether it is heard on its cue sends.",
    "a switch: whether its sends with `when: cue` are open")

  /// The value of the strip of system sounds.
  package static let onSystemSounds = [fader]

  static let fader = StripValue("fader_db", .fader, .level(\.fader, allowsSilence: true),
    "How loud it goes to the outputs.",
    "how loud it goes to the outputs, {range}")

  /// Silences it; of sessions the tower keeps that.
  package static let mute = StripValue("mute", .mute, .toggle(\.isMuted),
    "Silences it behind the fader; the cue is still heard.",
    "a switch: silences it behind the fader; the cue is still heard")

  /// The values of the strips of interrupters, in the order in which people read them.
  package static let onBuses = [
    StripValue("trim_db", .trim, .level(\.trim, allowsSilence: false),
      "Puts levels right before everything else.",
      "a level before everything else, {range}"),
    fader,
    StripValue("balance", .balance, .number(\.balance, -1...1),
      "From the left alone, -1, to the right alone, 1.",
      "-1 (left) to 1 (right): the other side of each output gets less, until it is silent; it has no effect on outputs of one channel"),
    mute,
  ]

  /// The values of the strips of sessions, in that order.
  package static let all = onBuses + [cue, crossfader]

  /// The side of the crossfader that it is assigned to.
  package static let crossfader = StripValue("crossfader", .crossfade,
    .word(\.side.word, Crossfader.Side.words, usual: Crossfader.Side.thru.rawValue),
    "The side of the crossfader that it is assigned to: A, B, or thru for neither.",
    "the side of the [crossfader](#a-crossfader) that it is assigned to: {words}; `thru` is neither")
}

// swift-format-ignore
extension SendValue {
  /// The values of a send.
  package static let all = [
    SendValue("level_db", .level, .level(\.level, allowsSilence: true),
      "How loud the session goes to this output, beside its fader.",
      "the level of this send, {range}")
  ]
}

// swift-format-ignore
extension RouteValue {
  /// The values of an output route.
  package static let all = [
    RouteValue("fader_db", .fader, .level(\.fader, allowsSilence: true),
      "How loud everything leaves here.",
      "the level of the whole route, {range}; outputs only. Interrupters have levels of their own"),
    RouteValue("mute", .mute, .toggle(\.isMuted),
      "Silences the output.",
      "a switch; outputs only. Interrupters are heard all the same"),
    RouteValue("dim_db", .dim, .level(\.dim, allowsSilence: false, most: 0),
      "How far it is turned down for a while, beside its fader; 0 is not at all.",
      "how far it is turned down for a while, in addition to its fader, {range}; outputs only. Interrupters are not dimmed"),
    RouteValue("night_db", .night, .level(\.night, allowsSilence: false, most: 0),
      "How far it is turned down while it has to be quieter, beside fader and dim; 0 is not at all.",
      "how far it is turned down while a venue has to be quieter, {range}: fader and dim keep their values; outputs only. Interrupters are not turned down"),
    RouteValue("balance", .balance, .number(\.balance, -1...1),
      "From the left alone, -1, to the right alone, 1.",
      "-1 (left) to 1 (right): the other side gets less, until it is silent; outputs only, not for interrupters"),
    RouteValue("mono", .mono, .toggle(\.isMono),
      "Puts the mean of all channels on each of them.",
      "a switch: every channel gets the mean of all; outputs only"),
    RouteValue("polarity", .polarity, .toggle(\.isInverted),
      "Inverts all channels.",
      "a switch: all channels are inverted; outputs only"),
    RouteValue("delay_ms", .delay, .number(\.delay, MixerLimits.delayMilliseconds),
      "How much later it is heard, in ms.",
      "how much later it is heard, {range}; outputs only"),
  ]
}

// swift-format-ignore
extension RouteValue {
  /// The values of a monitor that hears another output.
  package static let ofMonitor = [
    RouteValue("cue_mix", .cueMix, .number(\.cueMix, -1...1, usual: -1),
      "From what is cued alone, -1, to the main output alone, 1; in the middle both at full level.",
      "-1 (what is cued alone) to 1 (the main output alone); in the middle both have their full level"),
    RouteValue("main_cue", .cueMix, .toggle(\.isMainCued),
      "Cues the main output, whatever the mix.",
      "a switch: cues the main output, whatever `cue_mix` says"),
    RouteValue("split_cue", .split, .toggle(\.isSplit),
      "Puts what is cued on the left ear and the main output on the right one, both mono.",
      "a switch: what is cued is on the left ear and the main output on the right one, both mono and whatever `cue_mix` says; `balance` weighs the ears"),
    RouteValue("swap_cue", .swap, .toggle(\.swapsEars),
      "Changes the ears of split_cue.",
      "a switch: changes the ears of `split_cue`"),
  ]
}

extension RouteValue {
  /// The values that any output may have.
  package static let ofOutputs = all + ofMonitor
}

extension Route {
  /// The values that its user can set.
  package var values: [RouteValue] {
    monitors == nil ? RouteValue.all : RouteValue.ofOutputs
  }
}

// swift-format-ignore
extension GroupValue {
  /// The values of a group.
  package static let all = [
    GroupValue("fader_db", .fader, .level(\.fader, allowsSilence: true),
      "How loud all of its members are, beside their own faders.",
      "the level of all members, in addition to their own faders, {range}"),
    GroupValue("mute", .mute, .toggle(\.isMuted),
      "Silences all of its members behind the fader.",
      "a switch: silences all of its members behind the fader"),
  ]
}

// swift-format-ignore
extension CrossfaderValue {
  /// The values of the crossfader.
  package static let all = [
    CrossfaderValue("position", .crossfade, .number(\.position, -1...1),
      "From side A alone, -1, to side B alone, 1.",
      "-1 (A alone) to 1 (B alone)"),
    CrossfaderValue("curve", .crossfade,
      .word(\.curve.word, Crossfader.Curve.words, usual: Crossfader.Curve.additive.rawValue),
      "How the levels of both sides go with the position.",
      "how the levels of both sides go with the position, see below: {words}"),
    CrossfaderValue("steepness", .crossfade, .number(\.steepness, Crossfader.steepnesses, usual: 1),
      "The power of the curves additive and constantPower; 1 is a straight line.",
      "the power of `additive` and `constantPower`, {range}: 1 is a straight line, more is steeper"),
    CrossfaderValue("reverse", .crossfade, .toggle(\.isReversed),
      "Whether A and B change places.",
      "a switch: A and B change places (hamster)"),
    CrossfaderValue("cut_a", .crossfade, .toggle(\.cutsA),
      "Cuts side A, wherever the crossfader is.",
      "a switch: cuts side A, wherever the crossfader is"),
    CrossfaderValue("cut_b", .crossfade, .toggle(\.cutsB),
      "Cuts side B, wherever the crossfader is.",
      "a switch: cuts side B, wherever the crossfader is"),
  ]
}
