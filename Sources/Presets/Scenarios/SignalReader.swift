// SPDX-License-Identifier: Apache-2.0
// Reads the signals at the inputs of a scenario.

import ControlTower
import JACKVocabulary
import Quantities
import RigModel

/// Reads signals.
struct SignalReader {
  private let log: ProblemLog
  private let inputs: [String]

  init(_ rig: Rig, _ log: ProblemLog) {
    self.log = log
    let routes = rig.routes.filter { $0.direction == .input }.map(\.name)
    let channels =
      rig.sessions.map(\.channel) + Interrupter.allCases.compactMap { rig.interrupters[$0] }
    let patterns = channels.flatMap(\.sources).flatMap { source -> [PortPattern] in
      if case .jack(let connections) = source.kind { connections.flatMap(\.self) } else { [] }
    }
    inputs = patterns.map(\.text).reduce(into: routes) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  func read(_ node: YAMLNode?) -> [String: ScenarioSignal] {
    var signals: [String: ScenarioSignal] = [:]
    for entry in node?.entries(as: "'signals'", log) ?? [] {
      guard inputs.contains(entry.key) else {
        let hint = Spelling.hintOrList(entry.key, among: inputs, of: "inputs")
        log.report(entry.position, "nothing listens to \(entry.key.quoted)\(hint)")
        continue
      }
      signals[entry.key] = signal(entry.value)
    }
    return signals
  }

  private func signal(_ node: YAMLNode) -> ScenarioSignal? {
    guard let text = node.text(as: "a signal", log) else { return nil }
    let words = text.split(separator: " ")
    if words.first == "tone" {
      guard words.count == 2, let hertz = Double(words[1]), (1...20_000).contains(hertz) else {
        let rule = "a tone has a frequency from 1 to 20000 Hz, such as 'tone 440'"
        log.report(node.position, "\(rule), not \(text.quoted)")
        return nil
      }
      return .tone(hertz)
    }
    let path = Path.resolve(text, in: node.position.file)
    do throws(FileProblem) {
      _ = try RegularFile(path)
      return .file(path)
    } catch {
      let rule = "a signal is 'tone HERTZ' or a sound file, and the file"
      log.report(node.position, "\(rule) \(path.quotedPath) \(error.sentence(of: path))")
      return nil
    }
  }
}
