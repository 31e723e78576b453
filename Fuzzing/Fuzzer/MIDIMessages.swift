// SPDX-License-Identifier: Apache-2.0
// Messages of MIDI controllers and clocks, up to the point where a rig would act.

import BadInputs
import ControlTree
import MIDIControl
@testable import Presets
import Quantities
import RigModel
import SeededNumbers

/// Messages of controllers, one after the other, each preceded by a byte with its length.
enum MIDIMessages {
  private static let longest = 8

  private static let nodes = [
    NodeDescription(
      path: "deck.fader_db",
      kind: .level(-90...12, allowsSilence: true),
      summary: "",
      value: .number(-10)
    ),
    NodeDescription(path: "deck.mute", kind: .toggle(), summary: "", value: .toggle(false)),
    NodeDescription(
      path: "deck.balance",
      kind: .number(NumberRange(-1...1)),
      summary: "",
      value: .number(0)
    ),
    NodeDescription(path: "deck.cue", kind: .trigger([]), summary: "", value: .text("")),
  ]

  /// A control of each kind, and each action that one can be bound to.
  private static let bindings: [MIDIBinding] = {
    let level = MIDIBinding.Act.set("deck.fader_db")
    let balance = MIDIBinding.Act.set("deck.balance")
    func binding(
      _ kind: MIDIAddress.Kind,
      _ number: Int?,
      _ act: MIDIBinding.Act,
      _ change: (inout MIDIBinding) -> Void = { _ in }
    ) -> MIDIBinding {
      let address = MIDIAddress(kind, channel: 1, number: number)
      var binding = MIDIBinding(MIDIControlElement(address, feedback: address), act)
      change(&binding)
      return binding
    }
    let relatives = RelativeEncoding.allCases.enumerated().map { index, encoding in
      binding(.cc, 20 + index, balance) { $0.control.relative = encoding }
    }
    return relatives + [
      binding(.note, 1, .toggle("deck.mute")), binding(.note, 2, .set("deck.mute")),
      binding(.note, 3, .trigger("deck.cue", [:])),
      binding(.note, 4, .layer("shift", latches: false)),
      binding(.note, 5, .layer("other", latches: true)), binding(.cc, 7, level),
      binding(.cc, 7, balance) { ($0.layer, $0.takeover) = ("shift", .scale) },
      binding(.cc, 8, balance) { ($0.control.relative, $0.step) = (.offset, 0.01) },
      binding(.cc14, 9, level) { $0.takeover = .jump },
      binding(.nrpn, 300, level) { ($0.isInverted, $0.curve) = (true, .fader) },
      binding(.rpn, 1, balance) { $0.range = -0.5...0.5 }, binding(.bend, nil, balance),
      binding(.program, nil, balance),
      binding(.pressure, nil, level) { ($0.value, $0.overSeconds) = ("-6", 1) },
    ]
  }()

  /// Passes the messages to everything that listens to MIDI, and checks whether the actions make
  /// sense.
  @Sendable
  static func take(_ bytes: [UInt8]) {
    var decoder = MIDIDecoder()
    var learners = [LearningAim.way(nil), .press].map { MIDILearner(for: $0) }
    var clock = ClockFollower(rate: 48_000)
    var surface = ControlSurface(bindings)
    precondition(surface.adopt(nodes).isEmpty, "a binding of the target does nothing")
    var now = MonotonicTime.now
    for (index, message) in messages(bytes).enumerated() {
      now = now.after(Seconds(0.01))
      for move in decoder.moves(of: message) { check(move) }
      for index in learners.indices {
        if let learned = learners[index].hear(message, at: now) {
          check(ControlMove(learned.address, 0))
        }
        _ = learners[index].settled(at: now)
      }
      if let state = clock.hear(message, at: Int64(index) * 1_000) {
        precondition((10...1_000).contains(state.quartersPerMinute), "no clock goes like that")
      }
      for action in surface.hear(message, at: now) { check(action) }
      for shown in surface.feedback(at: now) { check(shown: shown) }
    }
  }

  private static func check(_ move: ControlMove) {
    let kind = move.address.kind
    precondition((0...kind.highest).contains(move.value), "a control is beyond its ends")
    precondition((1...16).contains(move.address.channel), "there is no such channel")
    guard let numbers = kind.numbers, let number = move.address.number else { return }
    precondition(numbers.contains(number), "there is no such control")
  }

  private static func check(_ action: ControlAction) {
    guard let node = nodes.first(where: { $0.path == action.path }) else {
      preconditionFailure("nobody has bound \(action.path)")
    }
    guard case .set(_, .value(.number(let value)), _) = action, let bounds = node.kind.bounds else {
      return
    }
    precondition(bounds.contains(value) || value == -.infinity, "a value is beyond its range")
  }

  private static func check(shown message: [UInt8]) {
    let isRight = (0x80...0xEF).contains(message.first ?? 0) && (2...3).contains(message.count)
    precondition(isRight && message.dropFirst().allSatisfy { $0 < 0x80 }, "that is no MIDI")
  }

  private static func messages(_ bytes: [UInt8]) -> [[UInt8]] {
    var (rest, messages) = (bytes[...], [[UInt8]]())
    while let count = rest.popFirst() {
      let message = rest.prefix(Int(count) % longest + 1)
      messages.append(Array(message))
      rest = rest.dropFirst(message.count)
    }
    return messages
  }

  /// The messages with one added, removed, doubled, or replaced.
  @Sendable
  static func changed(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8]? {
    var messages = messages(bytes)
    let index = numbers.roll(messages.count + 1)
    switch numbers.roll(4) {
    case 0 where index < messages.count: messages.remove(at: index)
    case 1 where index < messages.count: messages.insert(messages[index], at: index)
    case 2 where index < messages.count: messages[index] = MIDIInputs.message(&numbers)
    default: messages.insert(MIDIInputs.message(&numbers), at: index)
    }
    return messages.flatMap { [UInt8(clamping: min($0.count, longest) - 1)] + $0.prefix(longest) }
  }
}
