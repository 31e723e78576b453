// SPDX-License-Identifier: Apache-2.0
// Writes docs/plugins again: plugin-plots FOLDER.

import Foundation
import PluginPlots

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: plugin-plots FOLDER\n".utf8))
  exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1])
do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (name, text) in try PluginPages.make() {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }
} catch {
  FileHandle.standardError.write(Data("plugin-plots: \(error)\n".utf8))
  exit(70)
}
