// SPDX-License-Identifier: Apache-2.0
// What control moves ask of the tree, and what controllers show.

import ControlTree
import Glibc
import MIDIControl
import Quantities
import RigModel
import SeededNumbers
import Testing

/// A surface with a few values, and a clock that a test moves.
struct SurfaceBench {
  var surface: ControlSurface
  var now = MonotonicTime.now

  static let nodes = [
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
    NodeDescription(
      path: "deck.eq.freq",
      kind: .number(NumberRange(20...20_000)),
      summary: "",
      value: .number(200)
    ),
    NodeDescription(
      path: "deck.permission",
      kind: .choice(["a", "b", "c"]),
      summary: "",
      value: .text("a")
    ),
    NodeDescription(path: "deck.cue", kind: .trigger([]), summary: "", value: .text("")),
    NodeDescription(
      path: "deck.peak",
      kind: .meter(unit: "dB"),
      summary: "",
      value: .number(0),
      isReadOnly: true
    ),
  ]

  init(_ bindings: MIDIBinding...) {
    surface = ControlSurface(bindings)
    #expect(surface.adopt(Self.nodes) == [])
  }

  /// The actions that a message asks for, after so many seconds.
  mutating func hear(_ bytes: UInt8..., after seconds: Double = 0) -> [ControlAction] {
    now = now.after(Seconds(seconds))
    return surface.hear(bytes, at: now)
  }

  /// The number that a message sets.
  mutating func number(_ bytes: UInt8..., after seconds: Double = 0) -> Double? {
    now = now.after(Seconds(seconds))
    let actions = surface.hear(bytes, at: now)
    guard case .set(_, .value(let value), _)? = actions.last else { return nil }
    return value.number
  }

  mutating func shows(after seconds: Double = 0) -> [[UInt8]] {
    now = now.after(Seconds(seconds))
    return surface.feedback(at: now)
  }

  static func binding(
    _ kind: MIDIAddress.Kind = .cc,
    _ number: Int? = 70,
    _ act: MIDIBinding.Act,
    _ change: (inout MIDIBinding) -> Void = { _ in }
  ) -> MIDIBinding {
    let address = MIDIAddress(kind, channel: 1, number: number)
    var binding = MIDIBinding(MIDIControlElement(address), act)
    change(&binding)
    return binding
  }
}

private typealias Bench = SurfaceBench

@Suite("The controls of a controller")
struct ControlSurfaceTests {
  @Test("carry a value along their whole way, the ends exactly, inverted if wanted")
  func range() {
    var bench = Bench(
      Bench.binding(.cc, 70, .set("deck.fader_db")) { $0.takeover = .jump },
      Bench.binding(.cc, 71, .set("deck.fader_db")) {
        ($0.takeover, $0.range, $0.curve, $0.isInverted) = (.jump, -60...6, .linear, true)
      },
      Bench.binding(.cc, 72, .set("deck.eq.freq")) {
        ($0.takeover, $0.curve) = (.jump, .logarithmic)
      },
      Bench.binding(.cc, 73, .set("deck.balance")) { $0.takeover = .jump }
    )
    #expect(bench.number(0xB0, 70, 0) == -.infinity)
    #expect(bench.number(0xB0, 70, 127) == 12)
    #expect(bench.number(0xB0, 71, 0) == 6)
    #expect(bench.number(0xB0, 71, 127) == -60)
    #expect(bench.number(0xB0, 72, 0) == 20)
    #expect(abs((bench.number(0xB0, 72, 127) ?? 0) - 20_000) < 1e-6)
    // The middle of a control is the middle of a balance.
    #expect(bench.number(0xB0, 73, 64) == 0)
    #expect(bench.number(0xB0, 73, 127) == 1)
    #expect(bench.number(0xB0, 73, 0) == -1)
  }

  @Test("say words, whole numbers and values of their own")
  func words() {
    var bench = Bench(
      Bench.binding(.cc, 70, .set("deck.permission")) { $0.takeover = .jump },
      Bench.binding(.note, 36, .set("deck.fader_db")) {
        ($0.value, $0.overSeconds) = ("-inf", 8)
      }
    )
    #expect(bench.hear(0xB0, 70, 64) == [.set("deck.permission", .value(.text("b")), nil)])
    let fade = Fade(seconds: 8)
    #expect(bench.hear(0x90, 36, 1) == [.set("deck.fader_db", .words("-inf"), fade)])
    #expect(bench.hear(0x80, 36, 0) == [])
  }

