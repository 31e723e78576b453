// SPDX-License-Identifier: Apache-2.0
// One world at a time in a process: files are read; and lilv gets none that would harm it.

internal import CRealtime

/// The lock that is held while any world reads files.
///
/// lilv keeps the blank nodes of files apart by a number, and hands that number on in a buffer that
/// all worlds share (`lilv_world_blank_node_prefix`). Two worlds that read at the same time may get
/// each other's, and a plugin loses its ports to another one.
///
/// > Threading: Any; the same thread may take it again.
package enum FileReading {
  private static let lock = ThreadLock(isRecursive: true)
  private static let refused = Locked<[String]>([])
  /// Files that may harm nobody, and explain what is missing if something is.
  private static let suspected = Locked<[String]>([])

  /// lilv opens what it likes, waits for FIFOs and ends the program on deep brackets; so its files
  /// go through our reader.
  private static let guarded: Void = unsafe tarmac_guard_data_files { path in
    guard let path = unsafe path else { return -1 }
    let file = unsafe String(cString: path)
    do throws(DataProblem) {
      let opened = try DataFile.openForLilv(file)
      if !opened.isUTF8 { suspected.withLock { $0.append(sentence(file, .isNotUTF8)) } }
      return opened.descriptor
    } catch {
      // What is not there harms nobody as a rule: many data files name one that their package has
      // left out.
      let list = error == .missing ? suspected : refused
      list.withLock { $0.append(sentence(file, error)) }
      return -1
    }
  }

  private static func sentence(_ file: String, _ problem: DataProblem) -> String {
    "\(file) can't be read: \(problem.sentence)"
  }

  /// Does something that makes a world read files, while no other world does.
  package static func alone<Value>(_ body: () -> Value) -> Value {
    _ = guarded
    return lock.withLock(body)
  }

  /// Does something, and says which files lilv did not get meanwhile, and why; and which were not
  /// there, or only in part.
  static func refusals<Value>(
    _ body: () -> Value
  ) -> (value: Value, refusals: [String], suspects: [String]) {
    alone {
      for list in [refused, suspected] { list.withLock { $0 = [] } }
      let value = body()
      return (value, refused.withLock { $0 }, suspected.withLock { $0 })
    }
  }
}
