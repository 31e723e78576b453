// SPDX-License-Identifier: Apache-2.0
// The keys of MIDI maps and files of controls.

import RigModel

// swift-format-ignore
extension KeyTable {
  static let midiMap = KeyTable("a MIDI map", [
    Key("device", .portPatterns, "`input` and `output`",
      "the JACK ports of a controller, both ways: a pattern, or a list"),
    Key("input", .portPatterns, "the MIDI ports of the hardware",
      "the ports that controllers send from"),
    Key("output", .portPatterns, "the same, if a binding has `feedback`",
      "the ports that feedback to controllers is sent to"),
    Key("use", .any([.text, .list(.text)]), "none",
      "a file of controls, or a list of them"),
    Key("bindings", .list(.mapping(.binding)), "none",
      "a list of bindings"),
  ], rules: [
    .when(.has("device"), .lacks(["input", "output"])),
    .when(.lacks(["use"]), .optional("bindings", .term(.plainBindings))),
  ])

  static let binding = KeyTable("a MIDI binding", [
    Key("on", .term(.controlName), .required,
      "the control, or its name in a file of controls: `note/1/36`, `cc/1/11`, `cc14/1/7` (with 39), `nrpn/1/300`, `rpn/1/0`, `bend/1`, `program/1/5`, `program/1`, `pressure/1`; channels count from 1"),
    Key("set", .term(.path), "",
      "the path of the value that follows the control; a switch is on while a button is held"),
    Key("toggle", .term(.path), "",
      "the path of the switch that each press toggles"),
    Key("trigger", .term(.path), "",
      "the path of the trigger that each press pulls"),
    Key("layer", .name, "",
      "a name: its bindings are in force while the button is held"),
    Key("to", .any([.text, .term(.silence)]), "what the control says",
      "what a press sets, with `set`"),
    Key("arguments", .named(nil, .text), "nothing",
      "the arguments of the trigger, by name"),
    Key("latch", .toggle, false,
      "a switch: whether the layer stays until the next press"),
    Key("in_layer", .name, "always",
      "the layer in which the binding is in force; a control without one in the layer does what it always does"),
    Key("range", .term(.midiRange), "all that it can be",
      "the values at the ends of the control, in the unit of the value; `-inf` for silence"),
    Key("curve", .words(MIDIBinding.Curve.self), "the law of the value: `fader` for levels, a plugin's own law if it states one, else `linear`",
      "how the control's position becomes a value: `linear`, `fader` (as mixing desks are marked) or `logarithmic` (for frequencies)"),
    Key("invert", .toggle, false,
      "a switch: whether the control is reversed"),
    Key("takeover", .words(MIDIBinding.Takeover.self), "`pickup`; `jump` for `note`, `bend`, `program` and `pressure`",
      "`pickup`: it takes hold of the value once it is within 3/128 of it, or has come past; `jump`: at once; `scale`: both reach the end together"),
    Key("relative", .words(RelativeEncoding.self), "it has an end",
      "it is a knob without an end, and counts like this: `twos_complement`, `offset`, `sign_bit`, `up_down`, or in Mixxx's words `diff`, `selectknob`, `rot64`, `rot64inv`, `rot64fast`, `spread64`"),
    Key("step", .number(Limits.midiStep), "1/127 of its range",
      "what a step of such a knob adds, in the unit of the value"),
    Key("over_seconds", .number(Limits.fadeSeconds), 0,
      "how long the value takes to get there, {range}"),
    Key("feedback", .feedback, "off, or what the file of controls says",
      "a switch: whether the control shows the value by its own message; or the message that makes it, such as `note/1/0`"),
    Key("shows", .term(.path), "what the binding changes",
      "the switch that the control's light shows, such as whether a pad's hot cue is set; with it `feedback` is on unless it says something else"),
    Key("lit", .whole(Limits.midiValue), "the highest",
      "the value that lights a button, or all of a ring, {range}"),
    Key("ends", .controlEnds, "all that it can send",
      "what the control sends at its ends, the lower one first, if it does not reach the full range: `[ 3, 124 ]`"),
  ], rules: [
    .exactlyOne(MIDIMapReader.acts),
    .keys(MIDIMapReader.setKeys, need: "set"),
    .keys(["latch"], need: "layer"),
    .keys(["arguments"], need: "trigger"),
    // A press sets one value; what follows its control has a way.
    .when(.has("to"), .lacks(MIDIMapReader.wayKeys)),
    // Only a knob without an end has steps; a file of controls may say that it is one.
    .when(
      .all([
        .has("step"), .any([.key("on", .term(.midiAddress)), .key("true", .term(.midiAddress))]),
      ]),
      .has("relative")
    ),
    .notBoth("relative", "takeover"),
    .notBoth("relative", "ends"),
    // Only a fader goes down to -inf.
    .when(
      .key("curve", ["const": "linear"]),
      .optional("range", ["prefixItems": [.term(.midiValue)]])
    ),
    .when(
      .key("curve", ["const": "logarithmic"]),
      .optional("range", ["prefixItems": [["type": "number", "exclusiveMinimum": 0]]])
    ),
  ])

  static let controls = KeyTable("a file of controls", [
    Key("tarmac", .term(.version), .required,
      "the version of the format: `1`"),
    Key("controls", .named(.name, .any([.term(.midiAddress), .mapping(.control)])), .required,
      "by name, what each control sends, or a mapping"),
  ])

  static let control = KeyTable("a MIDI control", [
    Key("on", .term(.midiAddress), .required,
      "what it sends"),
    Key("relative", .words(RelativeEncoding.self), "it has an end",
      "how it counts, if it is an endless knob"),
    Key("feedback", .feedback, "off",
      "a switch: whether it shows a value by the same message; or the message that makes it"),
    Key("lit", .whole(Limits.midiValue), "the highest",
      "the value that lights it"),
    Key("ends", .controlEnds, "all that it can send",
      "what it sends at its ends, the lower one first"),
  ], rules: [
    .notBoth("relative", "ends"),
  ])
}
