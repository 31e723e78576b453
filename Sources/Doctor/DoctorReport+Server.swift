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
      pipeWireLine(
        isThere: pipeWireIsThere,
        isServer: JACKLibrary.isPipeWire,
        answers: answers,
        hasWrapper: program("pw-jack") != nil
      ),
      programLine(jackd, isNeeded: !answers),
      cardLine(answers ? ServerProbe.driver(of: nil) : nil, answers: answers, SoundCard.all()),
    ].compactMap(\.self)
  }

  /// Programs linked with libjack get PipeWire's when they are started through `pw-jack`.
  private static func libraryLine() -> Line {
    let subject = "JACK library"
    guard let path = JACKLibrary.path else { return .ok(subject, "built in") }
    return .ok(subject, JACKLibrary.isPipeWire ? "PipeWire's, \(path)" : path)
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

  /// What the rig would play to; `nil` where the server does not tell.
  private static func cardLine(_ driver: SoundDriver?, answers: Bool, _ cards: [SoundCard]) -> Line?
  {
    let subject = "sound card"
    let names = "cat /proc/asound/cards"
    if answers {
      guard let driver else { return nil }
      guard driver.isDummy else { return .ok(subject, "the JACK server plays to \(driver.device)") }
      return .warn(
        subject,
        "the JACK server plays to its dummy driver: nobody hears it",
        "Start JACK on a card: jackd -d alsa -d hw:NAME (\(names))."
      )
    }
    guard !cards.isEmpty else {
      return .warn(
        subject,
        "none that plays: a JACK server that \"tarmac run\" starts plays to its dummy driver, which nobody hears",
        "Plug one in; where it does not show (\(names)), add yourself to the group audio."
      )
    }
    let all = cards.map(\.id).joined(separator: ", ")
    let first = "without \"server: { card: … }\" a rig takes \(cards[0].id)"
    return .ok(subject, cards.count == 1 ? all : "\(all); \(first)")
  }

  /// Whether the rig would play through PipeWire, and how it does; `nil` without PipeWire.
  static func pipeWireLine(
    isThere: Bool,
    isServer: Bool,
    answers: Bool,
    hasWrapper: Bool
  ) -> Line? {
    let subject = "PipeWire"
    guard isThere else { return nil }
    if isServer { return .ok(subject, "the rig plays through it") }
    if answers { return .ok(subject, "is there; the rig plays on the JACK server that answers") }
    return .warn(
      subject,
      "is there, but the rig would not play through it: this program has jackd's library",
      hasWrapper
        ? "Start the rig with \"pw-jack tarmac run FILE\"."
        : "Start the rig with \"pw-jack tarmac run FILE\": sudo apt-get install pipewire-jack."
    )
  }

  /// Whether there is a socket on which PipeWire answers this user.
  private static var pipeWireIsThere: Bool {
    let session = environment("XDG_RUNTIME_DIR", or: "/run/user/\(geteuid())")
    let folder = environment("PIPEWIRE_RUNTIME_DIR", or: session)
    return unsafe access("\(folder)/pipewire-0", R_OK | W_OK) == 0
  }

  private static func programLine(_ path: String?, isNeeded: Bool) -> Line {
    let subject = "jackd"
    if let path { return .ok(subject, path) }
    let advice = "Install it: sudo apt-get install jackd2."
    let finding = "not found in PATH"
    return isNeeded ? .fail(subject, finding, advice) : .warn(subject, finding, advice)
  }

  /// The path of an executable in `PATH`.
  static func program(_ name: String) -> String? {
    environment("PATH", or: "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// The value of an environment variable.
  static func environment(_ name: String, or standard: String) -> String {
    guard let value = unsafe getenv(name) else { return standard }
    return unsafe String(cString: value)
  }
}
