// SPDX-License-Identifier: Apache-2.0
// The functions that libFuzzer calls.

import CFuzzer
import Glibc
import SeededNumbers

/// The target that the environment names.
let chosenTarget = unsafe getenv("FUZZ_TARGET").flatMap {
  FuzzTarget.all[unsafe String(cString: $0)]
}

/// Runs the target once on an input; libFuzzer notices traps and bad accesses.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  chosenTarget?.take(unsafe [UInt8](UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// Mutates an input: every other time by the structure of the target's texts, else byte by byte.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(
  _ data: UnsafeMutablePointer<UInt8>,
  _ size: Int,
  _ capacity: Int,
  _ seed: UInt32
) -> Int {
  var numbers = SeededNumbers(seed: UInt64(seed))
  let old = unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
  guard numbers.roll(2) == 0, let new = chosenTarget?.mutate(old, &numbers), new.count <= capacity
  else {
    return unsafe LLVMFuzzerMutate(data, size, capacity)
  }
  unsafe data.update(from: new, count: new.count)
  return new.count
}
