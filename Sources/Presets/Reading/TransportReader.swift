// SPDX-License-Identifier: Apache-2.0
// Reads the transport, and the MIDI ports of a session.

import JACKVocabulary
import RigModel

extension TransportSettings {
  /// Beats per minute of a transport that says none.
  static let usualTempo = 120.0

  /// Reads `transport`.
  static func read(_ node: YAMLNode?, _ log: ProblemLog) -> TransportSettings {
    var settings = TransportSettings()
    guard let node, let fields = Fields(node, .transport, log) else { return settings }
    settings.source = fields.word("source")
    settings.isTimebaseMaster = fields.boolean("timebase")
    let isOwn = settings.source == .own
    switch settings.source {
    case .own: fields.refuse(["timebase"], "is for source: jack only, which others follow too")
    case .jack: fields.refuse(["rolling"], "is for source: own only: JACK's starts for everybody")
    case .leader:
      let reason = "is not for source: leader: the deck that leads has a tempo, and starts it"
      fields.refuse(["timebase", "rolling", "tempo_bpm"], reason)
    }
    let usual = settings.source != .jack || settings.isTimebaseMaster ? usualTempo : nil
    settings.tempo = fields.number("tempo_bpm") ?? usual
    settings.isRolling = fields.boolean("rolling")
    settings.midiClock = fields.word("midi_clock")
    if settings.midiClock == .in, !isOwn {
      let message = "only the rig's own transport can follow a MIDI clock: write 'source: own'"
      log.report(fields.position(of: "midi_clock"), message)
    }
    if let meter = fields["meter"] { settings.read(meter: meter, log) }
    if settings.tempo == nil, fields.has("meter") {
      log.report(
        fields.position(of: "meter"),
        "'meter' goes with a tempo: write 'tempo_bpm' as well"
      )
    }
    return settings
  }

  private mutating func read(meter node: YAMLNode, _ log: ProblemLog) {
    guard let text = node.text(as: "meter", log) else { return }
    guard let meter = Meter(text) else {
      log.report(node.position, "\(text.quoted) is no meter: \(Meter.form)")
      return
    }
    (beatsPerBar, beatUnit) = (meter.beatsPerBar, meter.beatUnit)
  }
}

/// A time signature as people write it.
package struct Meter: Hashable, Sendable {
  /// The upper number.
  package var beatsPerBar: Int
  /// The lower number.
  package var beatUnit: Int

  /// The form of a meter, for sentences.
  package static let form = "write it as 3/4: 1 to 64 beats of a half, quarter … (1 to 64)"

  /// Reads a meter such as `6/8`; `nil` when it is none.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { Int($0, radix: 10) }
    guard numbers.count == 2, let beats = numbers[0], let unit = numbers[1],
      (1...64).contains(beats), [1, 2, 4, 8, 16, 32, 64].contains(unit)
    else { return nil }
    (beatsPerBar, beatUnit) = (beats, unit)
  }
}

extension MIDIPorts {
  /// Reads `midi` of a session.
  static func read(_ node: YAMLNode?, _ context: PresetContext) -> MIDIPorts? {
    guard let node, let fields = Fields(node, .midi, context.log) else { return nil }
    var ports = MIDIPorts()
    ports.input = fields["input"].flatMap { patterns($0, as: "input", context) }
    ports.output = fields["output"].flatMap { patterns($0, as: "output", context) }
    if !fields.has("input"), !fields.has("output") {
      context.log.report(fields.position, "'midi' needs 'input', 'output' or both")
    }
    return ports
  }

  /// The patterns that a port is connected to: none with `on`; `nil` with `off`.
  private static func patterns(
    _ node: YAMLNode,
    as key: String,
    _ context: PresetContext
  ) -> [PortPattern]? {
    switch node.content {
    case .sequence(let items):
      return items.compactMap { PortPattern($0, context) }
    case .scalar(let text) where text.contains(where: ":*?".contains) || text.hasPrefix("/"):
      return PortPattern(node, context).map { [$0] } ?? []
    default:
      return node.boolean(as: "\(key), if it is no JACK port,", context.log) == true ? [] : nil
    }
  }
}
