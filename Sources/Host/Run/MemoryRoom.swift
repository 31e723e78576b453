// SPDX-License-Identifier: Apache-2.0
// Checks that memory is available before anything that needs it: the system's queues wait for ever
// for threads that they don't get, and code that runs out of memory midway can't go on.

import Glibc
package import RigErrors

/// The memory that must be available before something begins.
///
/// > Threading: Any.
package enum MemoryRoom {
  /// Refuses a change if too little memory is left for it, by the process's limit or the system's.
  static func requireForChange() throws(RigError) {
    try require(
      megabytes: 64,
      PROT_READ | PROT_WRITE,
      flags: 0,
      orElse: "too little to load something new; the rig goes on as it is"
    )
  }

  /// Refuses to start where the process's address space is too small for a rig with its threads, or
  /// for another command.
  package static func requireForStart(ofRig isRig: Bool) throws(RigError) {
    try require(
      megabytes: isRig ? 384 : 128,
      PROT_NONE,
      flags: MAP_NORESERVE,
      orElse: "too little to start; raise the limit"
    )
  }

  private static func require(
    megabytes: Int,
    _ access: Int32,
    flags: Int32,
    orElse consequence: String
  ) throws(RigError) {
    let size = megabytes << 20
    let room = unsafe mmap(nil, size, access, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
    guard let room = unsafe room, unsafe room != MAP_FAILED else {
      throw RigError(
        .system,
        """
        The system has less than \(megabytes) MB of memory left (ulimit -v, LimitAS= or the machine's \
        own), \(consequence).
        """
      )
    }
    unsafe munmap(room, size)
  }
}
