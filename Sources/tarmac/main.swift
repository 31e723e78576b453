// SPDX-License-Identifier: Apache-2.0
// The door: hands the arguments to the command tree and leaves with its exit code.

internal import Glibc
internal import Host

shareHeaps()
exit(await runProgram(Array(CommandLine.arguments.dropFirst())))
