// SPDX-License-Identifier: Apache-2.0
// posix_spawn with everything that a server needs to be on its own: group, signals, files.

internal import CJACK
internal import Glibc

/// How a child is started: in a process group of its own, with default signals and no files of ours.
struct SpawnRecipe {
  var command: [String]
  var environment: [String: String]
  /// What the child reads; `nil`: nothing.
  var input: Int32?
  /// Where the child's standard output and error go; `nil`: nowhere.
  var output: Int32?

  /// Starts the child; returns 0 or an error number.
  func spawn(_ pid: inout pid_t) -> Int32 {
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&files)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, source) in [(0, input), (1, output), (2, output)] {
      if let source {
        unsafe posix_spawn_file_actions_adddup2(&files, source, Int32(clamping: number))
      } else {
        let target = Int32(clamping: number)
        unsafe posix_spawn_file_actions_addopen(&files, target, "/dev/null", O_RDWR, 0)
      }
    }
    unsafe tarmac_spawn_close_from(&files, 3)

    // Its own group: a Ctrl-C in the terminal reaches us first, and we stop the server in order.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(clamping: flags))

    let assignments = environment.map { "\($0.key)=\($0.value)" }
    guard let program = command.first else { return ENOENT }
    return unsafe withCStrings(command) { arguments in
      unsafe withCStrings(assignments) { variables in
        unsafe posix_spawnp(&pid, program, &files, &attributes, arguments, variables)
      }
    }
  }

  private func withCStrings(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { unsafe copies[index] = strdup(string) }
    unsafe copies[strings.count] = nil
    defer {
      for index in strings.indices { unsafe free(copies[index]) }
      unsafe copies.deallocate()
    }
    return unsafe body(copies)
  }
}

/// The environment of this process.
func currentEnvironment() -> [String: String] {
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
}
