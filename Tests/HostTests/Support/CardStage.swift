// SPDX-License-Identifier: Apache-2.0
// A rig that starts jackd itself, on a machine whose sound cards are plugged in and pulled by a
// test.

import Foundation
import JACKTestBench

/// A rig beside simulated sound cards: jackd plays to its dummy driver whatever card it is started
/// on.
///
/// > Threading: Control.
final class CardStage {
  let tarmac: RunningTarmac
  let cards: SoundCardFolder
  private let folder: URL

  /// Runs `body` beside a rig with `preset` and the `plugged` cards; the rig is a service if a test
  /// listens to its messages.
  static func run(
    _ preset: String,
    heardBy ear: NotifyEar? = nil,
    arguments: String = "",
    plugged: [String] = [],
    _ body: (CardStage) throws -> Void
  ) async throws {
    try await PrivateServer.exclusively {
      let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
      let bin = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let cards = try SoundCardFolder()
      defer { cards.remove() }
      for (number, id) in plugged.enumerated() { try cards.plug(id, at: number) }
      let jackd = bin.appending(path: "jackd")
      try script(folder).write(to: jackd, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: jackd.path)
      let service = ear.map { "export NOTIFY_SOCKET='\($0.place)'; " } ?? ""
      let tarmac = try RunningTarmac(
        preset,
        server: "tarmac-\(folder.lastPathComponent)",
        folder: folder,
        // Without the variable by which other tests find a server.
        shell: "export PATH='\(bin.path)':\"$PATH\" TARMAC_SOUND_CARDS='\(cards.path)'; \(service)"
          + "exec \"${@:1:5}\" \(arguments)"
      )
      defer { tarmac.end() }
      try body(CardStage(tarmac, cards, folder))
    }
  }

  private init(_ tarmac: RunningTarmac, _ cards: SoundCardFolder, _ folder: URL) {
    (self.tarmac, self.cards, self.folder) = (tarmac, cards, folder)
  }

  /// The arguments of jackd each time that it was started for a card or the dummy driver.
  var starts: [String] {
    let text = try? String(contentsOf: folder.appending(path: "starts"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  private static func script(_ folder: URL) -> String {
    """
    #!/bin/sh
    server=
    while [ "$1" != -d ]; do server="$server $1"; shift; done
    # Who cleans up after a dead server plays to no channels.
    case "$*" in *"-P 0") ;; *) echo "$*" >>'\(folder.path)/starts' ;; esac
    [ "$2" = dummy ] || set -- -d dummy -r "$6" -p "$8" -C 2 -P 2
    PATH=${PATH#*:}
    exec jackd $server "$@"
    """
  }
}
