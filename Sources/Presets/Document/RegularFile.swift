// SPDX-License-Identifier: Apache-2.0
// Opens files that must be ordinary files and says in words why one is not.

import Glibc

/// Why a file can't be used.
package enum FileProblem: Error, Hashable {
  case missing
  case isDirectory
  case isNotRegular
  case forbidden
  case tooLarge(limit: Int)
  case system(Int32)

  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EACCES, EPERM: self = .forbidden
    case EISDIR: self = .isDirectory
    default: self = .system(code)
    }
  }

  /// The end of a sentence that begins with the file's name.
  package var sentence: String {
    switch self {
    case .missing: "does not exist"
    case .isDirectory: "is a directory, but a file is needed"
    case .isNotRegular: "is not a regular file"
    case .forbidden: "may not be read: permission denied"
    case .tooLarge(let limit): "is larger than \(limit) bytes, more than any preset needs"
    case .system(let code): "can't be read: \(Self.text(code))"
    }
  }

  /// The sentence for the file at a path; for a missing one, with a file whose name only looks the
  /// same.
  package func sentence(of path: String) -> String {
    guard self == .missing, let twin = Path.twin(of: path) else { return sentence }
    return "\(sentence), but \(twin)"
  }

  private static func text(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

/// The identity of a file, whatever path leads to it.
package struct FileIdentity: Hashable {
  var device: UInt
  var inode: UInt
}

/// An open, regular file.
package struct RegularFile: ~Copyable {
  package let identity: FileIdentity
  private let descriptor: Int32
  private let byteCount: Int

  /// Opens a file to read it.
  package init(_ path: String) throws(FileProblem) {
    // O_NONBLOCK: a pipe without a writer must not block us.
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileProblem(errno: errno) }
    var status = stat()
    let result = unsafe fstat(opened, &status)
    let kind = status.st_mode & S_IFMT
    guard result == 0, kind == S_IFREG else {
      let problem = result != 0 ? FileProblem(errno: errno) : nil
      close(opened)
      throw problem ?? (kind == S_IFDIR ? .isDirectory : .isNotRegular)
    }
    descriptor = opened
    byteCount = Int(clamping: status.st_size)
    identity = FileIdentity(device: status.st_dev, inode: status.st_ino)
  }

  deinit {
    close(descriptor)
  }

  /// The whole file as it was when it was opened, if it has at most `limit` bytes.
  package consuming func bytes(limit: Int) throws(FileProblem) -> [UInt8] {
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    var text = [UInt8](repeating: 0, count: byteCount)
    var count = 0
    while count < text.count {
      let got = unsafe text.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileProblem(errno: errno) }
      if got == 0 { break }
      count += got
    }
    text.removeLast(text.count - count)
    return text
  }
}
