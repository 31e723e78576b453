// SPDX-License-Identifier: Apache-2.0
// Faults of the machine beneath the rig, as the preloaded library makes them.

import Glibc
import Foundation

/// The page that the library of `Tests/FaultInjection` reads in the rig and its children.
///
/// > Threading: Control.
@safe
final class MachineFaults {
  /// As `struct tarmac_faults` has it.
  private struct Page {
    var diskError: Int32 = 0
    var diskMilliseconds: Int32 = 0
    var clockSeconds: Int64 = 0
  }

  private let page: UnsafeMutablePointer<Page>

  /// Makes the page.
  init(page url: URL) throws {
    let size = MemoryLayout<Page>.size
    try Data(count: size).write(to: url)
    let file = unsafe open(url.path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Complaint("\(url.path) can't be opened") }
    defer { close(file) }
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw Complaint("\(url.path) can't be mapped")
    }
    unsafe page = memory.bindMemory(to: Page.self, capacity: 1)
  }

  /// Sets what writing a file returns: `ENOSPC`, `EROFS`, `EIO`; 0 as always.
  func setDiskError(_ error: Int32) { unsafe page.pointee.diskError = error }

  /// Sets how much longer writing takes.
  func setDiskDelay(milliseconds: Int32) { unsafe page.pointee.diskMilliseconds = milliseconds }

  /// Sets how far the wall clock is off.
  func setClock(offBySeconds seconds: Int) { unsafe page.pointee.clockSeconds = Int64(seconds) }

  /// Ends all faults.
  func heal() { unsafe page.pointee = Page() }
}
