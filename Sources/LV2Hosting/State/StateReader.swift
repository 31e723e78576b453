// SPDX-License-Identifier: Apache-2.0
// Reads a state from what data files say of it.

internal import CLilv

/// Why a state can't be had from a file that can be read.
enum StateProblem: Error, Hashable {
  case ownerless
  case value(AtomProblem)

  /// The end of a sentence that begins with the file's name and "can't be read:".
  var sentence: String {
    switch self {
    case .ownerless: "it does not say whose state it is"
    case .value(let problem): problem.sentence
    }
  }
}

/// Reads states as lilv writes them.
struct StateReader {
  let triples: Triples
  /// Where relative paths begin.
  let folder: String

  /// The state that is said of `subject`, for a plugin.
  func state(of subject: Term, for plugin: String) throws(StateProblem) -> LV2State {
    var state = LV2State(plugin: plugin)
    state.folder = folder
    state.label = triples.object(of: subject, Vocabulary.rdfs("label"))?.text
    do throws(AtomProblem) {
      for port in triples.objects(of: subject, Vocabulary.core("port")) {
        guard let symbol = triples.object(of: port, Vocabulary.core("symbol"))?.text else {
          continue
        }
        state.controls[symbol] = try control(port, symbol)
      }
      for own in triples.objects(of: subject, Vocabulary.state("state")) {
        for (key, object) in triples.statements(of: own) {
          let property = try property(key, object)
          state.properties[URIDs.number(key)] = property
        }
      }
    } catch {
      throw .value(error)
    }
    return state
  }

  /// The value for a control; some old presets call it a default.
  private func control(_ port: Term, _ symbol: String) throws(AtomProblem) -> Float? {
    let terms = [Vocabulary.presets("value"), Vocabulary.core("default")]
      .compactMap { triples.object(of: port, $0) }
    guard let term = terms.first else { return nil }
    if let text = term.text, let value = Float(text.hasPrefix("+") ? text.dropFirst() : text[...]),
      value.isFinite
    {
      return value
    }
    var reader = AtomReader(triples, folder: folder, origin: "'\(symbol)'")
    let value = try reader.read(term)
    let number = ParameterValue(type: value.type, bytes: value.bytes[...], .shared)?.number
    guard let number, number.isFinite else {
      let text = term.text ?? "its value"
      throw AtomProblem(sentence: "'\(symbol)': '\(text.prefix(40))' is no number")
    }
    return Float(number)
  }

  private func property(_ key: String, _ object: Term) throws(AtomProblem) -> LV2State.Property {
    var reader = AtomReader(triples, folder: folder, origin: "<\(key)>")
    let value = try reader.read(object)
    let isPortable = value.type != EventURIDs.shared.path
    let flags = LV2_STATE_IS_POD.rawValue | (isPortable ? LV2_STATE_IS_PORTABLE.rawValue : 0)
    return LV2State.Property(value: value, flags: flags)
  }
}
