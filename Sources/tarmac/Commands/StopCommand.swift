// SPDX-License-Identifier: Apache-2.0
// `tarmac stop`.

internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import Host

enum StopCommand {
  static let command = Command(
    name: "stop",
    summary: "Stops the running rig.",
    details: """
      Returns when it has gone. A rig has \(fixed(endSeconds, digits: 0)) s to end in order; one that has not by then, because a sound server,
      a plugin or a disk stands still, ends where it is, says at what it was, and exits with \(ExitCode.unfinished.rawValue).
      """,
    options: [.host],
    examples: [Command.Example(line: "tarmac stop", meaning: "End the rig.")],
    action: run
  )

  /// How much longer than its time to end a rig is waited for, in seconds.
  private static let slack = 5.0

  /// Asks the rig to stop and returns when it has gone.
  private static func run(_ arguments: Arguments) async throws(Failure) {
    _ = try arguments.send(StopRequest())
    let client = try arguments.client()
    guard !client.waitForEnd(seconds: 1) else { return }
    let seconds = fixed(endSeconds, digits: 0)
    Terminal.write("The rig is ending; it has \(seconds) s for that.\n", to: STDERR_FILENO)
    guard !client.waitForEnd(seconds: endSeconds + slack) else { return }
    throw Failure("The rig was asked to end and still runs: see its log, or kill it.", .io)
  }
}
