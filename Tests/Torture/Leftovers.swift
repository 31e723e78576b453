// SPDX-License-Identifier: Apache-2.0
// The checks when all is over: files that must load, and files and processes that must be gone.

import Foundation
import SoundFiles

/// The files that a rig leaves behind.
enum Leftovers {
  /// The problems of a rig's files, and of its end.
  static func problems(of stage: Stage, _ ending: RigProcess.Ending) -> [String] {
    var problems: [String] = []
    if ending.code != 0 { problems.append("the rig ended with \(ending.code)") }
    if ending.seconds > 5 { problems.append("the rig took \(ending.seconds) s to end") }
    problems += files(in: stage.folder.appending(path: "takes")).compactMap(soundProblem)
    problems += files(in: stage.folder.appending(path: "state")).compactMap(jsonProblem)
    problems += files(in: stage.folder.appending(path: "storm.state")).compactMap(jsonProblem)
    let left = files(in: stage.folder.appending(path: "tmp"))
      .filter { $0.path.contains("tarmac-plugin-") }
    if !left.isEmpty { problems.append("\(left.count) temporary files of plugins are left") }
    return problems
  }

  private static func files(in folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return all?.compactMap { $0 as? URL } ?? []
  }

  /// A recording that was begun can be read; one for which the disk had no room from the start is
  /// empty.
  private static func soundProblem(_ file: URL) -> String? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
      size > 0
    else { return nil }
    do {
      _ = try SoundFile.read(file.path)
      return nil
    } catch {
      return "\(file.lastPathComponent) does not load: \(error)"
    }
  }

  private static func jsonProblem(_ file: URL) -> String? {
    if file.lastPathComponent.contains(".broken") {
      return "\(file.lastPathComponent): the rig could not read what it had written"
    }
    guard file.pathExtension == "json" else { return nil }
    guard let bytes = try? Data(contentsOf: file),
      (try? JSONSerialization.jsonObject(with: bytes)) != nil
    else { return "\(file.lastPathComponent) does not load" }
    return nil
  }
}
