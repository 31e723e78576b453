// SPDX-License-Identifier: Apache-2.0
// What a rig and the process of an isolated graph say to each other: one line of JSON each.

import ControlProtocol
import ControlTree
import LV2Hosting
import RigEngine
import RigModel

/// The word on the command line that makes the program run an isolated graph for its parent.
package let isolatedGraphArgument = "isolated-graph"

/// What the rig wants of the process.
///
/// Plugins are known by their index among all instances of the graph.
enum IsolationCommand: Codable {
  /// Comes first: what to run.
  case begin(IsolationTask)
  /// How many frames blocks have from now on.
  case block(frames: Int)
  /// The tokens that the session holds.
  case hold(Set<String>)
  /// The same graph with MIDI connected otherwise; the histories are left out.
  case rewire(IsolationTask)
  case setControl(plugin: Int, symbol: String, value: Float)
  case setParameter(plugin: Int, uri: String, value: ParameterValue)
  case ask(plugin: Int, uri: String?)
  /// The plugin's events are wanted from now on.
  case listen(plugin: Int)
  /// Something that is answered under its number.
  case change(plugin: Int, StateChange, number: Int)
}

/// What is done with the whole state of a plugin.
enum StateChange: Codable, Hashable {
  case apply(preset: String)
  case restore(folder: String)
  case save(folder: String, label: String?)
}

/// What an isolated graph needs in order to be what it was.
struct IsolationTask: Codable {
  /// The session's name.
  var session: String
  /// What the rig's renderer runs with, in hertz.
  var sampleRate: Double
  /// How many frames blocks have, as a rule.
  var blockFrames: Int
  /// The priority of the thread that the rig's driver renders on; `nil` without real-time
  /// scheduling.
  var realtimePriority: Int?
  /// The channels of each source.
  var sources: [Int]
  /// Whether the session hears MIDI, and whether it sends any.
  var hearsMIDI: Bool
  var sendsMIDI: Bool
  var graph: Graph
  var tokens: Set<String>
  /// What was done to each plugin.
  var histories: [PluginHistory]
}

/// What was done to a plugin since it was made, shortened to what counts.
struct PluginHistory: Codable {
  /// Presets and states, in their order.
  var changes: [StateChange] = []
  /// Control inputs that differ from how the preset begins.
  var controls: [String: Float] = [:]
  var parameters: [String: ParameterValue] = [:]
  var isListening = false
}

extension PluginHistory {
  /// One of the things that were done.
  enum Item: Hashable {
    case change(StateChange)
    case control(String)
    case parameter(String)
  }

  /// All of them.
  var items: [Item] {
    changes.map { .change($0) } + controls.keys.sorted().map { .control($0) }
      + parameters.keys.sorted().map { .parameter($0) }
  }

  /// Forgets one, and returns what it was, in words; `nil` when it is not there any more.
  mutating func remove(_ item: Item, of plugin: String) -> String? {
    switch item {
    case .change(let change):
      guard let index = changes.firstIndex(of: change) else { return nil }
      changes.remove(at: index)
      return "\(change.text) of '\(plugin)'"
    case .control(let symbol):
      return controls.removeValue(forKey: symbol).map {
        "'\(plugin).\(symbol)' at \(TreeValue.words(Double($0)))"
      }
    case .parameter(let uri):
      return parameters.removeValue(forKey: uri).map { "'\(plugin).\(uri)' at \($0.text)" }
    }
  }
}

extension StateChange {
  fileprivate var text: String {
    switch self {
    case .apply(let preset): "the preset \(preset)"
    case .restore(let folder): "the state in \(folder)"
    case .save(let folder, _): "saving to \(folder)"
    }
  }
}

/// What the process tells.
enum IsolationReport: Codable {
  /// The graph runs.
  case ready
  /// The sandbox is entered, and this holds.
  case sandboxed(SandboxStatus)
  /// The graph can't run; a sentence.
  case refused(String)
  /// A change was carried out, or not.
  case answer(number: Int, StateFailure?)
  case update(IsolationUpdate)
}

/// Why a change of a plugin's state did not work.
enum StateFailure: String, Codable {
  case notReadable, notWritten, refused
  /// The process has gone meanwhile.
  case lost
}

/// How an isolated graph fares.
struct IsolationUpdate: Codable, Hashable {
  /// MIDI messages for which there was no room.
  var lostMessages = 0
  var plugins: [PluginUpdate] = []
}

/// How a plugin of an isolated graph fares; values only where they have changed.
struct PluginUpdate: Codable, Hashable {
  var runs = 0
  var nanoseconds: UInt64 = 0
  var latency_frames = 0
  var health: PluginHealth
  var controls: [String: Float] = [:]
  var parameters: [String: ParameterValue] = [:]
  var events: [PluginEvent] = []
  var messages: [PluginMessage] = []
}
