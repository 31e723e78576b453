// SPDX-License-Identifier: Apache-2.0
// `tarmac render`: a preset to files, without a sound card.

internal import Glibc
internal import Host
import OfflineRendering
internal import RigErrors

enum RenderCommand {
  static let command = Command(
    name: "render",
    summary: "Renders a preset to files, one for each output route, faster than real time.",
    details: "The same preset and files give the same bytes every time.",
    positionals: [
      Command.Positional(name: "PRESET", summary: "The preset, a YAML file.", value: .file)
    ],
    options: [
      Command.Option(
        name: "seconds",
        summary: "How much to render.",
        valueName: "N",
        isRequired: true
      ),
      Command.Option(
        name: "out",
        summary: "The folder for the files; it is made when missing.",
        valueName: "DIR",
        value: .directory,
        isRequired: true
      ),
      SandboxedRender.option,
    ],
    examples: [
      Command.Example(
        line: "tarmac render presets/dj.yaml --seconds 10 --out rendered",
        meaning: "Ten seconds of the DJ rig."
      )
    ],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let seconds = try nonNegative(arguments.value("seconds") ?? "", "--seconds")
    let showsProgress = Terminal.isInteractive(STDERR_FILENO)
    let folder = arguments.value("out") ?? ""
    let show = { (share: Double) in
      guard showsProgress else { return }
      Terminal.writeAsIs("\r\(fixed(share * 100, digits: 0)) %", to: STDERR_FILENO)
    }
    let files = try SandboxedRender.run(arguments, to: folder, progress: show) {
      progress throws(RigError) in
      try renderOffline(
        preset: arguments.positionals[0],
        seconds: seconds,
        directory: folder,
        progress: progress
      )
    }
    guard let files else { return }
    if showsProgress { Terminal.writeAsIs("\r\u{1B}[K", to: STDERR_FILENO) }
    Terminal.write(files.map { $0.shown + "\n" }.joined())
  }
}