  @Test("turn a switch with each press, or hold it on while they are held")
  func buttons() {
    var bench = Bench(
      Bench.binding(.note, 36, .toggle("deck.mute")),
      Bench.binding(.cc, 80, .toggle("deck.mute")),
      Bench.binding(.cc, 81, .toggle("deck.mute")),
      Bench.binding(.note, 37, .set("deck.mute")),
      Bench.binding(.note, 38, .trigger("deck.cue", ["file": "a"])),
      Bench.binding(.program, 5, .trigger("deck.cue", [:]))
    )
    #expect(bench.hear(0x90, 36, 9) == [.set("deck.mute", .toggle, nil)])
    #expect(bench.hear(0x90, 36, 0) == [])
    #expect(bench.hear(0xB0, 80, 127) == [.set("deck.mute", .toggle, nil)])
    #expect(bench.hear(0xB0, 80, 0) == [])
    #expect(bench.hear(0xB0, 80, 127) == [.set("deck.mute", .toggle, nil)])
    // A button that never sends a release.
    #expect(bench.hear(0xB0, 81, 100) == [.set("deck.mute", .toggle, nil)])
    #expect(bench.hear(0xB0, 81, 100) == [.set("deck.mute", .toggle, nil)])
    #expect(bench.hear(0x90, 37, 9) == [.set("deck.mute", .value(.toggle(true)), nil)])
    #expect(bench.hear(0x80, 37, 0) == [.set("deck.mute", .value(.toggle(false)), nil)])
    #expect(bench.hear(0x90, 38, 1) == [.trigger("deck.cue", ["file": "a"])])
    #expect(bench.hear(0xC0, 5) == [.trigger("deck.cue", [:])])
    #expect(bench.hear(0xC0, 6) == [])
  }

  @Test("turn a switch once with each way of a pedal, however it trembles and repeats itself")
  func pedal() {
    var bench = Bench(
      Bench.binding(.cc, 64, .toggle("deck.mute")),
      Bench.binding(.cc14, 7, .toggle("deck.mute"))
    )
    func turns(_ values: [UInt8]) -> [UInt8] {
      values.filter { bench.hear(0xB0, 64, $0) != [] }
    }
    let way: [UInt8] = [
      0, 20, 40, 63, 63, 64, 70, 70, 85, 100, 100, 100, 120, 127, 127, 127, 110, 90, 90, 64, 50, 10,
    ]
    #expect(turns(way) == [64])
    #expect(turns([0, 63, 64, 63, 64, 62, 64, 127, 127, 60, 65, 0, 127]) == [64, 127])
    let halves: [[UInt8]] = [
      [7, 0], [39, 0], [7, 64], [39, 1], [39, 1], [7, 64], [39, 9], [7, 65],
    ]
    #expect(halves.filter { bench.hear(0xB0, $0[0], $0[1]) != [] } == [[7, 64]])
  }

  @Test("go as a plugin says of its knob: 0 dB in the centre, the lowest value at the left end")
  func law() {
    let points = [(0.0, -80.0), (0.25, -14), (0.5, 0), (1, 12)].map {
      ControlLaw.Point($0.0, $0.1)
    }
    let range = NumberRange(-80...12, unit: "dB", law: .points(points))
    let trim = ValueKind.level(-90...12, allowsSilence: false)
    var surface = ControlSurface([
      Bench.binding(.cc, 70, .set("deck.eq.low_db")) { $0.takeover = .jump },
      Bench.binding(.cc, 71, .set("deck.trim_db")) { $0.takeover = .jump },
      Bench.binding(.cc, 72, .set("deck.eq.low_db")) { ($0.takeover, $0.curve) = (.jump, .linear) },
      Bench.binding(.cc, 73, .set("deck.eq.freq")) { $0.takeover = .jump },
      Bench.binding(.cc, 74, .set("deck.eq.low_db")) { ($0.takeover, $0.range) = (.jump, -14...0) },
    ])
    let freq = NumberRange(20...20_000, unit: "Hz", law: .logarithmic)
    let nodes = [
      NodeDescription(
        path: "deck.eq.low_db",
        kind: .number(range),
        summary: "",
        value: .number(0)
      ),
      NodeDescription(path: "deck.trim_db", kind: trim, summary: "", value: .number(0)),
      NodeDescription(path: "deck.eq.freq", kind: .number(freq), summary: "", value: .number(200)),
    ]
    #expect(surface.adopt(nodes) == [])
    func number(_ control: UInt8, _ value: UInt8) -> Double? {
      guard case .set(_, .value(let set), _)? = surface.hear([0xB0, control, value], at: .now).last
      else { return nil }
      return set.number
    }
    #expect([0, 32, 64, 127].map { number(70, $0) } == [-80, -14, 0, 12])
    #expect(number(71, 64) == 0 && number(71, 127) == 12)
    #expect(number(72, 0) == -80 && number(72, 127) == 12 && (number(72, 64) ?? 0) < -30)
    #expect(abs((number(73, 64) ?? 0) - 20 * pow(1_000, 64.0 / 127)) < 1e-6)
    #expect(number(74, 0) == -14 && number(74, 127) == 0)
  }

