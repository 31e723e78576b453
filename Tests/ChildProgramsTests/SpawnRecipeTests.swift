// SPDX-License-Identifier: Apache-2.0
// A child has the files that it was given and no others, and takes all signals.

import ChildPrograms
import Glibc
import Patience
import Testing
import Threads

@Suite("Child programs")
struct SpawnRecipeTests {
  /// Runs a script of the shell and returns what it writes to each of its descriptors.
  private func run(
    _ script: String,
    writing numbers: [Int32],
    inBetween: ([[Int32]]) -> [[Int32]] = { $0 }
  ) throws -> [String] {
    let pipes = inBetween(try numbers.map { _ in try pipe() })
    let files = Dictionary(uniqueKeysWithValues: zip(numbers, pipes.map { $0[1] }))
    let command = ["sh", "-c", script]
    let recipe = SpawnRecipe(command: command, environment: ["PATH": "/bin"], files: files)
    let child = try recipe.spawn()
    for pipe in pipes { close(pipe[1]) }
    defer {
      for pipe in pipes { close(pipe[0]) }
      waitpid(child, nil, 0)
    }
    return pipes.map { pipe in
      var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
      while case let count = unsafe read(pipe[0], &chunk, chunk.count), count > 0 {
        bytes += chunk.prefix(count)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func pipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Glibc.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  @Test("each file comes to its number, whatever number it has here")
  func numbers() async throws {
    let heard = try await blocking {
      try run("printf one >&3; printf two >&4; printf six >&6", writing: [3, 4, 6]) { pipes in
        // High numbers, and in another order than in the child.
        let high = pipes.reversed().map { pipe in fcntl(pipe[1], F_DUPFD_CLOEXEC, 103) }
        for pipe in pipes { close(pipe[1]) }
        return zip(pipes, high.reversed()).map { [$0[0], $1] }
      }
    }
    #expect(heard == ["one", "two", "six"])
  }

  @Test("a child has the files that it was given, three standard ones, and no others")
  func others() async throws {
    let left = fcntl(STDERR_FILENO, F_DUPFD, 40)
    defer { close(left) }
    let numbers = "0 1 2 3 4 5 6 7 8 9 10 \(left)"
    let script = "for n in \(numbers); do [ -e /proc/$$/fd/$n ] && printf \"$n \" >&6; done"
    let heard = try await blocking { try run(script, writing: [4, 6]) }
    // dash keeps descriptors from 10 up for itself, and has nothing there.
    #expect(heard[1] == "0 1 2 4 6 ")
  }

  @Test("standard files that are not given lead nowhere")
  func standard() async throws {
    let script = "read -r line; echo \"[$line]\" >&3; echo lost; echo lost >&2"
    #expect(try await blocking { try run(script, writing: [3]) } == ["[]\n"])
  }

  @Test("a child blocks and ignores no signal, whatever the thread blocks that starts it")
  func signals() async throws {
    let script = """
      while read -r key value; do
        case $key in SigBlk:|SigIgn:) printf "$value " >&1;; esac
      done < /proc/self/status
      """
    let heard = try await blocking { try run(script, writing: [1]) }
    let masks = heard[0].split(separator: " ").compactMap { UInt64($0, radix: 16) }
    // The two signals beyond 31 are the C library's own.
    #expect(masks.map { $0 & 0x7fff_ffff } == [0, 0])
  }

  @Test("a child is in a session of its own, whose terminal is none")
  func session() async throws {
    let script = "read -r line < /proc/$$/stat; echo $$ ${line##*) } >&3"
    let fields = try await blocking { try run(script, writing: [3]) }[0].split(separator: " ")
    // The fields: its number, its state, its parent, its group, its session, its terminal.
    #expect(fields[3] == fields[0] && fields[4] == fields[0] && fields[5] == "0", "\(fields)")
  }

  @Test("a program that there is none of is an error with its number")
  func missing() {
    let recipe = SpawnRecipe(command: ["no-such-program"], environment: [:], files: [:])
    #expect(throws: SpawnError(code: ENOENT)) { try recipe.spawn() }
  }
}
