// SPDX-License-Identifier: Apache-2.0
// The unit for users under a real systemd --user, with a jackd of its own: it starts, reloads, is
// watched and comes back.

import Foundation
import JACKTestBench
import Testing

@Suite("A rig under systemd --user", .serialized)
struct SystemdTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized
  private static let stage = root.appending(path: "scripts/with-user-manager").path
  /// Why there can be no manager of the test's own; `nil` where there can.
  private static let obstacle: String? = {
    let (status, said) = (try? run(["true"], home: "/tmp")) ?? (1, "it can't be started")
    return status == 0 ? nil : said
  }()

  private static func run(_ command: [String], home: String) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: stage)
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": home]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private static let preset = """
    tarmac: 1
    remember: [ mixer ]
    server: { card: dummy }
    routes: { main: { role: lineOut, channels: 1, fader_db: 0 } }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  /// The operator's actions and their visible results: a line each.
  private static let story = #"""
    set -eu
    unit=tarmac@hall
    tarmac() { "$PROGRAM" "$@" --name hall; }
    value() { tarmac get "$1" --json | sed -n 's/.*"value" : "\(.*\)".*/\1/p'; }
    show() { systemctl --user show "$unit" -p "$1" --value; }
    # Waits until a command succeeds, for two minutes at most.
    until_true() { for _ in $(seq 1200); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.1; done; echo "in vain: $*"; return 1; }
    is() { [ "$(show "$1")" = "$2" ]; }
    says() { show StatusText | grep -q "$1"; }
    restarted() { is NRestarts "$1" && is ActiveState active; }
    reads() { [ "$(value "$1")" = "$2" ]; }

    systemctl --user start "$unit"
    echo "started: $(show ActiveState), $([ "$(value rig.render.cycles)" -gt 0 ] && echo cycles)"
    until_true says "1 of 1 sessions active"
    echo "status: $(show StatusText | cut -d, -f1)"

    tarmac set music.fader_db -7 >/dev/null
    sed -i 's/fader_db: 0/fader_db: -3/' "$HOME/.config/tarmac/hall.yaml"
    systemctl --user reload "$unit"
    until_true reads main.fader_db -3
    echo "reloaded: $(value main.fader_db) $(show ActiveState)"

    # It is written down a moment later.
    until_true grep -rqe -7 "${XDG_STATE_HOME:-$HOME/.local/state}/tarmac/hall"
    kill -9 "$(show MainPID)"
    until_true restarted 1
    echo "killed: $(value music.fader_db)"

    # The server stands still, without being gone.
    kill -STOP $(pgrep -x jackd)
    until_true restarted 2
    echo "watched: $(value music.fader_db)"

    systemctl --user stop "$unit"
    echo "stopped: $(show ActiveState) $(show Result)"
    """#

  @Test(
    "is ready when it sounds, reloads, survives kill -9, and is started anew when JACK stands still",
    .enabled(if: obstacle == nil, "\(obstacle ?? "")")
  )
  func life() throws {
    let home = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    let files = FileManager.default
    for folder in [".config/tarmac", ".config/systemd/user/tarmac@.service.d"] {
      try files.createDirectory(at: home.appending(path: folder), withIntermediateDirectories: true)
    }
    defer { try? files.removeItem(at: home) }
    try Self.preset.write(
      to: home.appending(path: ".config/tarmac/hall.yaml"),
      atomically: true,
      encoding: .utf8
    )
    let unit = try String(
      contentsOf: Self.root.appending(path: "units/user/tarmac@.service"),
      encoding: .utf8
    ).replacing("@PREFIX@/bin/tarmac", with: RunningTarmac.program.path)
    let units = home.appending(path: ".config/systemd/user")
    try unit.write(
      to: units.appending(path: "tarmac@.service"),
      atomically: true,
      encoding: .utf8
    )
    // A server of its own, whatever else runs on this machine.
    let server = "tarmac-\(UUID().uuidString.prefix(8))"
    try "[Service]\nEnvironment=JACK_DEFAULT_SERVER=\(server)\nWatchdogSec=2\n".write(
      to: units.appending(path: "tarmac@.service.d/test.conf"),
      atomically: true,
      encoding: .utf8
    )
    let command = ["env", "PROGRAM=\(RunningTarmac.program.path)", "bash", "-c", Self.story]
    let (status, said) = try Self.run(command, home: home.path)
    #expect(status == 0)
    #expect(
      said.split(separator: "\n") == [
        "started: active, cycles", "status: 1 of 1 sessions active", "reloaded: -3 active",
        "killed: -7", "watched: -7", "stopped: inactive success",
      ]
    )
  }
}
