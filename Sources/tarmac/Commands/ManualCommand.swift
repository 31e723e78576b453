// SPDX-License-Identifier: Apache-2.0
// `tarmac manual`, which makes the manual pages when the program is built.

internal import Glibc

enum ManualCommand {
  /// The page of all commands in Markdown.
  private static let commands = "commands"

  static let command = Command(
    name: "manual",
    summary: "Writes a manual page, of the commands or of a document, or docs/commands.md.",
    details: "\"make man\" and \"make commands\" make all of them.",
    positionals: [
      Command.Positional(
        name: "PAGE",
        summary: "Which page.",
        value: .choice(ManualPage.allCases.map(\.rawValue) + [commands])
      ),
      Command.Positional(
        name: "DOCUMENT",
        summary: "The document in Markdown that the page is made of.",
        value: .file,
        isOptional: true
      ),
    ],
    isHidden: true,
    action: { arguments throws(Failure) in
      guard let page = ManualPage(rawValue: arguments.positionals[0]) else {
        return Terminal.writeAsIs(CommandPage(of: .tarmac).text)
      }
      guard page != .tarmac else { return Terminal.writeAsIs(page.text(commands: .tarmac)) }
      guard let file = arguments.positional(1) else {
        throw Failure("Say which document \(page.rawValue) is made of.", .usage)
      }
      guard let document = try? readText(file) else {
        throw Failure("The document '\(file)' can't be read.", .io)
      }
      Terminal.writeAsIs(page.text(document: document))
    }
  )

  /// The text of a file.
  private static func readText(_ path: String) throws -> String {
    guard let file = unsafe fopen(path, "r") else {
      throw Failure("The file '\(path)' can't be opened.", .io)
    }
    defer { unsafe fclose(file) }
    var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += chunk[..<count]
    }
  }
}
