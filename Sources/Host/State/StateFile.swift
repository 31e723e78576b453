// SPDX-License-Identifier: Apache-2.0
// A file that survives the program, and a crash in the middle of its writing.

import ControlProtocol
import Dispatch
import FoundationEssentials
import Glibc
import Presets
import RigEngine
import StrictJSON

/// A small JSON file of a rig, in `$XDG_STATE_HOME/tarmac/NAME`.
///
/// A new version replaces the old one in a single step, once it is on the disk. What can't be read is set aside under
/// another name and told, so that it neither stops a rig nor gets lost.
///
/// > Threading: Control; the disk is waited for elsewhere.
final class StateFile: Sendable {
  let path: String
  private let report: @Sendable (String) -> Void
  private let writing = DispatchQueue(label: "tarmac state")

  /// Names a file of the rig `name`; it need not be there.
  init(_ file: String, of name: String, report: @escaping @Sendable (String) -> Void) {
    path = "\(StateFile.folder(of: name))/\(file)"
    self.report = report
  }

  /// The folder of a rig; a name that is no file's name gets one that is.
  private static func folder(of name: String) -> String {
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

  /// Replaces what the file holds, soon; a failure is logged.
  func write(_ value: some Encodable & Sendable) {
    writing.async { [self] in
      guard let bytes = try? JSONText.encode(value, as: .page), let failure = replace(by: bytes)
      else { return }
      report("Cannot write \(path): \(failure).")
    }
  }

  /// Returns once everything has been written.
  func settle() {
    writing.sync {}
  }

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
