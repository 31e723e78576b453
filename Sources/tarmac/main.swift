// SPDX-License-Identifier: Apache-2.0
// The door: hands the arguments to the command tree and leaves with its exit code.

internal import Glibc

exit(await runProgram(Array(CommandLine.arguments.dropFirst())))
