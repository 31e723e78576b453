// SPDX-License-Identifier: Apache-2.0
// A real terminal for a test: a shell in a tmux of its own, whose screen can be read.

import Foundation

/// A shell on a terminal of some size, beside a rig.
final class TmuxTerminal {
  private let tarmac: RunningTarmac
  private let socket: String
  private var environment: [String: String]

  /// Opens a terminal in which `tarmac` asks that rig.
  init(beside tarmac: RunningTarmac, columns: Int, rows: Int, _ more: [String: String] = [:]) throws
  {
    self.tarmac = tarmac
    socket = tarmac.folder.appending(path: "tmux").path
    environment = ProcessInfo.processInfo.environment.merging([
      "XDG_RUNTIME_DIR": tarmac.folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC", "PS1": "$ ",
      "NO_COLOR": "",
      // A crash on a terminal would wait for somebody who looks at it.
      "SWIFT_BACKTRACE": "interactive=no",
    ]) { $1 }
    environment["TMUX"] = nil
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    var settings: [String] = []
    for (name, value) in more { settings += ["-e", "\(name)=\(value)"] }
    try tmux(["new-session", "-d"] + size + settings + ["/bin/bash", "--norc", "--noprofile"])
    try tmux(["set", "-g", "status", "off"])
    try resize(columns: columns, rows: rows)
  }

  /// What is on the screen, a text for each row.
  func screen() throws -> [String] {
    try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  /// The same with the escape sequences of its colours.
  func colours() throws -> String { try tmux(["capture-pane", "-p", "-e"]) }

  /// Presses keys, by tmux's names for them.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types a line, as it is.
  func type(_ line: String) throws {
    try tmux(["send-keys", "-l", line])
    try press("Enter")
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Whether the alternate screen is shown and whether there is a cursor.
  func modes() throws -> String {
    try tmux(["display-message", "-p", "#{alternate_on} #{cursor_flag}"])
      .trimmingCharacters(in: .newlines)
  }

  /// The process that the shell runs.
  func child() throws -> Int32? {
    let shell = try tmux(["display-message", "-p", "#{pane_pid}"])
      .trimmingCharacters(in: .newlines)
    let list = "/proc/\(shell)/task/\(shell)/children"
    let children = try String(contentsOfFile: list, encoding: .utf8)
    return children.split(separator: " ").first.flatMap { Int32($0) }
  }

  /// Waits until the screen meets a condition.
  func wait(_ what: String, until condition: ([String]) throws -> Bool) throws {
    var last: [String] = []
    try tarmac.wait("\(what); the screen is\n\(last.joined(separator: "\n"))") {
      last = try screen()
      return try condition(last)
    }
  }

  func wait(for text: String) throws {
    try wait("'\(text)'") { screen in screen.contains { $0.contains(text) } }
  }

  func close() { _ = try? tmux(["kill-server"]) }

  /// Starts a program that inherits nothing: no socket by which Foundation sees the end of a
  /// process, and no blocked signals.
  private static let free = #"""
    sigprocmask(SIG_SETMASK, POSIX::SigSet->new);
    m{(\d+)$} && $1 > 2 && POSIX::close($1) for glob "/proc/self/fd/*";
    exec @ARGV
    """#

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    // A file, not a pipe, which the server of tmux would keep open.
    let file = tarmac.folder.appending(path: ".tmux-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/perl")
    process.arguments =
      ["-MPOSIX", "-e", Self.free, "tmux", "-S", socket, "-f", "/dev/null"] + arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let said = try String(contentsOf: file, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw RunFailure(description: "tmux \(arguments.joined(separator: " ")): \(said)")
    }
    return said
  }
}
