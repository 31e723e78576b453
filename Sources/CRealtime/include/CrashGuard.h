// SPDX-License-Identifier: Apache-2.0
// Lets a process outlive a crash of one of its threads for long enough to leave in order.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What is told of a crash.
struct tarmac_crash {
  int32_t signal;
  /// Room for what is known of its cause; the handler knows nothing.
  int32_t cause;
};

/// Parks any thread that crashes (SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL) from now on, for good, and writes a
/// `tarmac_crash` to `descriptor` first. Whoever reads it has the rest of the process for himself.
bool tarmac_guard_install(int descriptor);

/// Gives this thread a stack of its own for crashes, so that one that has used up its stack can be parked as well.
void tarmac_guard_thread(void);

/// Keeps every descriptor from 3 on from children that are started later: libraries leave theirs open for them.
void tarmac_keep_descriptors(void);
