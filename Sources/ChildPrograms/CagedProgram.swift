// SPDX-License-Identifier: Apache-2.0
// Programs of others in a sandbox, such as what decodes files of strangers.

import CSandbox
import Glibc

/// Whether this program can start itself again: it is no other one that has its code, such as one
/// that runs tests, and not in a sandbox itself.
package var canStartAgain: Bool {
  guard Sandbox.held == nil else { return false }
  var buffer = [CChar](repeating: 0, count: 4_096)
  let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
  let bytes = buffer[..<max(0, count)].map(UInt8.init(bitPattern:))
  let path = String(decoding: bytes, as: UTF8.self)
  return path.split(separator: "/").last?.split(separator: " ").first == "tarmac"
}

/// Another program than this one in a sandbox: it reads one file, or what others on the network
/// send, and writes to what it is handed.
package struct CagedProgram {
  private static let (word, clientWord) = ("caged", "caged-client")
  /// How much processor time it may take.
  private static let mostSeconds: UInt32 = 1_800
  /// Where the program finds the file that it may read.
  package static let file: Int32 = 3

  /// Starts a program that reads one file; it ends with this process.
  ///
  /// - Parameters:
  ///   - command: its path, and the words of its command line.
  ///   - file: the file, open for reading.
  ///   - output: what it writes to as its standard output.
  ///   - errors: what it writes to as its standard error.
  /// - Returns: the process.
  /// - Throws: what the system says when there is no room for a process.
  package static func start(
    _ command: [String],
    reading file: Int32,
    output: Int32,
    errors: Int32
  ) throws(SpawnError) -> Int32 {
    try start([word] + command, [Self.file: file, STDOUT_FILENO: output, STDERR_FILENO: errors])
  }

  /// Starts a program that connects to others on the network and reads no file; it ends with the
  /// thread that has started it.
  ///
  /// - Parameters:
  ///   - command: its path, and the words of its command line.
  ///   - output: what it writes to as its standard output.
  ///   - errors: what it writes to as its standard error.
  /// - Returns: the process.
  /// - Throws: what the system says when there is no room for a process.
  package static func startClient(
    _ command: [String],
    output: Int32,
    errors: Int32
  ) throws(SpawnError) -> Int32 {
    try start([clientWord] + command, [STDOUT_FILENO: output, STDERR_FILENO: errors])
  }

  private static func start(
    _ command: [String],
    _ files: [Int32: Int32]
  ) throws(SpawnError) -> Int32 {
    let variables = startEnvironment.filter { ["PATH", "LANG"].contains($0.key) }
    return try startProgramAgain(command, files: files, environment: variables)
  }

  /// Becomes the program that a command line asks for; returns where it asks for none.
  ///
  /// > Threading: Control, before there is another thread.
  ///
  /// - Returns: why that can't be; `nil` where nothing was asked for.
  package static func become(askedFor arguments: [String]) -> String? {
    guard let first = arguments.first, [word, clientWord].contains(first), arguments.count > 1
    else { return nil }
    let isClient = first == clientWord
    tarmac_sandbox_be_expendable()
    tarmac_sandbox_limit()
    // What listens to a stream may do so for months.
    if !isClient { tarmac_sandbox_limit_time(mostSeconds) }
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    let words = unsafe arguments.dropFirst().map { unsafe strdup($0) } + [nil]
    _ = unsafe tarmac_sandbox_become(words, isClient ? -1 : file)
    return unsafe String(cString: strerror(errno))
  }
}
