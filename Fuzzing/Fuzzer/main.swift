// SPDX-License-Identifier: Apache-2.0
// Feeds bytes to the readers of outside data: `FUZZ_TARGET=NAME tarmac-fuzzer [options of
// libFuzzer] FOLDER …`.

import CFuzzer
import Glibc

guard chosenTarget != nil else {
  print("FUZZ_TARGET names none of \(FuzzTarget.all.keys.sorted().joined(separator: ", ")).")
  exit(64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
exit(unsafe LLVMFuzzerRunDriver(&count, &arguments) { unsafe testOneInput($0, $1) })
