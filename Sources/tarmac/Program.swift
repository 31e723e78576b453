// SPDX-License-Identifier: Apache-2.0
// From arguments to an exit code.

internal import Glibc
internal import Host
import PluginChecking
import PluginIsolation
internal import RigErrors

/// Runs the command that `arguments` names and returns the exit code.
///
/// A process that could not enter its sandbox, for `reason`, runs nothing.
func runProgram(_ arguments: [String], isRefusedSandbox reason: String? = nil) async -> Int32 {
  // Not for people: how a rig starts the graph of an isolated session.
  if arguments == [isolatedGraphArgument] { runIsolatedGraph(isRefusedSandbox: reason) }
  if let reason {
    Terminal.write("tarmac: The sandbox can't be entered (\(reason)).\n", to: STDERR_FILENO)
    return ExitCode.unavailable.rawValue
  }
  // Nor is this: how "plugins check" starts its children.
  if arguments.first == pluginTrialArgument, arguments.count == 3 {
    tryPlugin(uri: arguments[1], folder: arguments[2])
  }
  // Nor is this: how a rig has names written for patchbays.
  if arguments == [portNamesArgument] { writePortNames() }
  do {
    // A session manager starts programs without arguments.
    let isManaged = arguments.isEmpty && isSessionManagerNamed
    switch try parse(isManaged ? ["run"] : arguments, as: .tarmac) {
    case .version:
      Terminal.write("tarmac \(tarmacVersion)\n")
    case .help(let path, let isAnswer):
      Terminal.write(helpText(for: path), to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
      guard isAnswer else { return ExitCode.usage.rawValue }
    case .run(let action, let arguments):
      try await action(arguments)
    }
    return ExitCode.success.rawValue
  } catch {
    if !error.message.isEmpty { Terminal.write("tarmac: \(error.message)\n", to: STDERR_FILENO) }
    return error.code
  }
}

/// Ends the program with a sentence where there is too little memory for it, before there is
/// another thread.
func requireRoom(forRig isRig: Bool) {
  do throws(RigError) {
    try MemoryRoom.requireForStart(ofRig: isRig)
  } catch {
    let failure = Failure(error)
    Terminal.write("tarmac: \(failure.message)\n", to: STDERR_FILENO)
    exit(failure.code)
  }
}

/// Why a command has failed.
struct Failure: Error, Hashable, Sendable {
  /// One sentence for the user; empty when the reason has been shown already.
  var message: String
  /// The exit code.
  var code: Int32

  /// The failure of another process, which has shown the reason.
  init(code: Int32) {
    (message, self.code) = ("", code)
  }

  init(_ message: String, _ code: ExitCode = .failure) {
    self.message = message
    self.code = code.rawValue
  }

  init(_ error: RigError) {
    message = error.message
    code = ExitCode(error.kind).rawValue
  }
}

/// The exit codes, as `sysexits.h` numbers them.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  /// The command was understood and carried out, and the answer is no.
  case failure = 1
  case usage = 64
  /// A preset or a value is wrong.
  case data = 65
  /// There is no host or no sound server.
  case unavailable = 69
  case software = 70
  /// The system has no more of something.
  case system = 71
  /// A file or a connection broke.
  case io = 74
  /// It can't be done at the moment; the same command may succeed soon.
  case busy = 75
  /// The rig has ended on request, but something did not come to its end in time.
  case unfinished = 76
  case permission = 77

  /// The exit code for a failure of the rig.
  init(_ kind: RigError.Kind) {
    self =
      switch kind {
      case .usage: .usage
      case .data: .data
      case .unavailable: .unavailable
      case .refused: .failure
      case .busy: .busy
      case .forbidden: .permission
      case .inputOutput: .io
      case .system: .system
      case .software: .software
      }
  }
}
