// SPDX-License-Identifier: Apache-2.0
// The door: hands the arguments to the command tree and leaves with its exit code.

internal import Glibc
internal import Host

shareHeaps()
let arguments = Array(CommandLine.arguments.dropFirst())
// A session manager starts rigs without a word.
if arguments.first ?? "run" == "run" { guardRun() }
exit(await runProgram(arguments))
