// SPDX-License-Identifier: Apache-2.0
// A disk of a test that is slow, or does not answer, as the library of `Tests/FaultInjection` makes it.

import Foundation

/// The page that the library reads in a program that was started by `shell`, in a test's folder.
struct DiskFaults {
  /// Kinds of calls that can hang, as the library has them.
  struct Calls: OptionSet, Hashable {
    let rawValue: Int32
    static let read = Calls(rawValue: 1)
    static let write = Calls(rawValue: 2)
    static let open = Calls(rawValue: 4)
    static let look = Calls(rawValue: 8)
    static let seek = Calls(rawValue: 16)
    static let close = Calls(rawValue: 32)
  }

  private let page: URL

  /// How bash starts a program whose disk obeys the page.
  static var shell: String {
    let products = RunningTarmac.program.deletingLastPathComponent()
    return """
      export TARMAC_FAULTS="$XDG_RUNTIME_DIR/faults" \
        LD_PRELOAD='\(products.appending(path: "libFaultInjection.so").path)'; exec "$@"
      """
  }

  /// Makes the page, before the program is started.
  static func prepare(in folder: URL) throws {
    try Data(count: 4_096).write(to: folder.appending(path: "faults"))
  }

  /// The page that was made in a folder.
  init(in folder: URL) { page = folder.appending(path: "faults") }

  /// Sets the error that each write ends with; 0 for none.
  func fail(_ error: Int32) throws { try put(bytes(error), at: 0) }

  /// Sets how much longer each write takes; a disk that is healed goes on at once.
  func delay(_ milliseconds: Int32) throws { try put(bytes(milliseconds), at: 4) }

  /// Has calls of these kinds hang for all that is below a folder.
  func hang(_ calls: Calls, below folder: URL) throws {
    try put(Array(folder.path.utf8) + [0], at: 24)
    try put(bytes(calls.rawValue), at: 16)
  }

  /// Lets all that hangs go on.
  func release() throws { try put(bytes(0), at: 16) }

  /// How many calls have been held so far.
  var held: Int {
    get throws {
      let bytes = try Data(contentsOf: page)[20..<24]
      return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func bytes(_ number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func put(_ bytes: [UInt8], at offset: UInt64) throws {
    let file = try FileHandle(forUpdating: page)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: bytes)
    try file.close()
  }
}
