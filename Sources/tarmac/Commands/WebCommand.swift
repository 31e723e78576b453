// SPDX-License-Identifier: Apache-2.0
// `tarmac web`: which devices the web mixer lets in.

internal import ControlProtocol
internal import Glibc

enum WebCommand {
  static let command = Command(
    name: "web",
    summary: "Lets devices steer the rig in a browser, and shuts them out again.",
    details: """
      The page is served by a rig that was started with --web, or whose preset wants it.
      Each device needs a link of its own, which says what it may do.
      """,
    examples: [
      Command.Example(
        line: "tarmac web pair phone",
        meaning: "A link, and its picture to scan: this phone may do everything."
      ),
      Command.Example(
        line: "tarmac web pair monitor --access mixer:phones",
        meaning: "A musician mixes what the headphones carry, and nothing else."
      ),
      Command.Example(
        line: "tarmac web pair bar --access staff",
        meaning: "The bar plays announcements, and turns the music up and down within limits."
      ),
      Command.Example(line: "tarmac web devices", meaning: "Which devices are paired and there?"),
      Command.Example(line: "tarmac web revoke phone", meaning: "The phone was lost."),
    ],
    subcommands: [
      Command(
        name: "pair",
        summary: "Lets a device in: prints its link, on a terminal with a QR code.",
        positionals: [
          Command.Positional(name: "NAME", summary: "How the device is to be called.")
        ],
        options: [
          Command.Option(
            name: "access",
            summary: "What it may do: operator (the default), staff, viewer, or mixer:ROUTE.",
            valueName: "ACCESS"
          ), .json, .host,
        ],
        action: pair
      ),
      Command(
        name: "devices",
        summary: "Lists the devices that are let in.",
        options: [.json, .host],
        action: list
      ),
      Command(
        name: "revoke",
        summary: "Shuts a device out, at once.",
        positionals: [Command.Positional(name: "NAME", summary: "Which device.")],
        options: [.host],
        action: { arguments throws(Failure) in
          _ = try arguments.send(WebRevokeRequest(name: arguments.positionals[0]))
        }
      ),
    ]
  )

  private static func pair(_ arguments: Arguments) throws(Failure) {
    let answer = try arguments.send(
      WebPairRequest(
        name: arguments.positionals[0],
        access: arguments.value("access") ?? "operator"
      )
    )
    if arguments.has("json") { return try writeJSON(answer) }
    show(answer.url)
  }

  /// Shows the link of the first device to the user at the rig.
  @Sendable static func showFirst(_ link: String) {
    Terminal.write("Open this link once on the device that is to steer the rig:\n")
    show(link)
  }

  /// Shows a link to a person.
  static func show(_ link: String) {
    Terminal.write(link + "\n")
    guard !isOfThisMachine(link) else { return Terminal.write(wayIn, to: STDERR_FILENO) }
    guard Terminal.isInteractive(), Terminal.hasUnicode, let picture = QRCode.picture(of: link)
    else { return }
    Terminal.writeAsIs(picture)
  }

  private static let wayIn = """
    Only this machine can open it. A phone gets in when the preset has \
    'surfaces: { web: { address: 0.0.0.0 } }'.

    """

  /// Whether a link leads to the machine that opens it, whichever that is.
  private static func isOfThisMachine(_ link: String) -> Bool {
    let host = link.drop { $0 != "/" }.drop { $0 == "/" }
    return ["127.", "localhost:", "[::1]"].contains { host.hasPrefix($0) }
  }

  private static func list(_ arguments: Arguments) throws(Failure) {
    let devices = try arguments.send(WebDevicesRequest())
    if arguments.has("json") { return try writeJSON(devices) }
    var table = Table(heading: ["DEVICE", "ACCESS", "OPEN", "LAST USE"])
    table.rows = devices.map { device in
      [
        Table.Cell(device.name), Table.Cell(device.access), "\(device.connections)",
        Table.Cell(device.lastUse_seconds.map(LocalTime.words) ?? "never"),
      ]
    }
    Terminal.write(table.text())
  }
}

/// Moments in local time.
enum LocalTime {
  /// Such as `2026-03-01 20:15`.
  static func words(_ seconds: Double) -> String {
    var moment = time_t(clamping: Int64(exactly: seconds.rounded()) ?? 0)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return "?" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day = unsafe "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return unsafe "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
