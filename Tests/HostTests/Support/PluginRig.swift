// SPDX-License-Identifier: Apache-2.0
// A rig of real plugins that have parameters, presets and states, and requests for its values.

import ControlClient
import ControlProtocol
import Foundation
import Quantities
import Testing

/// The plugins of the rig and how a preset names them.
enum PluginRig {
  static let parameters = "http://lv2plug.in/plugins/eg-params"
  static let sampler = "http://lv2plug.in/plugins/eg-sampler"
  static let synth = "http://drobilla.net/plugins/mda/JX10"
  static let compressor = "http://plugin.org.uk/swh-plugins/sc4"
  static let calf = "http://calf.sourceforge.net/plugins/Compressor"
  static let drums = "http://drumgizmo.org/lv2"

  /// A rig that keeps its states in `kept`; a quiet session has never run its sampler.
  static func preset(
    parameters: String = "{ float: 0.25, int: 7 }",
    synth: String = "preset: Fretless Bass, set: { glide: 0.25 }"
  ) -> String {
    """
    tarmac: 1
    state: kept
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      keys:
        category: playback
        active: true
        graph:
          nodes:
            params: { plugin: "\(Self.parameters)", set: \(parameters) }
            sampler: { plugin: "\(sampler)", set: { sample: kick.wav, gain: -6 } }
            synth: { plugin: "\(Self.synth)", \(synth) }
            comp: { plugin: "\(compressor)" }
            calf: { plugin: "\(calf)", set: { detection: Peak } }
            drums: { plugin: "\(drums)" }
          connections: [ sampler -> comp, comp -> out ]
        sends: [ { to: main } ]
      quiet:
        category: playback
        graph: [ { plugin: "\(sampler)", id: sampler } ]
        sends: [ { to: main } ]
    """
  }

  /// The files that the preset names.
  static func files(in folder: URL) throws {
    for name in ["kick.wav", "snare.wav"] {
      try folder.write(CountingFile.samples(480), as: name)
    }
  }
}

extension RunningTarmac {
  /// Sets a value and returns its text.
  @discardableResult
  func set(_ path: String, _ value: String) throws -> String {
    try ask(SetRequest(path: path, value: value, folder: folder.path)).value
  }

  /// The text of the value at a path.
  func get(_ path: String) throws -> String {
    let values = try ask(GetRequest(path: path))
    return try #require(values.first, "\(path)").value
  }

  /// Waits until a value has this text.
  func wait(_ path: String, toBe value: String) throws {
    var last = ""
    try wait("\(path) to be \(value); it is '\(last)'") {
      last = try get(path)
      return last == value
    }
  }

  /// Expects that a request is refused with these words, as a wrong request unless another code is
  /// given.
  func expectRefusal(
    _ request: some ControlRequest,
    _ words: String...,
    code: ControlError.Code = .invalidParams
  ) throws {
    let error = try #require(throws: ControlClientError.self) { try ask(request) }
    guard case .refused(let refusal) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(refusal.code == code)
    for word in words { #expect(refusal.message.contains(word), "\(refusal.message)") }
  }
}
