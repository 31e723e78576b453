// SPDX-License-Identifier: Apache-2.0
// A terminal whose other end is the test.

import Foundation

/// A terminal of a test's own.
struct PseudoTerminal {
  /// The path that programs open.
  let path: String
  private let descriptor: Int32
  /// Requests of ioctl that are macros in C: one lets others open the terminal, one returns its
  /// number.
  private static let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  init() throws {
    descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, index): (Int32, Int32) = (0, -1)
    let isUnlocked = unsafe ioctl(descriptor, Self.unlock, &isLocked) == 0
    guard isUnlocked, unsafe ioctl(descriptor, Self.number, &index) == 0 else {
      throw RunFailure(description: "no terminal can be made")
    }
    path = "/dev/pts/\(index)"
  }

  /// How bash starts a program that has it as its terminal, and leaves its process in a file `pid`.
  var shell: String {
    let inner = "echo $$ > \"$XDG_RUNTIME_DIR/pid\"; exec \"$@\""
    return "exec setsid --ctty --wait bash -c '\(inner)' bash \"$@\" < \(path)"
  }

  /// Closes it, as a user closes a window.
  func hangUp() { close(descriptor) }
}
