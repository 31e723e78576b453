// SPDX-License-Identifier: Apache-2.0
// Reads the recordings that start with the rig.

import RigModel

/// Reads recordings of routes and sessions.
struct RecordingReader {
  /// The names that can be recorded.
  let subjects: Set<String>
  let context: PresetContext
  private var log: ProblemLog { context.log }

  init(subjects: Set<String>, _ context: PresetContext) {
    (self.subjects, self.context) = (subjects, context)
  }

  /// The endings of file names that choose a format.
  static let endings = ["wav", "flac"]

  func read(_ node: YAMLNode?) -> [Recording] {
    var files: Set<String> = []
    return (node?.list(as: "'recordings'", log) ?? []).compactMap { item -> Recording? in
      guard let fields = Fields(item, .recording, log) else { return nil }
      let subject = fields.required("of").flatMap { self.subject($0) }
      let fileNode = fields.required("file")
      let (file, isWhole) = context.reading(.recording, of: subject) {
        fileNode.flatMap { self.file($0) }
      }
      if let fileNode, let file, !files.insert(file).inserted {
        log.report(fileNode.position, "two recordings can't write the same file \(file.quotedPath)")
      }
      guard let subject, let file, isWhole else { return nil }
      return Recording(subject: subject, file: file)
    }
  }

  private func subject(_ node: YAMLNode) -> String? {
    guard let name = node.text(as: "of", log) else { return nil }
    guard subjects.contains(name) else {
      let hint = Spelling.hintOrList(name, among: subjects.sorted(), of: "routes and sessions")
      log.report(node.position, "there is no route or session \(name.quoted) to record\(hint)")
      return nil
    }
    return name
  }

  private func file(_ node: YAMLNode) -> String? {
    guard let text = node.text(as: "file", log) else { return nil }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last, Self.endings.contains(ending.lowercased())
    else {
      let rule = "a recording is a .wav or a .flac file"
      log.report(node.position, "\(text.quoted) has no known format: \(rule)")
      return nil
    }
    if let problem = RecordingName(text).problem {
      log.report(node.position, problem)
      return nil
    }
    let path = Path.resolve(text, in: node.position.file)
    guard Path.isFolder(Path.folder(of: path)) else {
      let folder = Path.folder(of: path).quotedPath
      context.miss(node.position, "there is no folder \(folder) to record into: make it first")
      return nil
    }
    return Path.real(new: path)
  }
}
