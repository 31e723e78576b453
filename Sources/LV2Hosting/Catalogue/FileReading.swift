// SPDX-License-Identifier: Apache-2.0
// One world at a time in a process: files are read.

/// The lock that is held while any world reads files.
///
/// lilv keeps the blank nodes of files apart by a number, and hands that number on in a buffer that all worlds share
/// (`lilv_world_blank_node_prefix`). Two worlds that read at the same time may get each other's, and a plugin loses its ports
/// to another one.
///
/// > Threading: Any; the same thread may take it again.
enum FileReading {
  private static let lock = ThreadLock(isRecursive: true)

  static func alone<Value>(_ body: () -> Value) -> Value {
    lock.withLock(body)
  }
}
