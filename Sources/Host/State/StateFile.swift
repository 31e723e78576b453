// SPDX-License-Identifier: Apache-2.0
// A file that survives the program, and a crash in the middle of its writing.

import ControlProtocol
import Dispatch
import FoundationEssentials
import Glibc
import Presets
import Quantities
import RigEngine
import StrictJSON
import Synchronization

/// A small JSON file of a rig, in `$XDG_STATE_HOME/tarmac/NAME` or in a folder that a session manager has given it.
///
/// A new version replaces the old one in a single step, once it is on the disk. What can't be read is set aside under
/// another name and told, so that it neither stops a rig nor gets lost.
///
/// > Threading: Control; the disk is waited for elsewhere.
final class StateFile: Sendable {
  let path: String
  private let report: @Sendable (String) -> Void
  private let writing = DispatchQueue(label: "tarmac state")
  private let lastFailure = Mutex<String?>(nil)

  /// Names a file in a folder; it need not be there.
  init(_ file: String, in folder: String, report: @escaping @Sendable (String) -> Void) {
    path = "\(folder)/\(file)"
    self.report = report
  }

  /// The folder of the rig `name`; a name that is no file's name gets one that is.
  static func folder(of name: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/"
    let given = environment["XDG_STATE_HOME"] ?? ""
    let base = given.hasPrefix("/") ? given : "\(home)/.local/state"
    let safe = name.replacing("/", with: "_")
    return "\(base)/tarmac/\(safe.allSatisfy { $0 == "." } ? "_" : safe)"
  }

  /// What the file holds; `nil` when there is none, or none that can be understood.
  func read<Value: Decodable>(_ type: Value.Type) -> Value? {
    do {
      let bytes = try RegularFile(path).bytes(limit: JSONText.maximumBytes)
      return try JSONText.decode(type, from: bytes)
    } catch FileProblem.missing {
      return nil
    } catch {
      let aside = path + ".broken"
      unsafe rename(path, aside)
      report("\(path) can't be understood; it is now \(aside), and the rig goes on without it.")
      return nil
    }
  }

  /// Why it does not hold what was written last, if it does not.
  var failure: String? { lastFailure.withLock { $0 } }

  /// Replaces what the file holds, soon; a failure is logged, once until it is over.
  func write(_ value: some Encodable & Sendable) {
    writing.async { [self] in
      guard let bytes = try? JSONText.encode(value, as: .page) else { return }
      let failure = replace(by: bytes).map { "Cannot write \(path): \($0)." }
      let before = lastFailure.withLock { last in
        defer { last = failure }
        return last
      }
      if let failure, failure != before { report(failure) }
    }
  }

  /// Returns once everything has been written; says why it has not, if it has not.
  @discardableResult
  func settle() -> String? {
    writing.sync {}
    return failure
  }

  /// Waits on no thread until everything has been written, or has taken too long; says why it has not been, if it has not.
  func settled(within limit: Seconds) async -> String? {
    let (ends, end) = AsyncStream.makeStream(of: String?.self)
    writing.async { [self] in end.yield(failure) }
    Self.patience.asyncAfter(deadline: .now() + limit.value) { [path] in
      end.yield("Cannot write \(path): the disk does not answer.")
    }
    for await failure in ends { return failure }
    return nil
  }

  /// Where it is noticed that a disk does not answer.
  private static let patience = DispatchQueue(label: "tarmac state patience")

  /// Writes beside the file, waits for the disk, and takes the file's place; returns what went wrong.
  private func replace(by bytes: [UInt8]) -> String? {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    try? makeFolders(folder, mode: 0o700)
    let draft = path + ".new"
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return reason }
    let written = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(file, $0.baseAddress, $0.count)
    }
    guard written == bytes.count, fsync(file) == 0 else {
      defer { close(file) }
      return reason
    }
    close(file)
    guard unsafe rename(draft, path) == 0 else { return reason }
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    fsync(directory)
    close(directory)
    return nil
  }

  private var reason: String { unsafe String(cString: strerror(errno)) }
}
