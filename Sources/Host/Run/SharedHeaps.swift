// SPDX-License-Identifier: Apache-2.0
// Keeps the program's memory from growing over days.

internal import CSandbox

/// Lets all threads of this program share a few heaps.
///
/// Threads come and go with clients, plugins and reloads. The C library gives each a heap of its
/// own, which keeps what the thread has let go of.
///
/// > Threading: Control, before there is another thread.
package func shareHeaps() {
  tarmac_share_heaps()
}
