// SPDX-License-Identifier: Apache-2.0
// A test's disk that is slow, or does not answer, as the library of `Tests/FaultInjection` makes
// it.

import Foundation

/// The page that the library reads in a program that was started by `shell`, in a test's folder.
struct DiskFaults {
  /// The offsets of the fields on the page, `struct tarmac_faults`.
  private enum Place {
    static let error: UInt64 = 0
    static let delay: UInt64 = 4
    static let hangs: UInt64 = 16
    static let held = 20
    static let calls: UInt64 = 24
    static let seen = 224
    static let folder: UInt64 = 1_024
  }

  private let page: URL

  /// How bash starts a program whose disk behaves as the page says.
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
  func fail(_ error: Int32) throws { try put(bytes(error), at: Place.error) }

  /// Sets how much longer each write takes; a disk that is repaired goes on at once.
  func delay(_ milliseconds: Int32) throws { try put(bytes(milliseconds), at: Place.delay) }

  /// Makes these functions of the C library hang for all files below a folder.
  func hang(_ calls: [String], below folder: URL) throws {
    try release()
    try put(Array(folder.path.utf8) + [0], at: Place.folder)
    try put(Array(calls.map { " \($0) " }.joined().utf8) + [0], at: Place.calls)
    try put(bytes(1), at: Place.hangs)
  }

  /// Lets all hanging calls go on.
  func release() throws { try put(bytes(0), at: Place.hangs) }

  /// Notes from now on which functions are called for files below a folder.
  func look(below folder: URL) throws {
    try put(Array(folder.path.utf8) + [0], at: Place.folder)
    try put([0], at: UInt64(Place.seen))
  }

  /// The names of the functions that have been called since.
  var seen: [String] {
    get throws {
      let text = try Data(contentsOf: page)[Place.seen..<Int(Place.folder)].prefix { $0 != 0 }
      return String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init).sorted()
    }
  }

  /// How many calls have been held so far.
  var held: Int {
    get throws {
      let bytes = try Data(contentsOf: page)[Place.held..<(Place.held + 4)]
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
