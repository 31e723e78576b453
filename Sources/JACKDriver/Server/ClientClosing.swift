// SPDX-License-Identifier: Apache-2.0
// How clients are closed: not before their audio thread is through.

internal import CGNU
internal import CJACK
internal import Glibc

/// Leaves the server, and frees the client.
///
/// libjack frees a client that it takes for inactive without a look at its audio thread. But that
/// thread may have been so late on a busy machine that activation was given up, or may be leaving
/// by itself because its server has gone. It would go on in what is freed, and end the program.
package func closeClient(_ client: OpaquePointer) {
  unsafe jack_deactivate(client)
  // What is left now libjack does not look after. PipeWire has one thread for all of its clients,
  // and does.
  let thread = JACKLibrary.isPipeWire ? 0 : unsafe jack_client_thread_id(client)
  if thread != 0 { join(thread) }
  unsafe jack_client_close(client)
}

/// Waits until a thread that is on its way out is gone, and ends one that is not.
private func join(_ thread: pthread_t) {
  while !joins(thread) {
    // Again and again: glibc 2.36 can lose a cancellation that meets the thread on its way out of a
    // call that waits.
    pthread_cancel(thread)
  }
}

/// Whether a thread has ended within a second, and is gone for good.
private func joins(_ thread: pthread_t) -> Bool {
  for _ in 0..<1_000 {
    if tarmac_thread_has_ended(thread) != 0 { return true }
    usleep(1_000)
  }
  return false
}
