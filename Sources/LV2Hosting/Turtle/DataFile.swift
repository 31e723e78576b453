// SPDX-License-Identifier: Apache-2.0
// The one reader for data files that others have written: bundles, presets and states.

internal import Glibc

/// Why a data file is not read.
enum DataProblem: Error, Hashable {
  case missing
  case isFolder
  case isNotRegular
  case tooManyLinks
  case tooLarge
  case isNotUTF8
  case turtle(TurtleProblem)
  case system(Int32)

  /// The end of a sentence that begins with the file's name and "can't be read:".
  var sentence: String {
    switch self {
    case .missing: "it is not there"
    case .isFolder: "it is a folder"
    case .isNotRegular: "it is not a regular file"
    case .tooManyLinks: "too many links lead to it"
    case .tooLarge: "it is larger than \(DataFile.mostBytes >> 20) MiB"
    case .isNotUTF8: "it is not UTF-8"
    case .turtle(let problem): problem.sentence
    case .system(let code): unsafe String(cString: strerror(code)).lowercased()
    }
  }
}

extension DataProblem {
  fileprivate init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case ELOOP: self = .tooManyLinks
    default: self = .system(code)
    }
  }

  /// What keeps a file of a kind and size from being read; `nil` when nothing does.
  fileprivate init?(_ status: stat, _ mostBytes: Int) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .isFolder
    case S_IFREG where status.st_size <= mostBytes: return nil
    case S_IFREG: self = .tooLarge
    default: self = .isNotRegular
    }
  }
}

/// An open file that is a regular one and not larger than any data file is.
///
/// A FIFO would be waited for, a device may do anything: neither gets further than here.
///
/// > Threading: Any.
struct DataFile: ~Copyable {
  static let mostBytes = 64 << 20

  private let descriptor: Int32
  private let size: Int

  init(_ path: String, mostBytes: Int = DataFile.mostBytes) throws(DataProblem) {
    // O_NONBLOCK: a pipe without a writer must not hold us up.
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard opened >= 0 else {
      let problem = DataProblem(errno: errno)
      // A sandbox opens no devices; that this is one says more.
      if unsafe stat(path, &status) == 0, let kind = DataProblem(status, mostBytes) { throw kind }
      throw problem
    }
    guard unsafe fstat(opened, &status) == 0, let problem = DataProblem(status, mostBytes) else {
      descriptor = opened
      size = Int(status.st_size)
      return
    }
    close(opened)
    throw problem
  }

  deinit {
    close(descriptor)
  }

  /// Everything that is in the file.
  static func bytes(_ path: String) throws(DataProblem) -> [UInt8] {
    try DataFile(path).bytes()
  }

  /// What a file in Turtle says; it must be so in all of it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - base: the URI that relative ones begin at.
  /// - Returns: what it says.
  /// - Throws: why it can't be read.
  static func triples(_ path: String, base: String) throws(DataProblem) -> Triples {
    let bytes = try bytes(path)
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .isNotUTF8 }
    return try triples(of: TurtleReader(bytes, base: base))
  }

  /// What a file of a bundle says; old ones are not always UTF-8.
  static func triplesOfBundle(_ path: String) throws(DataProblem) -> Triples {
    try triples(of: TurtleReader(try bytes(path), base: FileURI.make(path)))
  }

  /// The descriptor of a file in Turtle that does lilv no harm, for the caller to close, and
  /// whether it is UTF-8.
  ///
  /// lilv goes on behind what is not Turtle, and some of that never ends: a file that breaks off in
  /// a URI, for example. What is not UTF-8 it leaves out.
  static func openForLilv(
    _ path: String
  ) throws(DataProblem) -> (descriptor: Int32, isUTF8: Bool) {
    let file = try DataFile(path)
    let bytes = try file.bytes()
    _ = try triples(of: TurtleReader(bytes, base: "file:///", keeps: false))
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
    return (descriptor, String(validating: bytes, as: UTF8.self) != nil)
  }

  private static func triples(of reader: consuming TurtleReader) throws(DataProblem) -> Triples {
    do throws(TurtleProblem) {
      try reader.read()
    } catch {
      throw .turtle(error)
    }
    return reader.triples
  }

  private borrowing func bytes() throws(DataProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno) }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
