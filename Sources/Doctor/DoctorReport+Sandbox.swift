// SPDX-License-Identifier: Apache-2.0
// What this machine's kernel has for sessions with `isolation: sandbox`.

internal import CSandbox

extension DoctorReport {
  static func sandboxLine() -> Line {
    let kernel = tarmac_sandbox_available()
    return sandboxLine(landlock: Int(clamping: kernel.landlock), isFiltering: kernel.filter)
  }

  /// The line for a kernel with this version of Landlock (0 for none), which can filter system
  /// calls or not.
  static func sandboxLine(landlock: Int, isFiltering: Bool) -> Line {
    let subject = "sandbox"
    guard isFiltering else {
      return .warn(
        subject,
        "no filter of system calls (seccomp), so no session with isolation: sandbox comes up",
        "Use a kernel with CONFIG_SECCOMP_FILTER, or isolation: process for plugins that you trust."
      )
    }
    let filter = "a filter of system calls (seccomp)"
    switch landlock {
    case 0:
      return .warn(
        subject,
        "\(filter), but no Landlock: plugins with isolation: sandbox can write your files",
        "Use Linux 5.13 or later with landlock in /sys/kernel/security/lsm (boot with lsm=landlock,…)."
      )
    case 1, 2:
      return .warn(
        subject,
        "\(filter) and Landlock \(landlock): plugins with isolation: sandbox can cut your files short",
        "Use Linux 6.2 or later, which has Landlock 3."
      )
    default:
      return .ok(subject, "Landlock \(landlock) and \(filter)")
    }
  }
}
