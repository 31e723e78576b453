// SPDX-License-Identifier: Apache-2.0
// The door: hands the arguments to the command tree and leaves with its exit code.

internal import ChildPrograms
internal import Glibc
internal import Host

shareHeaps()
var words = Array(CommandLine.arguments.dropFirst())
// First of all: what comes later may start threads, and a sandbox is for all of them.
let refusal = Sandbox.enter(askedFor: &words)
// A session manager starts rigs without a word.
let isRun = words.first ?? "run" == "run"
requireRoom(forRig: isRun)
if isRun { guardRun() }
exit(await runProgram(words, isRefusedSandbox: refusal))
