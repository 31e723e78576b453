// SPDX-License-Identifier: Apache-2.0
// Whether this machine is ready for real-time audio: what was looked at, what was found, what to
// do.

/// The findings of an examination of this machine.
package struct DoctorReport: Codable, Hashable, Sendable {
  /// What was looked at, in order.
  package var lines: [Line]

  /// One thing that was looked at.
  package struct Line: Codable, Hashable, Sendable {
    /// What was looked at.
    package var subject: String
    /// How it is.
    package var verdict: Verdict
    /// What was found.
    package var finding: String
    /// What to do, where something is to be done.
    package var advice: String?

    static func ok(_ subject: String, _ finding: String) -> Line {
      Line(subject: subject, verdict: .ok, finding: finding, advice: nil)
    }

    static func warn(_ subject: String, _ finding: String, _ advice: String) -> Line {
      Line(subject: subject, verdict: .warn, finding: finding, advice: advice)
    }

    static func fail(_ subject: String, _ finding: String, _ advice: String) -> Line {
      Line(subject: subject, verdict: .fail, finding: finding, advice: advice)
    }
  }

  /// How something is.
  package enum Verdict: String, Codable, Hashable, Sendable {
    /// As it should be.
    case ok
    /// The rig runs, but not as well as it could.
    case warn
    /// The rig does not run.
    case fail
  }

  /// Whether nothing keeps the rig from running.
  package var isHealthy: Bool { !lines.contains { $0.verdict == .fail } }

  /// Examines this machine; takes well under a second and changes nothing.
  package static func examine() -> DoctorReport {
    DoctorReport(
      lines: serverLines() + realtimeLines() + [
        memoryLockLine(), sharedMemoryLine(), governorLine(), sandboxLine(),
        decoderLine(),
      ] + pluginLines()
    )
  }
}