  @Test("go all the way by what they send at their ends, and are shown what they would send")
  func ends() {
    let address = MIDIAddress(.cc, channel: 1, number: 70)
    var bench = Bench(
      Bench.binding(.cc, 70, .set("deck.balance")) {
        ($0.takeover, $0.control.ends, $0.control.feedback) = (.jump, 3...124, address)
      },
      Bench.binding(.bend, nil, .set("deck.fader_db")) { $0.control.ends = 0...16_368 }
    )
    #expect(bench.number(0xB0, 70, 3) == -1 && bench.number(0xB0, 70, 0) == -1)
    #expect(bench.number(0xB0, 70, 124) == 1 && bench.number(0xB0, 70, 127) == 1)
    #expect(bench.number(0xB0, 70, 64) == 0)
    #expect(bench.number(0xE0, 0x70, 0x7F) == 12)
    bench.surface.note("deck.balance", .number(-1))
    #expect(bench.shows(after: 1) == [[0xB0, 70, 3]])
  }

  @Test("take hold of a value only where it is, within 3/128, or once they have come past it")
  func pickup() {
    let fader = Bench.binding(.cc, 70, .set("deck.balance"))
    var bench = Bench(fader)
    // The value is in the middle, 64.
    #expect(bench.number(0xB0, 70, 10) == nil)
    #expect(bench.number(0xB0, 70, 60, after: 1) == nil)
    #expect(bench.number(0xB0, 70, 62, after: 1) != nil)
    // A control that held the value less than 50 ms ago still holds it, however far the move.
    #expect(bench.number(0xB0, 70, 120, after: 0.04) != nil)
    // Another client moves the value away.
    bench.surface.note("deck.balance", .number(-1))
    #expect(bench.number(0xB0, 70, 110, after: 0.06) == nil)
    // The control moves past it in one go.
    bench.surface.note("deck.balance", .number(0))
    #expect(bench.number(0xB0, 70, 5, after: 1) != nil)

    bench = Bench(fader)
    #expect(bench.number(0xB0, 70, 10) == nil)
    // A value that the rig refuses is not where the control is.
    #expect(bench.number(0xB0, 70, 64, after: 1) == 0)
    bench.surface.note("deck.balance", .number(0))
    #expect(bench.number(0xB0, 70, 80, after: 0.01) != nil)
    bench.surface.refuse("deck.balance")
    #expect(bench.number(0xB0, 70, 90, after: 1) == nil)
  }

  @Test("meet a value at the end of both ways, if they are to scale")
  func scale() {
    var bench = Bench(Bench.binding(.cc, 70, .set("deck.eq.freq")) { $0.takeover = .scale })
    bench.surface.note("deck.eq.freq", .number(10_010))
    #expect(bench.number(0xB0, 70, 0) == nil)
    let half = bench.number(0xB0, 70, 64, after: 1) ?? 0
    #expect(half > 15_000 && half < 15_100)
    #expect(bench.number(0xB0, 70, 127, after: 1) == 20_000)
    #expect(bench.number(0xB0, 70, 0, after: 1) == 20)
  }

