// SPDX-License-Identifier: Apache-2.0
// Ends the program in time, whatever hangs.

internal import CRealtime
import ChildPrograms
import Quantities
import RigEngine

/// Starts a thread that takes the signals which ask for the end, and that ends the program when its
/// shutdown takes too long.
///
/// It must be called before there is another thread. A rig has `HostTimes.end` for its shutdown.
/// After that, standard error says what it was still doing, and the program ends with `exitCode`,
/// together with all that it has started.
///
/// - Parameters:
///   - exitCode: what the program ends with then.
///   - isJournal: whether standard error wants lines as the journal takes them.
/// - Returns: `false` when the system has no room for a thread.
package func guardEnd(exitCode: Int32, isJournal: Bool) -> Bool {
  let milliseconds = UInt32(clamping: HostTimes.end.nanoseconds / 1_000_000)
  tarmac_end_settings(milliseconds, exitCode, isJournal)
  return tarmac_end_guard()
}

/// How long a rig may take to end.
package let endSeconds = HostTimes.end.value

/// What the thread that guards the end has to know.
///
/// > Threading: Any.
enum EndGuard {
  /// Whether the end has begun.
  static var hasBegun: Bool { tarmac_end_has_begun() }

  /// Notes that the end begins, with a reason where nobody has asked for it.
  static func begin(because reason: String? = nil) {
    if let reason { unsafe tarmac_end_reason(reason) }
    tarmac_end_begin(UInt32(clamping: HostTimes.end.nanoseconds / 1_000_000))
  }

  /// Names what is being done now, in words that follow "it was still".
  static func stage(_ name: String) {
    unsafe tarmac_end_stage(name)
  }

  /// Spares a child process that must not be killed when the program is ended by force; or does so
  /// no more.
  static func spare(_ child: Int32, _ isSpared: Bool = true) {
    tarmac_end_spare(child, isSpared)
  }

  /// Takes what libraries have changed of the process, and what was put back, in sentences.
  static func takeMeddling() -> [String] {
    var meddling = tarmac_meddling()
    guard unsafe tarmac_take_meddling(&meddling) else { return [] }
    var sentences: [String] = []
    let taken = (1..<32).filter { meddling.signals & 1 << $0 != 0 }.map(signalName)
    if !taken.isEmpty {
      let library = unsafe withUnsafeBytes(of: &meddling.library) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let who = library.isEmpty ? "A plugin" : library
      sentences.append(
        "\(who) has changed what the rig does about \(taken.joined(separator: ", ")); that is put back."
      )
    }
    if meddling.has_mask {
      sentences.append("A plugin has changed the rights of new files (umask); that is put back.")
    }
    if meddling.files != 0 {
      sentences.append("A plugin has closed a standard file of the rig; it is open again.")
    }
    return sentences
  }
}
