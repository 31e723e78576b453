// SPDX-License-Identifier: Apache-2.0
// Whether the audio thread may go before all others, and its memory may stay where it is.

internal import Glibc
internal import JACKDriver

extension DoctorReport {
  private static let audioGroup = "audio"
  private static let limitsFile = "/etc/security/limits.d/audio.conf"
  /// What a rig with many plugins and long players may want to keep in memory.
  private static let wantedMemory_bytes: UInt64 = 512 << 20

  static func realtimeLines() -> [Line] {
    let isGranted = RealtimeRights.areGranted()
    return [schedulingLine(isGranted: isGranted), groupLine(isNeeded: !isGranted)]
  }

  private static func schedulingLine(isGranted: Bool) -> Line {
    let subject = "real-time scheduling"
    let limit = limit(of: __RLIMIT_RTPRIO)
    let limitText = "RLIMIT_RTPRIO \(limit == .max ? "unlimited" : "\(limit)")"
    if isGranted { return .ok(subject, "granted to a thread that asked (\(limitText))") }
    let advice =
      geteuid() == 0
      ? "The container forbids it: start it with --cap-add SYS_NICE --ulimit rtprio=95."
      : "Put \"@audio - rtprio 95\" into \(limitsFile), join the group audio, log in again."
    return .warn(subject, "refused to a thread that asked (\(limitText))", advice)
  }

  private static func groupLine(isNeeded: Bool) -> Line {
    let subject = "group audio"
    guard geteuid() != 0 else { return .ok(subject, "root needs no group") }
    guard let group = unsafe getgrnam(audioGroup) else {
      return .ok(subject, "there is no such group here")
    }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = unsafe getgroups(Int32(clamping: groups.count), &groups)
    if unsafe groups.prefix(Int(clamping: max(count, 0))).contains(group.pointee.gr_gid) {
      return .ok(subject, "this user is a member")
    }
    guard isNeeded else { return .ok(subject, "not a member, and not needed") }
    return .warn(
      subject,
      "this user is not a member, or has not logged in again since",
      "sudo usermod -aG audio $USER, then log in again."
    )
  }

  static func memoryLockLine() -> Line {
    let subject = "locked memory"
    let limit = limit(of: __RLIMIT_MEMLOCK)
    let text = limit == .max ? "unlimited" : "\(limit >> 20) MiB"
    if limit >= wantedMemory_bytes { return .ok(subject, text) }
    if geteuid() == 0 { return .ok(subject, "\(text); root may lock more") }
    return .warn(
      subject,
      "only \(text) may be locked, so sound can crackle when memory is short",
      "Put \"@audio - memlock unlimited\" into \(limitsFile) and log in again."
    )
  }

  /// The soft limit of a resource; `UInt64.max` when there is none.
  private static func limit(of resource: __rlimit_resource) -> UInt64 {
    var limits = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return 0 }
    return UInt64(clamping: limits.rlim_cur)
  }
}
