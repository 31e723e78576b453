// SPDX-License-Identifier: Apache-2.0
// Files that a saved state used and that are gone.

internal import Glibc
internal import RigFiles

extension LV2State {
  /// Reports what a state that was saved in a folder lacks; `nil` when its files are all there.
  ///
  /// A plugin takes such a state without a word, and is silent where the file was to sound.
  ///
  /// > Threading: Worker.
  ///
  /// - Parameter path: the folder.
  /// - Returns: a sentence.
  package static func gap(in path: String) -> String? {
    guard let folder = try? Folder(path) else { return nil }
    let lost = folder.names.compactMap { name -> String? in
      guard let place = folder.place(of: name), unsafe access(place, F_OK) != 0 else { return nil }
      return "\(name) was \(place)"
    }
    guard !lost.isEmpty else { return nil }
    let files = lost.joined(separator: ", ")
    return "The state in \(path) lacks a file: \(files), which is gone."
  }
}
