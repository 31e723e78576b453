// SPDX-License-Identifier: Apache-2.0
// Rendering runs code of plugins, so the command runs itself again as a sandboxed child, which may
// write to the folder of the files.

internal import ChildPrograms
internal import Glibc
internal import RigErrors
internal import RigFiles

/// Rendering in a sandbox.
enum SandboxedRender {
  /// Lets plugins do what the user may do.
  static let option = Command.Option(
    name: "unsandboxed",
    summary: "Lets plugins do what you may do: for those that you trust, if they need more."
  )

  /// Renders into a folder, in a sandbox unless the user wants none or the kernel has none.
  ///
  /// - Parameters:
  ///   - arguments: the command's.
  ///   - folder: where the files go; it is made when missing.
  ///   - progress: gets the share (0…1) that is done.
  ///   - render: does it.
  /// - Returns: the files; `nil` in the child, which has nothing to say.
  /// - Throws: what is wrong; without a sentence where the child has written it.
  static func run(
    _ arguments: Arguments,
    to folder: String,
    progress: @escaping (Double) -> Void = { _ in },
    _ render: (_ progress: (Double) -> Void) throws(RigError) -> [String]
  ) throws(Failure) -> [String]? {
    do throws(RigError) {
      if Sandbox.held != nil {
        let report = RenderReport()
        report.tell(.files(try render { report.tell(.progress($0)) }))
        return nil
      }
      guard isWanted(arguments) else { return try render(progress) }
    } catch {
      throw Failure(error)
    }
    return try runAgain(writingTo: folder, progress)
  }

  /// Whether there is to be a sandbox; says so on standard error where the kernel has none.
  static func isWanted(_ arguments: Arguments) -> Bool {
    guard !arguments.has(option.name) else { return false }
    if Sandbox.available != nil { return true }
    let sentence =
      "This kernel has no sandbox (neither seccomp nor Landlock): plugins may do what you may do."
    Terminal.write("tarmac: \(sentence)\n", to: STDERR_FILENO)
    return false
  }

  private static func runAgain(
    writingTo name: String,
    _ progress: (Double) -> Void
  ) throws(Failure) -> [String] {
    let folder = name.hasPrefix("/") ? name : "\(startFolder)/\(name)"
    // A new folder is removed again if it stays empty.
    let isNew = unsafe access(folder, F_OK) != 0
    _ = try? Folder(making: folder)
    defer { if isNew { removeIfEmpty(folder) } }
    guard let temporary = try? TemporaryFolder() else {
      throw Failure("No folder for temporary files can be made.", .io)
    }
    let relay = try RenderRelay()
    let child: pid_t
    do throws(SpawnError) {
      child = try startProgramAgain(
        Array(CommandLine.arguments.dropFirst()),
        files: relay.files,
        environment: Sandbox.environment(temporary: temporary.path),
        sandbox: SandboxPlan(
          folders: [folder, temporary.path],
          longestFile: nil,
          isExpendable: true
        )
      )
    } catch {
      let reason = unsafe String(cString: strerror(error.code))
      throw Failure("No process can be started: \(reason).", .system)
    }
    let files = relay.run(progress)
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
    guard signal == 0 else {
      throw Failure("A plugin has crashed (\(signalName(signal))).", .software)
    }
    // The child has written why.
    guard code == 0 else { throw Failure(code: code) }
    return files
  }
}
