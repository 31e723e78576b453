// SPDX-License-Identifier: Apache-2.0
// A file that survives the program, a crash in the middle of its writing, and damage.

import ControlProtocol
import Dispatch
import FoundationEssentials
import Quantities
import RigErrors
import RigFiles
import Synchronization

/// A small JSON file of a rig, in `$XDG_STATE_HOME/tarmac/NAME` or in a folder that a session
/// manager has given it.
///
/// A new version replaces the old one in a single step, once it is on the disk, and the old one is
/// kept. A damaged file is set aside under another name and reported, and the one before it counts,
/// so that it neither stops a rig nor gets lost.
///
/// > Threading: Control; the disk is waited for elsewhere.
final class StateFile: Sendable {
  private let file: StoredJSON
  private let report: @Sendable (String) -> Void
  private let writing = DispatchQueue(label: "tarmac state")
  private let lastFailure = Mutex<String?>(nil)

  /// Names a file in a folder; it need not be there.
  init(_ file: String, in folder: String, report: @escaping @Sendable (String) -> Void) {
    self.file = StoredJSON(file, in: folder, mode: .secretFile)
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

  /// What the file holds, or held before it was damaged; `nil` when there is none, or none that can
  /// be understood.
  func read<Value: Decodable>(_ type: Value.Type) -> Value? {
    switch file.read(type, settingAside: true) {
    case .nothing: return nil
    case .present(let value): return value
    case .former(let value, let sentence):
      report(sentence)
      return value
    case .damaged(let sentence):
      report(sentence)
      return nil
    }
  }

  /// Why the last write has failed, if it has.
  var failure: String? { lastFailure.withLock { $0 } }

  /// Replaces what the file holds, soon; a failure is logged once, until a write succeeds.
  ///
  /// What is not written `durably` survives the end of the program, and a power cut some seconds
  /// later only.
  func write(_ value: some Encodable & Sendable, durably: Bool = true) {
    writing.async { [self] in
      let failure = replace(by: value, durably)
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

  /// Returns once everything has been written or has taken too long, without blocking a thread;
  /// says why it has not been written, if it has not.
  func settled(within limit: Seconds) async -> String? {
    let (ends, end) = AsyncStream.makeStream(of: String?.self)
    writing.async { [self] in end.yield(failure) }
    Self.patience.asyncAfter(deadline: .now() + limit.value) { [path = file.path] in
      end.yield("Cannot write \(path): the disk does not answer.")
    }
    for await failure in ends { return failure }
    return nil
  }

  /// The queue that notices when a disk does not answer.
  private static let patience = DispatchQueue(label: "tarmac state patience")

  /// Returns what went wrong.
  private func replace(by value: some Encodable, _ durably: Bool) -> String? {
    do throws(RigError) {
      try file.write(value, durably: durably)
      return nil
    } catch {
      return error.message
    }
  }
}
