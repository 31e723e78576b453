// SPDX-License-Identifier: Apache-2.0
// Hands the arguments to the command tree and exits with its code.

internal import ChildPrograms
internal import Glibc
internal import Host

shareHeaps()
var words = Array(CommandLine.arguments.dropFirst())
// This comes first: later code may start threads, and the sandbox must cover all of them.
let refusal = Sandbox.enter(askedFor: &words)
// A session manager starts rigs without arguments.
let isRun = words.first ?? "run" == "run"
requireRoom(forRig: isRun)
if isRun { guardRun() }
exit(await runProgram(words, isRefusedSandbox: refusal))