  @Test("move a value by steps, in its unit or along its way, to its ends and no further")
  func relative() {
    var bench = Bench(
      Bench.binding(.cc, 70, .set("deck.eq.freq")) {
        ($0.control.relative, $0.step) = (.twosComplement, 100)
      },
      Bench.binding(.cc, 71, .set("deck.eq.freq")) {
        ($0.control.relative, $0.step, $0.range) = (.offset, 100, 150...400)
      },
      Bench.binding(.cc, 72, .set("deck.balance")) { $0.control.relative = .signBit }
    )
    #expect(bench.hear(0xB0, 70, 2) == [.set("deck.eq.freq", .step(200), nil)])
    #expect(bench.number(0xB0, 71, 65) == 300)
    #expect(bench.number(0xB0, 71, 70) == 400)
    #expect(bench.number(0xB0, 71, 10) == 150)
    let step = bench.number(0xB0, 72, 1) ?? 0
    #expect(abs(step - 2.0 / 127) < 1e-9)
    #expect(abs((bench.number(0xB0, 72, 66) ?? 0) + 2.0 / 127) < 1e-9)
  }

  @Test("do something else while another layer is in force, and let go what was held")
  func layers() {
    var bench = Bench(
      Bench.binding(.note, 40, .layer("shift", latches: false)),
      Bench.binding(.note, 41, .layer("lock", latches: true)),
      Bench.binding(.note, 36, .set("deck.mute")),
      Bench.binding(.note, 36, .trigger("deck.cue", [:])) { $0.layer = "shift" },
      Bench.binding(.note, 37, .toggle("deck.mute")),
      Bench.binding(.note, 36, .toggle("deck.mute")) { $0.layer = "lock" }
    )
    #expect(bench.hear(0x90, 36, 9) == [.set("deck.mute", .value(.toggle(true)), nil)])
    #expect(bench.hear(0x90, 40, 9) == [])
    // A button that was held in the other layer is released all the same.
    #expect(bench.hear(0x80, 36, 0) == [.set("deck.mute", .value(.toggle(false)), nil)])
    #expect(bench.hear(0x90, 36, 9) == [.trigger("deck.cue", [:])])
    // A control without a binding in the layer does what it always does.
    #expect(bench.hear(0x90, 37, 9) == [.set("deck.mute", .toggle, nil)])
    #expect(bench.hear(0x80, 40, 0) == [])
    #expect(bench.hear(0x90, 36, 9) == [.set("deck.mute", .value(.toggle(true)), nil)])
    #expect(bench.hear(0x80, 36, 9) == [.set("deck.mute", .value(.toggle(false)), nil)])
    _ = bench.hear(0x90, 41, 9)
    _ = bench.hear(0x80, 41, 9)
    #expect(bench.hear(0x90, 36, 9) == [.set("deck.mute", .toggle, nil)])
    _ = bench.hear(0x90, 41, 9)
    #expect(bench.hear(0x90, 36, 9) == [.set("deck.mute", .value(.toggle(true)), nil)])
  }

  @Test("show what values are, but a fader in a hand hears nothing, and nobody hears an echo")
  func feedback() {
    let address = MIDIAddress(.cc, channel: 1, number: 70)
    var bench = Bench(
      Bench.binding(.cc, 70, .set("deck.balance")) { $0.control.feedback = address },
      Bench.binding(.note, 36, .toggle("deck.mute")) {
        ($0.control.feedback, $0.control.lit) = (MIDIAddress(.note, channel: 2, number: 1), 5)
      }
    )
    #expect(bench.shows() == [[0xB0, 70, 64], [0x91, 1, 0]])
    #expect(bench.shows() == [])
    bench.surface.note("deck.mute", .toggle(true))
    #expect(bench.shows() == [[0x91, 1, 5]])
    // Moved by the control itself: no echo, then or later.
    #expect(bench.number(0xB0, 70, 65) != nil)
    #expect(bench.shows() == [] && bench.shows(after: 1) == [])
    // Moved by another client while the control is held: echoed once it is released.
    #expect(bench.number(0xB0, 70, 66) != nil)
    bench.surface.note("deck.balance", .number(1))
    #expect(bench.shows() == [] && bench.surface.awaitsRelease(at: bench.now))
    #expect(bench.shows(after: 0.4) == [[0xB0, 70, 127]])
    bench.surface.forgetShown()
    #expect(bench.shows() == [[0xB0, 70, 127], [0x91, 1, 5]])
  }

