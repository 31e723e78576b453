// SPDX-License-Identifier: Apache-2.0
// Saved states, found and read.

internal import Glibc

extension LV2State {
  /// The file in a state's folder, as jalv calls it.
  static let fileName = "state.ttl"
  /// Where the one before is while a new one is being written.
  static let lastFileName = "state.ttl.last"
  /// The manifest beside it, for other hosts.
  static let manifestName = "manifest.ttl"

  /// Reads the state that was saved in a folder, the one before if a crash has cut its writing
  /// short.
  ///
  /// - Parameter folder: the folder.
  /// - Throws: why there is none, or why it can't be read.
  package init(in folder: String) throws(StateFileProblem) {
    let last = folder + "/" + LV2State.lastFileName
    var status = stat()
    let name = unsafe lstat(last, &status) == 0 ? LV2State.lastFileName : LV2State.fileName
    let path = folder + "/" + name
    let absolutePath = absolute(folder)
    // Whichever of the two it is, it speaks of itself under the usual name.
    let own = FileURI.make(absolutePath + "/" + LV2State.fileName)
    let triples: Triples
    do throws(DataProblem) {
      triples = try DataFile.triples(path, base: own)
    } catch {
      throw StateFileProblem(path, error.sentence, isMissing: error == .missing)
    }
    let subject = LV2State.subject(in: triples, .uri(own))
    let owner = triples.object(of: subject, Vocabulary.core("appliesTo"))?.uri
    do throws(StateProblem) {
      guard let owner else { throw .ownerless }
      self = try StateReader(triples: triples, folder: absolutePath).state(of: subject, for: owner)
    } catch {
      throw StateFileProblem(path, error.sentence)
    }
  }

  /// What the file is about: itself, or the one preset in it.
  private static func subject(in triples: Triples, _ own: Term) -> Term {
    guard triples.statements(of: own).isEmpty else { return own }
    let presets = triples.subjects.filter {
      triples.has($0, Vocabulary.rdf("type"), .uri(Vocabulary.presets("Preset")))
    }
    return presets.count == 1 ? presets[0] : own
  }
}

/// Why there is no state in a folder.
package struct StateFileProblem: Error, Hashable, Sendable {
  /// What is wrong, to go on with after "it" or a colon: the file, and why it can't be read.
  package var sentence: String
  /// Whether there is nothing of the kind.
  package var isMissing: Bool

  init(_ path: String, _ reason: String, isMissing: Bool = false) {
    sentence = "\(path) can't be read: \(reason)"
    self.isMissing = isMissing
  }
}

extension LV2World {
  /// The state that was saved in a folder; `nil` when there is none that can be read.
  package func state(in folder: String) -> LV2State? {
    try? LV2State(in: folder)
  }

  /// The state of a plugin that was saved in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - plugin: the plugin's URI.
  /// - Returns: the state.
  /// - Throws: when there is none in it, it can't be read, or it belongs to another plugin.
  package static func state(
    in folder: String,
    of plugin: String
  ) throws(HostingError) -> LV2State {
    let state: LV2State
    do throws(StateFileProblem) {
      state = try LV2State(in: folder)
    } catch {
      guard error.isMissing else { throw .stateDamaged(plugin: plugin, reason: error.sentence) }
      throw .stateNotReadable(plugin: plugin, path: folder)
    }
    guard state.plugin == plugin else { throw .stateRefused(plugin: plugin) }
    return state
  }
}

/// A path from the root, without links.
private func absolute(_ path: String) -> String {
  guard let real = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}
