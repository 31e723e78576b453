// SPDX-License-Identifier: Apache-2.0
// posix_spawn with everything that a child needs to be on its own: session, signals, files.

import CGNU
import Glibc

/// Why the system starts no process.
package struct SpawnError: Error, Equatable {
  /// The error number, such as `ENOENT` without the program or `EAGAIN` without room for one more.
  package let code: Int32

  /// Names the reason by its number.
  package init(code: Int32) {
    self.code = code
  }
}

/// How a child is started: in a session of its own, with default signals and no files but those
/// that are named.
package struct SpawnRecipe {
  /// The file to run; without a slash it is looked up in `PATH`.
  package var program: String
  /// What the child reads of its command line, its own name first.
  package var words: [String]
  /// The child's variables, and no others.
  package var environment: [String: String]
  /// Descriptors of ours by their numbers in the child; standard files that are not among them lead
  /// nowhere.
  package var files: [Int32: Int32]

  /// Describes a child that is started by its own name.
  package init(command: [String], environment: [String: String], files: [Int32: Int32]) {
    program = command.first ?? ""
    words = command
    self.environment = environment
    self.files = files
  }

  /// Starts the child and returns its process.
  package func spawn() throws(SpawnError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe handFiles(&actions)
    // A library may have gone elsewhere since; the folder may have gone, too.
    let folder = unsafe access(startFolder, X_OK) == 0 ? startFolder : "/"
    unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    // Its own session, and so its own group: a Ctrl-C in the terminal reaches us first, and we stop
    // the child in order; and the terminal is not the child's, which might else type into the shell
    // that has started us. Whatever the thread or our own parent blocks or ignores: a child gets
    // the signals that ask it to go, and its crash is reported.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(tarmac_spawn_new_session) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(clamping: flags))

    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(&child, program, &actions, &attributes, arguments, variables)
    guard code == 0 else { throw SpawnError(code: code) }
    return child
  }

  /// Puts the files to their places, where `exec` does not close them.
  private func handFiles(_ actions: inout posix_spawn_file_actions_t) {
    let last = max(files.keys.max() ?? 0, STDERR_FILENO)
    // First to where none is overwritten that is still to be handed on.
    var spare = last
    var spares: [Int32: Int32] = [:]
    for (theirs, ours) in files {
      repeat { spare += 1 } while files.values.contains(spare)
      unsafe posix_spawn_file_actions_adddup2(&actions, ours, spare)
      spares[theirs] = spare
    }
    for number in 0...last {
      if let spare = spares[number] {
        unsafe posix_spawn_file_actions_adddup2(&actions, spare, number)
      } else if number <= STDERR_FILENO {
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      } else {
        unsafe posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    // Libraries leave theirs open for children, JACK's sockets for example.
    unsafe tarmac_spawn_close_from(&actions, last + 1)
  }
}

/// The folder that this program was in when it was first asked, which is before libraries can
/// change it.
package let startFolder: String = {
  guard let here = unsafe getcwd(nil, 0) else { return "/" }
  defer { unsafe free(here) }
  return unsafe String(cString: here)
}()

/// The variables of this process when they were first asked for: later, libraries may change them,
/// at any moment.
package let startEnvironment: [String: String] = {
  var variables: [String: String] = [:]
  var entry = unsafe environ
  while let text = unsafe entry.pointee {
    let pair = unsafe String(cString: text)
    if let equals = pair.firstIndex(of: "=") {
      variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    unsafe entry += 1
  }
  return variables
}()
