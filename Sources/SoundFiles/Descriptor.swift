// SPDX-License-Identifier: Apache-2.0
// File descriptors that we open ourselves, because libsndfile would hand them down to child processes and wait for FIFOs.

internal import CSndfile
internal import Glibc

/// An open file that is closed when its owner goes.
struct Descriptor: ~Copyable {
  let value: Int32

  deinit {
    close(value)
  }

  /// Opens a regular file to read it.
  init(reading path: String) throws(SoundFileError) {
    value = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard value >= 0 else {
      throw .cannotRead(path: path, reason: SystemError.text(errno))
    }
    var status = stat()
    guard unsafe fstat(value, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, reason: "it is not a regular file")
    }
  }

  /// Creates a file, or empties the one that is there when `replacing`.
  init(writing path: String, replacing: Bool) throws(SoundFileError) {
    let mode = replacing ? O_TRUNC : O_EXCL
    value = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | mode, 0o666)
    guard value < 0 else { return }
    switch errno {
    case EEXIST: throw .exists(path: path)
    case ENOENT: throw .cannotWrite(path: path, reason: "its folder does not exist")
    case let code: throw .cannotWrite(path: path, reason: SystemError.text(code))
    }
  }
}

/// The words of the system and of libsndfile for what went wrong.
enum SystemError {
  /// The text of an error number.
  static func text(_ code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }

  /// The last error of `file`, or of the last attempt to open one.
  static func text(of file: OpaquePointer?) -> String {
    var text = unsafe String(cString: sf_strerror(file))
    if text.hasPrefix("Error : ") { text.removeFirst("Error : ".count) }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
