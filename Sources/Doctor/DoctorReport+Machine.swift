// SPDX-License-Identifier: Apache-2.0
// Shared memory, the CPU's clock and the plugins.

internal import FoundationEssentials
internal import Glibc
internal import LV2Hosting

extension DoctorReport {
  /// What a jackd with its usual 2,048 ports takes.
  private static let serverMemory_bytes: UInt64 = 110 << 20

  static func sharedMemoryLine() -> Line {
    let subject = "/dev/shm"
    var volume = statvfs()
    guard unsafe statvfs("/dev/shm", &volume) == 0 else {
      return .fail(subject, "missing", "Mount it: sudo mount -t tmpfs tmpfs /dev/shm.")
    }
    let free = UInt64(clamping: volume.f_bavail) &* UInt64(clamping: volume.f_frsize)
    let finding = "\(free >> 20) MiB free"
    if free >= serverMemory_bytes { return .ok(subject, finding) }
    return .warn(
      subject,
      "\(finding); a jackd takes about 107 MiB",
      "Remove what servers that died have left (rm /dev/shm/jack*), or start jackd with -p 256."
    )
  }

  static func governorLine() -> Line {
    let subject = "CPU governor"
    let folder = "/sys/devices/system/cpu"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let governors = names.sorted().compactMap { name -> String? in
      let file = "\(folder)/\(name)/cpufreq/scaling_governor"
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
      return text.filter { !$0.isWhitespace }
    }
    guard !governors.isEmpty else { return .ok(subject, "the clock is not ours to set here") }
    let others = Set(governors).subtracting(["performance"]).sorted()
    guard !others.isEmpty else { return .ok(subject, "performance") }
    return .warn(
      subject,
      "\(others.joined(separator: ", ")): the CPU may be slow to wake",
      "echo performance | sudo tee \(folder)/cpu*/cpufreq/scaling_governor"
    )
  }

  static func pluginLines() -> [Line] {
    let isSet = getenvIsSet("LV2_PATH")
    let folders = LV2World.searchFolders
    let bundles = folders.map { (folder: $0, count: bundleCount(in: $0)) }
    let total = bundles.reduce(0) { $0 + ($1.count ?? 0) }
    let counts = bundles.compactMap { folder, count in
      count.flatMap { $0 > 0 ? "\($0) in \(folder)" : nil }
    }
    var lines: [Line] = []
    if total == 0 {
      lines.append(
        .warn(
          "LV2 plugins",
          "none in \(folders.joined(separator: ", "))",
          "Install some: sudo apt-get install swh-lv2 mda-lv2."
        )
      )
    } else {
      let finding = "\(total) bundles: \(counts.joined(separator: ", "))"
      lines.append(.ok("LV2 plugins", finding))
    }
    let missing = bundles.filter { $0.count == nil }.map(\.folder)
    if isSet && !missing.isEmpty {
      let finding = "names folders that do not exist: \(missing.joined(separator: ", "))"
      lines.append(.warn("LV2_PATH", finding, "Correct the variable, or unset it."))
    } else {
      lines.append(.ok("LV2_PATH", isSet ? folders.joined(separator: ":") : "not set, as usual"))
    }
    return lines
  }

  static func decoderLine() -> Line {
    guard let file = program("ffmpeg") else {
      return .warn(
        "ffmpeg",
        "missing: M4A, WMA and WebM files can't be played",
        "Install it, if you have such files: sudo apt-get install ffmpeg."
      )
    }
    return .ok("ffmpeg", "\(file), for M4A, WMA, WebM and others")
  }

  private static func getenvIsSet(_ name: String) -> Bool {
    !environment(name, or: "").isEmpty
  }

  /// How many bundles in `folder` name a binary, as plugins do and vocabularies do not.
  ///
  /// `nil` when there is no such folder.
  private static func bundleCount(in folder: String) -> Int? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    return names.count { name in
      let file = "\(folder)/\(name)/manifest.ttl"
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return false }
      return text.contains("binary")
    }
  }
}
