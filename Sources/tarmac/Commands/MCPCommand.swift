// SPDX-License-Identifier: Apache-2.0
// `tarmac mcp`: the rig as tools for a model, by the Model Context Protocol on standard input and
// output.

internal import ControlProtocol
internal import Host
internal import MCPBridge

enum MCPCommand {
  static let command = Command(
    name: "mcp",
    summary: "Serves the running rig as tools to a model, by the Model Context Protocol.",
    details: """
      A program that speaks MCP starts this command and talks to it over standard input and output. The rig need not
      run yet. With --read-only nothing can be changed.
      """,
    options: [
      Command.Option(name: "read-only", summary: "Offers only tools that look."), .host,
    ],
    examples: [
      Command.Example(line: "tarmac mcp --read-only", meaning: "As a program would start it.")
    ],
    action: run
  )

  private static let instructions = """
    Tarmac is the audio control tower of a Linux rig: sessions with faders and plugins, mixed to routes, and rules that decide who is \
    heard. Levels are in dB. Look with list_values and status before you change something; what you set is heard at once. \
    explain and log say why something sounds as it does; what_if asks without doing.
    """

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let path: ControlSocketPath
    do throws(ControlPathError) {
      path = try ControlSocketPath(name: arguments.value("name"))
    } catch {
      throw Failure(error.description, .usage)
    }
    let tools = MCPTools(path: path)
    var server = MCPServer(
      name: "tarmac",
      version: tarmacVersion,
      instructions: instructions,
      readOnlyReason: arguments.has("read-only")
        ? "Nothing may be changed: 'tarmac mcp' was started with --read-only." : nil,
      tools: { tools.all() }
    )
    await server.serveStandardStreams()
  }
}
