// SPDX-License-Identifier: Apache-2.0
// `tarmac manual`, which makes the manual pages when the program is built, and what is kept of its
// own tables: schemas and parts of the documentation.

internal import Glibc
internal import Presets

enum ManualCommand {
  /// The page of all commands in Markdown.
  private static let commands = "commands"
  /// A page of the documentation with its tables of keys.
  private static let keys = "keys"

  static let command = Command(
    name: "manual",
    summary: "Writes a manual page, a page of the documentation or a schema for editors.",
    details: "\"make man\", \"make commands\" and \"make schema\" make all of them.",
    positionals: [
      Command.Positional(
        name: "PAGE",
        summary: "Which page.",
        value: .choice(
          ManualPage.allCases.map(\.rawValue) + [commands, keys]
            + SchemaFile.allCases.map(\.rawValue)
        )
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
      let name = arguments.positionals[0]
      if let schema = SchemaFile(rawValue: name) { return Terminal.writeAsIs(schema.text) }
      if name == commands { return Terminal.writeAsIs(CommandPage(of: .tarmac).text) }
      if name == ManualPage.tarmac.rawValue {
        return Terminal.writeAsIs(ManualPage.tarmac.text(commands: .tarmac))
      }
      guard let file = arguments.positional(1) else {
        throw Failure("Say which document \(name) is made of.", .usage)
      }
      guard let document = try? readText(file) else {
        throw Failure("The document '\(file)' can't be read.", .io)
      }
      let page = ManualPage(rawValue: name)
      Terminal.writeAsIs(page?.text(document: document) ?? KeyPage.written(document))
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
