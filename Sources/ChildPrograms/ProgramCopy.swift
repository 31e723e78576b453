// SPDX-License-Identifier: Apache-2.0
// Starts this program again, as a child that may die.

package import Glibc
import LV2Hosting

/// Starts the program again with `arguments`, in a process group of its own.
///
/// - Parameters:
///   - arguments: what follows the program's name.
///   - descriptors: pairs of a descriptor of ours and its number there; the numbers go up, from 1 on.
///   - environment: `NAME=VALUE` each; without it, what this process has.
///   - isSilent: whether what it writes to its terminal is thrown away.
/// - Returns: the process; `nil` (and `errno`) when there is no room for one.
package func startProgramAgain(
  _ arguments: [String],
  descriptors: [(Int32, Int32)],
  environment: [String]? = nil,
  isSilent: Bool = false
) -> pid_t? {
  var files = unsafe posix_spawn_file_actions_t()
  var attributes = posix_spawnattr_t()
  unsafe posix_spawn_file_actions_init(&files)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&files)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  for number: Int32 in 0..<(isSilent ? 3 : 1) {
    unsafe posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
  }
  // First to where nothing can be overwritten, then to their places, where `exec` does not close them.
  let spare: Int32 = 100
  for (ours, theirs) in descriptors {
    unsafe posix_spawn_file_actions_adddup2(&files, ours, theirs + spare)
  }
  for (_, theirs) in descriptors {
    unsafe posix_spawn_file_actions_adddup2(&files, theirs + spare, theirs)
    unsafe posix_spawn_file_actions_addclose(&files, theirs + spare)
  }
  var defaults = sigset_t()
  unsafe sigemptyset(&defaults)
  for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&defaults, number) }
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  // Whatever the thread or our own parent blocks: a crash is to be told.
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  unsafe posix_spawnattr_setflags(&attributes, Int16(clamping: flags))
  CrashGuard.keepDescriptors()
  let words = unsafe (["tarmac"] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe words.forEach { unsafe free($0) } }
  let variables = unsafe (environment ?? presentEnvironment).map { unsafe strdup($0) } + [nil]
  defer { unsafe variables.forEach { unsafe free($0) } }
  var child: pid_t = 0
  let code = unsafe posix_spawn(&child, "/proc/self/exe", &files, &attributes, words, variables)
  errno = code
  return code == 0 ? child : nil
}

/// The variables of this process, `NAME=VALUE` each.
package var presentEnvironment: [String] {
  var variables: [String] = []
  while let variable = unsafe environ[variables.count] {
    unsafe variables.append(String(cString: variable))
  }
  return variables
}
