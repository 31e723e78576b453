// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a plugin or with what is asked of it.

/// Why a plugin can't be had.
///
/// `plugin` is always its URI.
package enum HostingError: Error, Hashable, Sendable {
  /// No installed bundle declares the plugin.
  case notInstalled(plugin: String)
  /// The plugin needs a host feature that this host does not have.
  case requiresFeature(plugin: String, feature: String)
  /// The plugin needs an option that this host does not give.
  case requiresOption(plugin: String, option: String)
  /// A port that must be connected is of a kind that this host does not know.
  case unknownPortKind(plugin: String, symbol: String)
  /// The dynamic linker refused the plugin's library, with its reason.
  case libraryNotLoaded(plugin: String, reason: String)
  /// The library loads but does not hold the plugin.
  case missingFromLibrary(plugin: String, library: String)
  /// The data files say something of the plugin that can't be true; a part of a sentence.
  case wrongData(plugin: String, defect: String)
  /// The system has no room for the thread of the plugin's worker.
  case noThread(plugin: String)
  /// The plugin refused to start, with what it logged meanwhile.
  case instantiateFailed(plugin: String, messages: [String])
  /// The plugin has no port with this symbol.
  case noSuchPort(plugin: String, symbol: String)
  /// The port is not a control input, so it has no value to set.
  case notAControlInput(plugin: String, symbol: String)
  /// The value is not a finite number.
  case valueNotFinite(plugin: String, symbol: String)
  /// The plugin has no parameter with this URI that can be set or asked for.
  case noSuchParameter(plugin: String, parameter: String)
  /// The value is not of the parameter's type or beyond its range.
  case wrongParameterValue(plugin: String, parameter: String)
  /// The text is longer than what the plugin's port takes, in bytes.
  case textTooLong(plugin: String, parameter: String, bytes: Int, most: Int)
  /// The plugin has no port that takes patch messages.
  case takesNoMessages(plugin: String)
  /// The plugin has not taken the messages that came before.
  case tooManyMessages(plugin: String)
  /// A preset or a saved state can't be read.
  case stateNotReadable(plugin: String, path: String)
  /// A saved state is there and can't be read, with what is wrong with which file.
  case stateDamaged(plugin: String, reason: String)
  /// A data file of the plugin can't be read, with what is wrong with which one.
  case dataDamaged(plugin: String, reason: String)
  /// A state can't be written.
  case stateNotWritten(plugin: String, path: String)
  /// The plugin refused to give or take its state.
  case stateRefused(plugin: String)
  /// The process that the plugin runs in has gone meanwhile.
  case processLost(plugin: String)
  /// The plugin has not come back from what it was asked for.
  case noAnswer(plugin: String)
}

extension HostingError: CustomStringConvertible {
  /// One sentence that says what is wrong and what to do.
  package var description: String {
    "plugin <\(plugin)> can't be used: \(reason)"
  }

  /// What is wrong and what to do, to go on with after the plugin's name and a colon.
  package var reason: String {
    switch self {
    case .notInstalled:
      "it is not installed; install its package or set LV2_PATH to where it is"
    case .requiresFeature(_, let feature):
      "it requires the host feature <\(feature)>, which Tarmac does not have; use another"
    case .requiresOption(_, let option):
      "it requires the host option <\(option)>, which Tarmac does not have; use another"
    case .unknownPortKind(_, let symbol):
      "its port '\(symbol)' is of a kind that Tarmac does not know; use another"
    case .libraryNotLoaded(_, let reason):
      "its library does not load (\(reason)); install what that lacks"
    case .missingFromLibrary(_, let library):
      "\(library) does not hold it although its data files say so; its package is broken"
    case .wrongData(_, let defect):
      "its data files are wrong: \(defect); use another, or have its package repaired"
    case .noThread:
      "the system has no room for a thread of its worker; raise the limit ('ulimit -u') or use fewer plugins"
    case .instantiateFailed(_, let messages):
      "it refused to start"
        + (messages.isEmpty ? " and gave no reason" : " (\(messages.joined(separator: ", ")))")
        + "; try another sample rate or block size"
    case .noSuchPort(_, let symbol):
      "it has no port '\(symbol)'; 'tarmac plugins info' lists its ports"
    case .notAControlInput(_, let symbol):
      "its port '\(symbol)' is not a control input, so it has no value to set"
    case .valueNotFinite(_, let symbol):
      "the value for its port '\(symbol)' is not a finite number; give a number"
    case .noSuchParameter(_, let parameter):
      "it has no parameter <\(parameter)> that can be set; 'tarmac plugins info' lists them"
    case .wrongParameterValue(_, let parameter):
      "its parameter <\(parameter)> does not take that value; 'tarmac plugins info' shows type and range"
    case .textTooLong(_, let parameter, let bytes, let most):
      "the text for its parameter <\(parameter)> has \(bytes) bytes, and its port takes \(most) bytes at most; "
        + "give a shorter one"
    case .takesNoMessages:
      "it takes no messages, so it has no parameters; set its control ports"
    case .tooManyMessages:
      "it has not taken the messages that came before; activate its session and try again"
    case .stateNotReadable(_, let path):
      "'\(path)' holds no state or preset of it; save one first or name another"
    case .stateDamaged(_, let reason):
      "its state in \(reason); save it again, or name another"
    case .dataDamaged(_, let reason):
      "\(reason); its package is broken"
    case .stateNotWritten(_, let path):
      "its state can't be written to '\(path)'; see that the folder exists and may be written to"
    case .stateRefused:
      "it refused its state; 'tarmac plugins check' shows more"
    case .processLost:
      "its process is lost and is started again; see 'tarmac session show' and try again"
    case .noAnswer:
      "it has not come back from that; give its session 'isolation: process', or use another"
    }
  }

  /// The URI of the plugin.
  package var plugin: String {
    switch self {
    case .notInstalled(let plugin), .requiresFeature(let plugin, _),
      .requiresOption(let plugin, _), .unknownPortKind(let plugin, _),
      .libraryNotLoaded(let plugin, _), .missingFromLibrary(let plugin, _),
      .instantiateFailed(let plugin, _), .noSuchPort(let plugin, _),
      .notAControlInput(let plugin, _), .valueNotFinite(let plugin, _),
      .noSuchParameter(let plugin, _), .wrongParameterValue(let plugin, _),
      .textTooLong(let plugin, _, _, _), .wrongData(let plugin, _), .noThread(let plugin),
      .takesNoMessages(let plugin), .tooManyMessages(let plugin),
      .stateNotReadable(let plugin, _), .stateDamaged(let plugin, _),
      .dataDamaged(let plugin, _), .stateNotWritten(let plugin, _), .stateRefused(let plugin),
      .processLost(let plugin), .noAnswer(let plugin):
      plugin
    }
  }
}