  @Test("show another switch than the one that they press, where that is asked for")
  func shows() {
    let light = MIDIAddress(.note, channel: 1, number: 36)
    var surface = ControlSurface([
      Bench.binding(.note, 36, .trigger("deck.cue", [:])) {
        ($0.control.feedback, $0.shows) = (light, "deck.mute")
      },
      Bench.binding(.note, 37, .trigger("deck.cue", [:])) { $0.shows = "deck.fader_db" },
    ])
    #expect(
      surface.adopt(Bench.nodes) == [
        "MIDI note/1/37 shows nothing: there is no switch 'deck.fader_db'."
      ]
    )
    #expect(surface.paths == ["deck.cue", "deck.mute", "deck.fader_db"])
    #expect(surface.feedback(at: .now) == [[0x90, 36, 0]])
    surface.note("deck.mute", .toggle(true))
    #expect(surface.feedback(at: .now) == [[0x90, 36, 127]])
  }

  @Test("say what they can't do, and what would help")
  func refusals() {
    var surface = ControlSurface([
      Bench.binding(.cc, 70, .set("deck.fader")), Bench.binding(.cc, 71, .set("deck.cue")),
      Bench.binding(.cc, 72, .trigger("deck.mute", [:])), Bench.binding(.cc, 73, .set("deck.peak")),
      Bench.binding(.cc, 74, .toggle("deck.balance")),
    ])
    #expect(
      surface.adopt(Bench.nodes) == [
        "MIDI cc/1/70 does nothing: there is no value 'deck.fader'.",
        "MIDI cc/1/71 does nothing: 'deck.cue' is something to be done: write 'trigger'.",
        "MIDI cc/1/72 does nothing: 'deck.mute' is a value and nothing to be done: write 'set'.",
        "MIDI cc/1/73 does nothing: 'deck.peak' can only be read.",
        "MIDI cc/1/74 does nothing: 'deck.balance' is no switch: it takes -1 to 1.",
      ]
    )
    #expect(surface.hear([0xB0, 70, 1], at: .now) == [])
  }

  @Test("survive 100,000 sequences of any bytes, after which every button still does what it does")
  func fuzz() {
    var random = SeededNumbers(seed: 12)
    var bench = Bench(
      Bench.binding(.note, 36, .set("deck.mute")),
      Bench.binding(.note, 40, .layer("shift", latches: false)),
      Bench.binding(.note, 36, .toggle("deck.mute")) { $0.layer = "shift" },
      Bench.binding(.cc, 70, .set("deck.balance")) {
        $0.control.feedback = MIDIAddress(.cc, channel: 1, number: 70)
      },
      Bench.binding(.cc14, 7, .set("deck.fader_db")),
      Bench.binding(.nrpn, 300, .set("deck.eq.freq")),
      Bench.binding(.cc, 71, .set("deck.balance")) { $0.control.relative = .spread64 }
    )
    let likely: [UInt8] = [0x90, 0x80, 0xB0, 36, 40, 70, 71, 7, 39, 6, 38, 98, 99, 2, 44, 0, 127]
    for _ in 0..<100_000 {
      let length = Int(random.next() % 5)
      let bytes = (0..<length).map { _ -> UInt8 in
        random.next() % 4 == 0
          ? UInt8(truncatingIfNeeded: random.next())
          : likely[Int(random.next() % UInt64(likely.count))]
      }
      for action in bench.surface.hear(bytes, at: bench.now) {
        if case .set("deck.balance", .value(.number(let value)), _) = action {
          #expect((-1...1).contains(value))
        }
      }
      bench.now = bench.now.after(Seconds(0.001))
      for message in bench.surface.feedback(at: bench.now) {
        #expect((1...3).contains(message.count))
      }
    }
    // All buttons are released.
    for note: UInt8 in 0..<128 { _ = bench.hear(0x80, note, 0) }
    #expect(bench.hear(0x90, 36, 1) == [.set("deck.mute", .value(.toggle(true)), nil)])
    #expect(bench.hear(0x80, 36, 0) == [.set("deck.mute", .value(.toggle(false)), nil)])
  }
}
