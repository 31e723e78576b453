// SPDX-License-Identifier: Apache-2.0
// A file that was not there before, open to be written.

internal import Glibc
package import RigErrors

/// A file that the rig has made and writes; it is closed with its owner.
///
/// > Threading: Any, one at a time.
package struct NewFile: ~Copyable {
  /// How people know it.
  package let path: String
  package let descriptor: Int32

  /// Why a file can't be made.
  package enum Problem: Error, Hashable, Sendable {
    /// Something has its name: a file, a link, anything.
    case exists
    /// The system's number for it.
    case system(Int32)
  }

  /// Makes a file for a caller that writes it by its descriptor, such as a sound file's library.
  ///
  /// When `emptying`, a file that is there is emptied, as a user expects of an output that they
  /// name; else whatever has the name stays as it is, a link too.
  package static func open(_ path: String, emptying: Bool) throws(Problem) -> Int32 {
    let how = emptying ? O_TRUNC : O_EXCL
    let opened = unsafe Glibc.open(path, flags | how, FileMode.file.bits)
    guard opened >= 0 else { throw errno == EEXIST ? .exists : .system(errno) }
    if !emptying { fchmod(opened, FileMode.file.bits) }
    return opened
  }

  init(_ name: String, in folder: borrowing Folder, mode: FileMode) throws(RigError) {
    path = "\(folder.path)/\(name)"
    let flags = NewFile.flags | O_EXCL | O_NOFOLLOW
    descriptor = unsafe openat(folder.descriptor, name, flags, mode.bits)
    guard descriptor >= 0 else { throw Folder.failure("write to \(folder.path)") }
    fchmod(descriptor, mode.bits)
  }

  deinit { close(descriptor) }

  private static let flags = O_RDWR | O_CREAT | O_CLOEXEC

  /// Appends bytes, all of them.
  package func write(_ bytes: [UInt8]) throws(RigError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Folder.failure("write \(path)") }
      done += count
    }
  }
}
