// SPDX-License-Identifier: Apache-2.0
// The state that all parts of one reading share: plugins, problems, and the files that were read.

import RigModel

/// Things of which a short text can make very many.
enum Resource: String {
  case includes = "included files"
  case instances = "plugin instances"
  case channels = "channels of routes and sources"
  case connections = "connections between ports"
  case expressions = "regular expressions"

  /// How many a preset may have.
  var limit: Int {
    switch self {
    case .includes: Limits.includes
    case .instances: Limits.instances
    case .channels: Limits.allChannels
    case .connections: Limits.connections
    case .expressions: Limits.expressions
    }
  }
}

/// An included file, with the shape as which it is read.
private struct Part: Hashable {
  let file: FileIdentity
  let shape: Shape
}

/// The state of one reading.
final class PresetContext {
  let catalogue: any PluginCatalogue
  let log = ProblemLog()
  /// What the preset says about missing parts.
  var start = StartMode.strict
  /// Whether it compensates latencies, unless a session or a bus says otherwise.
  var compensates = true
  /// The settings of solo, if the preset has any.
  var solo: Solo?
  /// The output on which another one is heard beside what is cued, by its name.
  var monitor: String?
  /// What is left out.
  private(set) var absences: [Absence] = []
  private let leavingOut: LeavingOut
  private var files: PresetFiles
  /// The parts that are being read; each is within the one before, or was needed for it.
  private var readings: [Reading] = []
  private var parts: [Part: YAMLNode?] = [:]
  private var openFiles: [(identity: FileIdentity, name: String)] = []
  private var counts: [Resource: Int] = [:]

  /// A part that can be left out.
  private struct Reading {
    let kind: Absence.Kind
    let owner: String?
    let name: String?
    /// Whether everything that it needs is there.
    var isWhole = true
  }

  /// Begins a reading, of the files or of kept texts, that may leave out optional parts.
  init(_ catalogue: any PluginCatalogue, leavingOut: LeavingOut, kept: PresetTexts?) {
    self.catalogue = catalogue
    self.leavingOut = leavingOut
    files = PresetFiles(kept)
  }

  /// What was read so far.
  var texts: PresetTexts { files.texts }

  // MARK: What is missing

  /// Reads a part that can be left out.
  ///
  /// - Returns: the result of `body`, and whether everything that the part needs is there.
  func reading<Result>(
    _ kind: Absence.Kind,
    of owner: String? = nil,
    named name: String? = nil,
    _ body: () -> Result
  ) -> (result: Result, isWhole: Bool) {
    readings.append(Reading(kind: kind, owner: owner, name: name))
    let result = body()
    return (result, readings.removeLast().isWhole)
  }

  /// Notes that something is not there: a mistake, unless the part that needs it may be left out.
  func miss(_ position: Position, _ message: String) {
    guard let reading = readings.last else { return log.report(position, message) }
    let place = "\(position.file):\(position.line):\(position.column)"
    let absence = Absence(
      reading.kind,
      of: reading.owner,
      named: reading.name,
      because: message,
      at: place
    )
    guard leavingOut.covers(absence, start) else { return log.report(position, message) }
    readings[readings.count - 1].isWhole = false
    if !absences.contains(absence) { absences.append(absence) }
  }

  // MARK: Files

  /// Reads the preset itself.
  func preset(_ path: String) -> YAMLNode? {
    do throws(FileProblem) {
      let file = try files.open(path)
      openFiles = [(file.identity, path)]
      return tree(try files.read(file, at: path), path)
    } catch {
      log.report(.start(of: path), "the file \(error.sentence(of: path))")
      return nil
    }
  }

  /// Reads the file that `use` names, by default a graph, and passes its content to `body` while
  /// the file counts as open.
  func include<Result>(
    _ use: YAMLNode,
    _ shape: Shape = .part,
    holding key: String = "graph",
    _ body: (YAMLNode) -> Result?
  ) -> Result? {
    guard let text = use.text(as: "use", log) else { return nil }
    let path = Path.resolve(text, in: use.position.file)
    guard count(.includes, 1, at: use.position) else { return nil }
    guard openFiles.count <= Limits.includeDepth else {
      let message = "the files include one another more than \(Limits.includeDepth) levels deep"
      log.report(use.position, message)
      return nil
    }
    do throws(FileProblem) {
      let file = try files.open(path)
      let identity = file.identity
      guard !isLoop(identity, path, use.position) else { return nil }
      let part = Part(file: identity, shape: shape)
      if parts[part] == nil {
        let root = tree(try files.read(file, at: path), path)
        parts[part] = .some(root?.file(shape, log)?.required(key))
      }
      guard let held = parts[part] ?? nil else { return nil }
      openFiles.append((identity, path))
      defer { openFiles.removeLast() }
      return body(held)
    } catch {
      miss(use.position, "the file \(path.quotedPath) \(error.sentence(of: path))\(use.quotesHint)")
      return nil
    }
  }

  /// Counts what a preset makes; `false` (and a report) when it exceeds the limit.
  func count(_ resource: Resource, _ amount: Int, at position: Position) -> Bool {
    let before = counts[resource, default: 0]
    counts[resource] = before + amount
    guard before + amount > resource.limit else { return true }
    if before <= resource.limit {
      log.report(position, "the preset needs more than \(resource.limit) \(resource.rawValue)")
    }
    return false
  }

  private func isLoop(_ identity: FileIdentity, _ path: String, _ position: Position) -> Bool {
    guard let start = openFiles.firstIndex(where: { $0.identity == identity }) else { return false }
    let loop = openFiles[start...].map(\.name) + [path]
    log.report(position, "the files include one another: \(loop.joined(separator: " -> "))")
    return true
  }

  private func tree(_ bytes: [UInt8], _ path: String) -> YAMLNode? {
    do throws(PresetProblem) {
      return try YAMLTree.read(bytes, file: path, log)
    } catch {
      log.report(error)
      return nil
    }
  }
}

extension YAMLNode {
  /// The keys of a file, unless its version, the first of them, differs: then nothing else in it
  /// can be judged.
  func file(_ shape: Shape, _ log: ProblemLog) -> Fields? {
    let key = shape.keys[0]
    if case .mapping(let entries) = content {
      let version = entries.first { $0.key == key }?.value
      if let version, version.decimal != 1 {
        let message = "this program reads format 1 ('\(key): 1'), not \(version.summary)"
        log.report(version.position, message)
        return nil
      }
      if version == nil {
        log.report(position, "the file must say which format it has: begin it with '\(key): 1'")
      }
    }
    return Fields(self, shape, log)
  }
}
