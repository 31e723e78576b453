// SPDX-License-Identifier: Apache-2.0
// Where a host listens and its clients look for it: one rule for both.

package import Glibc
internal import FoundationEssentials

/// The path of a host's control socket.
package struct ControlSocketPath: Hashable, Sendable {
  /// The path.
  package let path: String
  /// The name of the host; `nil` when the path was given as such.
  package let name: String?

  /// The name of a host without one of its own.
  package static let standardName = "tarmac"
  /// The longest path that the system takes.
  package static let maximumBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Uses a path as it is.
  package init(path: String) throws(ControlPathError) {
    try self.init(path: path, name: nil)
  }

  /// Finds the path for a name, in `$XDG_RUNTIME_DIR/tarmac` or, without that, in
  /// `/tmp/tarmac-UID`.
  ///
  /// Without a name it takes `$TARMAC_SOCKET`, or else `standardName`.
  package init(
    name: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    user: uid_t = getuid()
  ) throws(ControlPathError) {
    if name == nil, let path = environment["TARMAC_SOCKET"], !path.isEmpty {
      try self.init(path: path)
      return
    }
    let name = name ?? Self.standardName
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
      throw .badName(name)
    }
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : "\($0)/tarmac" }
    try self.init(path: "\(runtime ?? "/tmp/tarmac-\(user)")/\(name).sock", name: name)
  }

  private init(path: String, name: String?) throws(ControlPathError) {
    guard path.utf8.count <= Self.maximumBytes else { throw .tooLong(path) }
    guard !path.isEmpty, !path.hasSuffix("/"), !path.contains("\0") else { throw .badPath(path) }
    self.path = path
    self.name = name
  }

  /// The folder of the socket.
  package var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Checks that a folder in `/tmp`, where anybody can make one, is ours alone.
  package func checkFolder() throws(ControlPathError) {
    guard folder.hasPrefix("/tmp/tarmac-") else { return }
    var status = stat()
    guard unsafe lstat(folder, &status) == 0 else { return }
    let isOurs = status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
    guard isOurs, status.st_mode & 0o077 == 0 else { throw .unsafeFolder(folder) }
  }

  /// Calls `body` with the path as an address.
  package func withAddress<Outcome>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Outcome
  ) -> Outcome {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// Why a path cannot be used.
package enum ControlPathError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong(String)
  case badPath(String)
  case badName(String)
  case unsafeFolder(String)

  /// What is wrong and what to do, in one sentence.
  package var description: String {
    switch self {
    case .tooLong(let path):
      """
      The socket path '\(path)' has \(path.utf8.count) bytes and the system takes \
      \(ControlSocketPath.maximumBytes); choose a shorter name, or a shorter path in TARMAC_SOCKET.
      """
    case .badPath(let path):
      "'\(path)' is not the path of a file; give the path of a socket in TARMAC_SOCKET."
    case .badName(let name):
      "'\(name)' cannot be a name; use one that is not empty, has no '/' and no '.' in front."
    case .unsafeFolder(let folder):
      "The folder '\(folder)' is open to others; remove it, or set XDG_RUNTIME_DIR."
    }
  }
}
