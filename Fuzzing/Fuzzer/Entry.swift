// SPDX-License-Identifier: Apache-2.0
// The functions that libFuzzer calls.

import CFuzzer
import Glibc
import SeededNumbers

/// The target that the environment names.
let chosenTarget = unsafe getenv("FUZZ_TARGET").flatMap {
  FuzzTarget.all[unsafe String(cString: $0)]
}

/// Throws an input at the target, once; traps and bad accesses are libFuzzer's to see.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  chosenTarget?.take(unsafe [UInt8](UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// Makes another input of one: every other time by what the target's texts are made of, else byte
/// by byte.
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
