// SPDX-License-Identifier: Apache-2.0
// Which JACK server a rig plays on: what is wanted of it, which one there is, and what is waited
// for.

import JACKDriver
import JACKVocabulary
import RigErrors
import RigModel

/// The choice of a server, or of what one of our own plays to.
///
/// > Threading: Control.
final class ServerChoice {
  private let options: RunOptions
  /// Whether a service manager has started the rig, which then waits where it would otherwise fail.
  private let isService: Bool
  private let launcher = ServerLauncher()
  /// What is wanted of the server.
  private(set) var wish = ServerWish()
  /// The server itself, once one was found.
  private(set) var running: RunningServer?
  /// What is missing before there is a server, in a sentence; `nil` while there is one, or when
  /// that is not known.
  private(set) var waitsFor: String?

  /// Touches no server yet.
  init(_ options: RunOptions, for rig: Rig, isService: Bool) {
    (self.options, self.isService) = (options, isService)
    _ = adopt(rig)
  }

  /// Takes what a preset wants; returns whether a server of ours has to be restarted for it.
  func adopt(_ rig: Rig) -> Bool {
    var renewed = rig.server
    if let card = options.card { renewed.card = card }
    // Without a server the rig is one that nobody hears, and nobody is to be warned of that.
    if options.server == .clock { renewed.card = .dummy }
    defer { wish = renewed }
    launcher.settings = ServerLauncher.Settings(for: renewed, isService: isService)
    return (running?.isOurs == true || options.server == .clock) && renewed != wish
  }

  /// Finds a server, or starts one.
  func find() throws(RigError) {
    try prepare(options.server, name: nil)
  }

  /// Starts a server of ours again, on what it played to before.
  func restart() throws(RigError) {
    launcher.stop()
    try prepare(.auto, name: running?.name)
  }

  private func prepare(_ mode: ServerMode, name: String?) throws(RigError) {
    waitsFor = nil
    do throws(LauncherError) {
      var found = try launcher.prepare(mode, name: name)
      // By its real name, so that it stays the same server; PipeWire has no such names.
      if !JACKLibrary.isPipeWire { found.name = found.realName }
      running = found
    } catch {
      let sentence = RigError(error)
      if mayCome(error) { waitsFor = sentence.message }
      throw sentence
    }
  }

  /// Whether what is missing may still come.
  private func mayCome(_ error: LauncherError) -> Bool {
    switch error {
    case .noCard: true
    case .jackdMissing, .nameTaken: false
    case .noServer, .notStarted, .serverDied, .serverSilent: isService || running != nil
    }
  }

  /// Forgets what was waited for: a server is about to be joined.
  func beginJoining() { waitsFor = nil }

  /// Refuses a joined server that plays to something other than is wanted, as far as that can be
  /// known.
  func check(_ driver: SoundDriver?) throws(RigError) {
    guard let wanted = wish.card, let driver, running?.isOurs != true,
      driver.fulfils(wanted) == false
    else { return }
    let sentence =
      "The JACK server '\(running?.realName ?? "")' plays to \(driver.device), not to \(wanted.text); the rig waits until it does, or is gone."
    waitsFor = sentence
    throw .unavailable(sentence)
  }

  /// Whether a server of ours can still be joined.
  var isUsable: Bool { launcher.isUsable }

  /// Whether a server of ours plays to a card that was pulled: jackd does not end then.
  var hasLostItsCard: Bool { running?.isOurs == true && launcher.hasLostItsPlace }

  /// Stops a server of ours; returns the files that it has left behind.
  func stop() -> [String] { launcher.stop() }

  /// How a server of this format differs from what the preset wants; `nil` where it does not.
  func difference(rate: Int, period: Int, _ format: String) -> String? {
    guard (wish.sampleRate ?? rate) != rate || (wish.periodFrames ?? period) != period else {
      return nil
    }
    let wanted = [
      wish.sampleRate.map { "\($0) Hz" }, wish.periodFrames.map { "\($0) frames" },
    ].compactMap(\.self).joined(separator: ", ")
    return "The preset wants \(wanted); the rig plays as the server does: \(format)."
  }
}

extension ServerLauncher.Settings {
  /// How a server of ours runs: as the preset wants, and otherwise by default.
  fileprivate init(for wish: ServerWish, isService: Bool) {
    self.init()
    sampleRate = wish.sampleRate ?? sampleRate
    periodFrames = wish.periodFrames ?? periodFrames
    place = wish.card.map { .named($0) } ?? (isService ? .firstCard : .firstCardOrDummy)
  }
}
