// SPDX-License-Identifier: Apache-2.0
// Where links lead, and how a link elsewhere has to be written to lead there, too.

internal import Glibc

extension Folder {
  /// Where a link in the folder leads, from the root; `nil` for what is not a link.
  ///
  /// Links on the way are followed, the last one is not: that may be gone, or is meant to change.
  package func place(of name: String) -> String? {
    guard let target = target(of: name) else { return nil }
    let whole = target.hasPrefix("/") ? target : "\(path)/\(target)"
    guard let slash = whole.lastIndex(of: "/") else { return whole }
    return Folder.real(String(whole[..<slash])) + whole[slash...]
  }

  /// What a link at a path in this folder says to lead to `place`, a path from the root.
  ///
  /// It is relative, so that both can be moved together, unless they share no folder but the root.
  package func link(at name: String, to place: String) -> String {
    let own = (Folder.parts(Folder.real(path)) + Folder.parts(name)).dropLast()
    let parts = Folder.parts(place)
    let shared = zip(own, parts.dropLast()).prefix { $0 == $1 }.count
    guard shared > 0 else { return "/" + parts.joined(separator: "/") }
    let up = Array(repeating: "..", count: own.count - shared)
    return (up + parts.dropFirst(shared)).joined(separator: "/")
  }

  /// A path without links; as it is when there is nothing.
  private static func real(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The names on a path, without those that lead back.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").reduce(into: []) { parts, part in
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(String(part))
      }
    }
  }
}
