// SPDX-License-Identifier: Apache-2.0
// The socket in the file system: accessible to us alone, removed at the end.

import ControlProtocol
import Glibc

/// A listening Unix socket; its file is removed when it is closed.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  private let path: ControlSocketPath
  private let inode: ino_t

  /// Makes the folder (0700) and the socket (0600); a socket that nobody listens on is replaced.
  init(_ path: ControlSocketPath) throws(ControlServerError) {
    self.path = path
    let folder = try Self.openFolder(of: path)
    defer { close(folder) }
    // Two hosts that start at once do so one after the other.
    flock(folder, LOCK_EX)
    try Self.removeStale(path)
    let descriptor = socket(AF_UNIX, socketType | nonBlocking | closeOnExec, 0)
    guard descriptor >= 0 else { throw Self.error("make a socket for", path.path) }
    // The file gets the mode of the descriptor, so it is never open to others.
    fchmod(descriptor, 0o600)
    let isBound = unsafe path.withAddress { address, length in
      unsafe bind(descriptor, address, length) == 0
    }
    var status = stat()
    guard isBound, unsafe lstat(path.path, &status) == 0, listen(descriptor, 128) == 0 else {
      defer { close(descriptor) }
      throw Self.error("listen at", path.path)
    }
    self.descriptor = descriptor
    inode = status.st_ino
  }

  /// Stops listening and removes the socket, unless another host has replaced it.
  func remove() {
    close(descriptor)
    let folder = try? Self.openFolder(of: path)
    defer { if let folder { close(folder) } }
    if let folder { flock(folder, LOCK_EX) }
    var status = stat()
    if unsafe lstat(path.path, &status) == 0, status.st_ino == inode {
      _ = unsafe unlink(path.path)
    }
  }

  private static func openFolder(
    of path: ControlSocketPath
  ) throws(ControlServerError) -> Int32 {
    if unsafe mkdir(path.folder, 0o700) != 0, errno != EEXIST {
      throw error("make the folder", path.folder)
    }
    do {
      try path.checkFolder()
    } catch {
      throw .path(error)
    }
    let folder = unsafe open(path.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw error("open the folder", path.folder) }
    return folder
  }

  private static func removeStale(_ path: ControlSocketPath) throws(ControlServerError) {
    var status = stat()
    guard unsafe lstat(path.path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path.path) }
    let probe = socket(AF_UNIX, socketType | nonBlocking | closeOnExec, 0)
    defer { close(probe) }
    let code = unsafe path.withAddress { address, length in
      unsafe connect(probe, address, length) == 0 ? 0 : errno
    }
    switch code {
    case ECONNREFUSED, ENOENT:
      break
    case 0, EAGAIN:
      // The host is running, only its queue of clients is full.
      throw .alreadyRunning(path)
    default:
      throw .system(operation: "ask which process listens at", path: path.path, errno: code)
    }
    _ = unsafe unlink(path.path)
  }

  private static func error(_ operation: String, _ path: String) -> ControlServerError {
    .system(operation: operation, path: path, errno: errno)
  }
}

private let socketType = Int32(SOCK_STREAM.rawValue)
private let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
