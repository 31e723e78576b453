// SPDX-License-Identifier: Apache-2.0
// Whether the system would give the rig memory, asked before a change that needs it: who finds none midway can't go on.

import Glibc
import RigErrors

/// The room that a change wants to find before it begins.
///
/// > Threading: Any.
enum MemoryRoom {
  private static let megabytes = 64

  /// Refuses a change that the process has too little memory left for, by its own limit or the system's.
  static func require() throws(RigError) {
    let size = megabytes << 20
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let room = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let room = unsafe room, unsafe room != MAP_FAILED else {
      throw RigError(
        .system,
        """
        The system has less than \(megabytes) MB of memory left for the rig (ulimit -v, LimitAS= or the machine's \
        own), too little to load something new; the rig goes on as it is.
        """
      )
    }
    unsafe munmap(room, size)
  }
}
