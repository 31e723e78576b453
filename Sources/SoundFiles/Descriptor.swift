// SPDX-License-Identifier: Apache-2.0
// File descriptors that we open ourselves, because libsndfile would hand them down to child
// processes and wait for FIFOs.

internal import CSndfile
internal import Glibc
internal import RigFiles
internal import Synchronization

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
    do throws(NewFile.Problem) {
      value = try NewFile.open(path, emptying: replacing)
    } catch {
      switch error {
      case .exists: throw .exists(path: path)
      case .system(ENOENT): throw .cannotWrite(path: path, reason: "its folder does not exist")
      case .system(let code): throw .cannotWrite(path: path, reason: SystemError.text(code))
      }
    }
  }
}

/// An open file that several decoders read.
final class SharedDescriptor: Sendable {
  let file: Descriptor

  /// Opens a regular file to read it.
  init(reading path: String) throws(SoundFileError) {
    file = try Descriptor(reading: path)
  }
}

extension Descriptor {
  /// Goes back to the first byte.
  borrowing func rewind() {
    lseek(value, 0, SEEK_SET)
  }

  /// Held from another attempt to open a file to the question why it failed: libsndfile has one
  /// answer for the whole process.
  private static let asking = Mutex(())

  /// Lets libsndfile open the file; what it says when it can't becomes an error.
  ///
  /// It gets a descriptor of its own, to be closed with the file. One that it shall leave open it
  /// closes all the same when it can't open the file (1.0.30 to 1.2.0), and closing it again would
  /// hit what another thread has opened since.
  borrowing func openSound(
    _ mode: Int,
    _ info: inout SF_INFO,
    orThrow error: (String) -> SoundFileError
  ) throws(SoundFileError) -> OpaquePointer {
    let (descriptor, wanted) = (value, info)
    if let file = try unsafe attempt(descriptor, mode, &info, orThrow: error) {
      return unsafe file
    }
    // Files are opened side by side, for their disks may take their time; only of those that can't
    // be it is asked why, in turn. One that asks about a file on a disk that hangs is waited for no
    // longer than a second. Another one that is opened meanwhile wipes the answer out: then it is
    // asked again.
    var file: OpaquePointer?
    var reason = ""
    var isAnswered = false
    var silences = 0
    for turn in 0..<1_000 where !isAnswered && silences < 50 {
      if turn > 0 { usleep(1_000) }
      info = wanted
      lseek(descriptor, 0, SEEK_SET)
      let asked: Void? = try Descriptor.asking.withLockIfAvailable { _ throws(SoundFileError) in
        unsafe file = try unsafe attempt(descriptor, mode, &info, orThrow: error)
        if unsafe file == nil { reason = unsafe SystemError.text(of: nil) }
      }
      let isSilent = ["", "No Error"].contains(reason)
      isAnswered = unsafe asked != nil && (file != nil || !isSilent)
      if asked != nil { silences += 1 }
    }
    guard let file = unsafe file else {
      throw error(isAnswered ? reason : "libsndfile can't open it")
    }
    return unsafe file
  }
}

private func attempt(
  _ descriptor: Int32,
  _ mode: Int,
  _ info: inout SF_INFO,
  orThrow error: (String) -> SoundFileError
) throws(SoundFileError) -> OpaquePointer? {
  let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  guard own >= 0 else { throw error(SystemError.text(errno)) }
  return unsafe sf_open_fd(own, Int32(clamping: mode), &info, 1)
}

/// Makes a pipe; `nil` where the system has no room for one, and `errno`.
func makePipe() -> (read: Int32, write: Int32)? {
  var ends: [Int32] = [0, 0]
  guard unsafe pipe(&ends) == 0 else { return nil }
  return (ends[0], ends[1])
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
