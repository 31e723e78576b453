// SPDX-License-Identifier: Apache-2.0
// Hands the arguments to the command tree and exits with its code.

internal import ChildPrograms
internal import Glibc
internal import Host

shareHeaps()
var words = Array(CommandLine.arguments.dropFirst())
// A program of others that this one becomes, in a sandbox.
if let reason = CagedProgram.become(askedFor: words) {
  Terminal.write(
    "tarmac: \(words.dropFirst().joined(separator: " ")): \(reason)\n",
    to: STDERR_FILENO
  )
  exit(126)
}
// This comes first: later code may start threads, and the sandbox must cover all of them.
let refusal = Sandbox.enter(askedFor: &words)
// A session manager starts rigs without arguments.
let isRun = words.first ?? "run" == "run"
requireRoom(forRig: isRun)
if isRun { guardRun() }
exit(await runProgram(words, isRefusedSandbox: refusal))
