// SPDX-License-Identifier: Apache-2.0
// Takes a state from where a sandbox has written it to where it belongs.

import FoundationEssentials
import Glibc

/// Copies states.
package enum StateCopy {
  /// Copies files, folders and links from one folder into another one, and nothing else; the text of the state comes last.
  ///
  /// What is there already stays where it is and has the new contents. The process that has written the folder is not trusted: links are copied as links and never followed.
  package static func copy(from source: String, to target: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: source)) ?? []
    guard names.contains(text) else { return false }
    unsafe mkdir(target, 0o777)
    return (names.filter { $0 != text } + [text]).allSatisfy { name in
      copy("\(source)/\(name)", to: "\(target)/\(name)")
    }
  }

  private static let text = "state.ttl"

  private static func copy(_ source: String, to target: String) -> Bool {
    let (from, present) = (kind(of: source), kind(of: target))
    let files = FileManager.default
    if let present, present != from || present == S_IFLNK { try? files.removeItem(atPath: target) }
    switch from {
    case S_IFDIR:
      unsafe mkdir(target, 0o777)
      let names = (try? files.contentsOfDirectory(atPath: source)) ?? []
      return names.allSatisfy { copy("\(source)/\($0)", to: "\(target)/\($0)") }
    case S_IFREG:
      // Whole before or after a crash.
      let fresh = target + ".new"
      try? files.removeItem(atPath: fresh)
      guard (try? files.copyItem(atPath: source, toPath: fresh)) != nil else { return false }
      return unsafe rename(fresh, target) == 0
    case S_IFLNK:
      return (try? files.copyItem(atPath: source, toPath: target)) != nil
    default:
      return true
    }
  }

  private static func kind(of path: String) -> mode_t? {
    var info = stat()
    return unsafe lstat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
  }
}
