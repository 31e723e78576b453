// SPDX-License-Identifier: Apache-2.0
// Files of another machine, found on this one.

internal import RigFiles
internal import SoundFiles

/// The sound files below some folders, by their names.
struct FileSearch {
  private var paths: [String: [String]] = [:]

  /// Looks into folders; those that can't be read have no files.
  ///
  /// > Threading: Worker.
  init(in folders: [String]) {
    for folder in folders {
      for track in (try? TrackFolder(folder))?.tracks ?? [] {
        guard let name = Self.parts(of: track.path).last else { continue }
        paths[name, default: []].append(track.path)
      }
    }
  }

  /// The file that a place of another machine means: the one there, or else the one of the same
  /// name that has the most folders in common with it; `nil` if there is none, or several are
  /// alike.
  func file(at location: String) -> String? {
    guard location.utf8.count < 4_096, location.utf8.allSatisfy({ $0 >= 0x20 }) else { return nil }
    if location.hasPrefix("/"), (try? OpenFile(at: location)) != nil { return location }
    let wanted = Self.parts(of: location)
    guard let name = wanted.last else { return nil }
    let found = (paths[name] ?? []).map { path in
      let parts = Self.parts(of: path)
      return (path, zip(parts.reversed(), wanted.reversed()).prefix { $0 == $1 }.count)
    }
    let best = found.map(\.1).max()
    let nearest = Set(found.filter { $0.1 == best }.map(\.0))
    return nearest.count == 1 ? nearest.first : nil
  }

  private static func parts(of path: String) -> [String] {
    path.lowercased().split { $0 == "/" || $0 == "\\" }.map(String.init)
  }
}
