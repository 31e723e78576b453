// SPDX-License-Identifier: Apache-2.0
// What is known of a plugin that has been tried.

package import LV2Hosting

/// The result of one plugin's trial.
package struct PluginCheck: Hashable, Codable, Sendable {
  /// The plugin's URI.
  package var uri: String
  /// Its name for people.
  package var name = ""
  /// The folder of its bundle.
  package var bundle = ""
  /// What is to be thought of it.
  package var verdict = Verdict.crashed
  /// What is wrong with it, in one sentence; empty when nothing is.
  package var sentence = ""
  /// How far it came.
  package var step = Step.instantiate
  /// Whether it could be instantiated.
  package var isInstantiated = false
  /// Whether it ran for two seconds, in blocks of all sizes.
  package var hasRun = false
  /// Whether an instance that was given its saved state saved the same; `nil` when it was not
  /// tried.
  package var keepsState: Bool?
  /// Whether a state that was not the same came back after one or two more rounds; `nil` when it
  /// was the same at once.
  package var settlesState: Bool?
  /// How many presets it has.
  package var presets = 0
  /// How many of them were applied, and its controls were as they say.
  package var presetsApplied = 0
  /// Whether it can be switched off and on by a port; then it has been.
  package var hasBypass = false
  /// The latency after it has run, in frames.
  package var latencyFrames = 0
  /// What it costs, in nanoseconds of one processor for each frame.
  package var nanosecondsPerFrame: Double?
  /// What it called in `run` that can take any time.
  package var calls: CallCounts?
  /// Denormal numbers that it has put out.
  package var denormals = 0
  /// Events that it has put out.
  package var events = 0
  /// What its sandbox has refused it: system calls, and files where they were about one; `nil`
  /// without a sandbox.
  package var refused: [String]?
  /// Everything that is wrong with it, each in a sentence without its point.
  package var flaws: [String] = []

  /// What is to be thought of a plugin.
  package enum Verdict: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing is wrong.
    case good
    /// It runs, and does something wrong that the host contains.
    case flawed
    /// It can't be instantiated, for a reason of its own.
    case refused
    /// It has killed its process.
    case crashed
    /// It has not come back in time.
    case hung
  }

  /// What is done with a plugin, in this order.
  package enum Step: String, Hashable, Codable, Sendable, CaseIterable {
    /// It is loaded and activated.
    case instantiate
    /// It gets two seconds of signal and MIDI.
    case run
    /// Its state is saved.
    case saveState
    /// Another instance gets that state, runs, and saves its own.
    case restoreState
    /// It is switched off and on.
    case bypass
    /// It gets all its presets.
    case applyPresets
    /// It is deactivated and freed.
    case cleanUp
    /// All has been done.
    case done

    /// What the plugin was doing meanwhile, for a sentence.
    var phrase: String {
      switch self {
      case .instantiate: "while it is started"
      case .run: "while it runs"
      case .saveState: "while its state is saved"
      case .restoreState: "while its state is restored"
      case .bypass: "while it is bypassed"
      case .applyPresets: "while its presets are applied"
      case .cleanUp, .done: "while it is cleaned up"
      }
    }
  }

  /// A plugin that nothing is known of yet.
  init(uri: String) {
    self.uri = uri
  }
}

/// Counts over many plugins.
package struct PluginCheckFigures: Hashable, Codable, Sendable {
  /// How many were tried.
  package var plugins: Int
  /// How many could be instantiated.
  package var instantiated: Int
  /// How many ran to the end.
  package var ran: Int
  /// How many saved the same state after it was restored.
  package var statesEqual: Int
  /// How many more saved a state again after one or two more rounds.
  package var statesSettled: Int
  /// How many presets were applied.
  package var presetsApplied: Int
  /// How many presets there are.
  package var presets: Int
  /// How many plugins made no call in `run` that can take any time.
  package var withoutCalls: Int
  /// How many have each verdict.
  package var verdicts: [String: Int]

  /// Counts.
  package init(_ checks: [PluginCheck]) {
    plugins = checks.count
    instantiated = checks.count(where: \.isInstantiated)
    ran = checks.count(where: \.hasRun)
    statesEqual = checks.count { $0.keepsState == true }
    statesSettled = checks.count { $0.settlesState == true }
    presetsApplied = checks.reduce(0) { $0 + $1.presetsApplied }
    presets = checks.reduce(0) { $0 + $1.presets }
    withoutCalls = checks.count { $0.calls?.isClean == true }
    verdicts = [:]
    for verdict in PluginCheck.Verdict.allCases {
      verdicts[verdict.rawValue] = checks.count { $0.verdict == verdict }
    }
  }
}

extension PluginCheck {
  /// What it has done, to go on with after the plugin's name and a colon.
  package var danger: String {
    "its check says that it \(flaws.first ?? verdict.rawValue)"
  }
}
