// SPDX-License-Identifier: Apache-2.0
// Where sound could go: the JACK library, a running server, a server to start.

internal import Glibc
internal import JACKDriver

extension DoctorReport {
  static func serverLines() -> [Line] {
    let answers = ServerProbe.answers(nil)
    let jackd = program("jackd")
    return [
      libraryLine(), reachLine(answers: answers, hasProgram: jackd != nil),
      programLine(jackd, isNeeded: !answers),
    ]
  }

  /// Programs linked with libjack get PipeWire's when they are started through `pw-jack`.
  private static func libraryLine() -> Line {
    let subject = "JACK library"
    let maps = contents(ofKernelFile: "/proc/self/maps").split(separator: "\n")
    guard let line = maps.first(where: { $0.contains("/libjack.so") }),
      let start = line.firstIndex(of: "/")
    else { return .ok(subject, "built in") }
    let path = String(line[start...])
    return .ok(subject, path.contains("pipewire") ? "PipeWire's, \(path)" : path)
  }

  /// A file of `/proc`, which says that it is empty and is to be read to its end.
  private static func contents(ofKernelFile path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &part, part.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += part.prefix(count)
    }
  }

  private static func reachLine(answers: Bool, hasProgram: Bool) -> Line {
    let subject = "JACK server"
    let name = ServerProbe.defaultName
    if answers { return .ok(subject, "\"\(name)\" answers") }
    let finding = "none answers under the name \"\(name)\""
    guard hasProgram else {
      return .fail(subject, finding, "Start JACK or PipeWire's JACK (pw-jack tarmac run …).")
    }
    return .warn(
      subject,
      finding,
      "\"tarmac run\" starts a private one; to use a card with your own settings, start jackd first."
    )
  }

  private static func programLine(_ path: String?, isNeeded: Bool) -> Line {
    let subject = "jackd"
    if let path { return .ok(subject, path) }
    let advice = "Install it: sudo apt-get install jackd2."
    let finding = "not found in PATH"
    return isNeeded ? .fail(subject, finding, advice) : .warn(subject, finding, advice)
  }

  /// The path of an executable in `PATH`.
  private static func program(_ name: String) -> String? {
    environment("PATH", or: "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// The value of an environment variable.
  static func environment(_ name: String, or standard: String) -> String {
    guard let value = unsafe getenv(name) else { return standard }
    return unsafe String(cString: value)
  }
}
