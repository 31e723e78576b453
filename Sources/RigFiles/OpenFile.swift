// SPDX-License-Identifier: Apache-2.0
// A file of a folder, read without links.

internal import Glibc

/// An ordinary file that is open to be read.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  /// Its mode: the rights to read and write it.
  package let mode: FileMode

  /// Why a file can't be read.
  package enum Problem: Error, Hashable, Sendable {
    case missing
    /// It is a link, a folder, a pipe.
    case isNoFile
    case tooLarge
    case system(Int32)
  }

  /// Opens a file of a folder; never a link.
  package init(_ name: String, in folder: borrowing Folder) throws(Problem) {
    try self.init(opened: unsafe openat(folder.descriptor, name, OpenFile.flags | O_NOFOLLOW))
  }

  /// Opens what a path leads to.
  package init(at path: String) throws(Problem) {
    try self.init(opened: unsafe open(path, OpenFile.flags))
  }

  // Without O_NONBLOCK a pipe that nobody writes into would hold us up.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK

  private init(opened: Int32) throws(Problem) {
    guard opened >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .missing
      case ELOOP: throw .isNoFile
      case let code: throw .system(code)
      }
    }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .isNoFile
    }
    (descriptor, mode) = (opened, .of(status))
  }

  deinit { close(descriptor) }

  /// All of it, if it has at most `limit` bytes.
  package func bytes(limit: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try piece(from: bytes.count) {
      bytes += piece
      guard bytes.count <= limit else { throw .tooLarge }
    }
    return bytes
  }

  /// The sum of all of it.
  package func checksum() throws(Problem) -> Checksum {
    var (sum, place) = (Checksum(), 0)
    while let piece = try piece(from: place) {
      sum.add(piece)
      place += piece.count
    }
    return sum
  }

  private static let pieceBytes = 1 << 16

  /// What is there from a place on; `nil` at the end.
  package func piece(from place: Int) throws(Problem) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: OpenFile.pieceBytes)
    while true {
      let count = unsafe pread(descriptor, &piece, piece.count, off_t(place))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      piece.removeLast(piece.count - count)
      return count == 0 ? nil : piece
    }
  }
}
