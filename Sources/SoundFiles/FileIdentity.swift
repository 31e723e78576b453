// SPDX-License-Identifier: Apache-2.0
// Which file is open, and whether another one has its name by now.

internal import Glibc

/// What tells a file from another one, and from itself before it was written again.
struct FileIdentity: Hashable, Sendable {
  let size: Int
  private let device: UInt
  private let number: UInt
  private let seconds: Int
  private let nanoseconds: Int

  /// What has a name.
  enum Owner {
    case file(FileIdentity)
    /// Nothing: it was deleted or moved away.
    case nobody
    /// The disk can't say.
    case unknown
  }

  /// That of what is no file: a stream, or nothing at all.
  static let none = FileIdentity(stat())

  /// Whether it is the same file, in whatever form: then the former one is lost.
  func isForm(of other: FileIdentity) -> Bool {
    (device, number) == (other.device, other.number)
  }

  /// Takes that of an open file.
  init(of descriptor: borrowing Descriptor) {
    var status = stat()
    _ = unsafe fstat(descriptor.value, &status)
    self.init(status)
  }

  /// Takes that of what has a name now; `nil` if nothing has it.
  ///
  /// > Threading: Worker.
  init?(ofPath path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    (size, device, number) = (status.st_size, status.st_dev, status.st_ino)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Asks the disk what has a name now.
  ///
  /// > Threading: Worker.
  static func owner(of path: String) -> Owner {
    if let identity = FileIdentity(ofPath: path) { return .file(identity) }
    return errno == ENOENT || errno == ENOTDIR ? .nobody : .unknown
  }

  /// Whether a folder has the name.
  ///
  /// > Threading: Worker.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
