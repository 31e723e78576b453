// SPDX-License-Identifier: Apache-2.0
// The sandbox of this program when it is started again to run plugins of strangers.

import CSandbox
import Glibc

/// What a process in a sandbox may do, as its parent puts it before the words of its command line.
package struct SandboxPlan {
  /// The folders that it may write to.
  package var folders: [String]
  /// How long the files may become that it writes, in bytes; `nil` for as long as they like.
  package var longestFile: Int?
  /// Whether it ends with its parent, at once.
  package var isExpendable: Bool

  private static let word = "sandboxed"
  private static let end = "--"

  /// Describes a sandbox.
  package init(folders: [String], longestFile: Int? = 1 << 30, isExpendable: Bool = false) {
    (self.folders, self.longestFile, self.isExpendable) = (folders, longestFile, isExpendable)
  }

  /// The words of a command line that begin in the sandbox.
  func words(before command: [String]) -> [String] {
    [Self.word, longestFile.map { "\($0)" } ?? "", isExpendable ? "expendable" : ""] + folders
      + [Self.end] + command
  }

  /// Takes the plan from the beginning of a command line; `nil` when there is none.
  fileprivate init?(of arguments: inout [String]) {
    guard arguments.first == Self.word, let end = arguments.firstIndex(of: Self.end), end >= 3
    else { return nil }
    longestFile = Int(arguments[1])
    isExpendable = !arguments[2].isEmpty
    folders = Array(arguments[3..<end])
    arguments.removeFirst(end + 1)
  }
}

/// The sandbox of this process.
///
/// > Threading: Any, but for `enter`.
package enum Sandbox {
  /// What keeps a process in.
  package struct Walls {
    /// The version of Landlock that keeps files; 0 when the kernel has none.
    package var landlock: Int
    /// Whether system calls are refused that no plugin needs.
    package var refusesCalls: Bool

    fileprivate init?(_ walls: tarmac_sandbox) {
      guard walls.landlock > 0 || walls.filter else { return nil }
      (landlock, refusesCalls) = (Int(walls.landlock), walls.filter)
    }
  }

  /// What holds in this process; `nil` outside of a sandbox.
  package static var held: Walls? { Walls(tarmac_sandbox_held()) }

  /// What this kernel has for a sandbox; `nil` when that is nothing.
  package static var available: Walls? { Walls(tarmac_sandbox_available()) }

  /// Enters the sandbox that a command line begins with, for good; what is left are the words
  /// behind that.
  ///
  /// > Threading: Control, before there is another thread: not everything can be put over threads
  /// that are there.
  ///
  /// - Returns: why it can't be entered; `nil` when it was, or none was asked for.
  package static func enter(askedFor arguments: inout [String]) -> String? {
    guard let plan = SandboxPlan(of: &arguments) else { return nil }
    if plan.isExpendable { tarmac_sandbox_be_expendable() }
    tarmac_sandbox_limit()
    if let bytes = plan.longestFile { tarmac_sandbox_limit_files(UInt64(clamping: bytes)) }
    let folders = unsafe plan.folders.map { unsafe UnsafePointer(strdup($0)) }
    let code = unsafe tarmac_sandbox_enter(folders, UInt32(clamping: folders.count))
    return code == 0 ? nil : unsafe String(cString: strerror(errno))
  }

  /// The variables of a process in a sandbox with this folder for temporary files.
  ///
  /// Variables that concern the user's other programs are left out.
  package static func environment(temporary folder: String) -> [String: String] {
    var kept = startEnvironment.filter { isHarmless($0.key) }
    kept["TMPDIR"] = folder
    // What prints the way to a crash is a program, which it can't start.
    kept["SWIFT_BACKTRACE"] = "enable=no"
    return kept
  }

  private static func isHarmless(_ variable: String) -> Bool {
    let names = ["HOME", "PATH", "LANG", "TZ", "LD_LIBRARY_PATH", "USER", "TERM", "NO_COLOR"]
    let beginnings = ["LC_", "LV2_", "XDG_", "ASAN_", "TSAN_", "UBSAN_"]
    return names.contains(variable) || beginnings.contains(where: variable.hasPrefix)
  }

  /// What was refused to this process since this was asked last, each call or file once.
  package static func takeRefusals() -> [String] {
    var (found, refusal) = ([String](), tarmac_refusal())
    while unsafe tarmac_sandbox_take_refusal(&refusal) {
      if !found.contains(refusal.what) { found.append(refusal.what) }
    }
    return found
  }
}

extension tarmac_refusal {
  /// The call, and the file that it was about if there is one.
  package var what: String {
    let call = unsafe withUnsafeBytes(of: call) { unsafe text($0) }
    let path = unsafe withUnsafeBytes(of: path) { unsafe text($0) }
    return path.isEmpty ? call : "\(call) \(path)"
  }
}

/// Text of a fixed size, up to its end.
private func text(_ bytes: UnsafeRawBufferPointer) -> String {
  unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}
