// SPDX-License-Identifier: Apache-2.0
// Counts what a plugin should not do on an audio thread. For a process of its own: it changes all
// loaded libraries for good.
#pragma once
#include <stdint.h>

/// What was called between `tarmac_watch_begin` and `tarmac_watch_end`, on that thread.
struct tarmac_call_counts {
  uint64_t allocations; ///< malloc, calloc, realloc, free and their like; new and delete end there
  uint64_t locks;       ///< mutexes, read-write locks, conditions and semaphores that may block
  uint64_t kernel;      ///< C library functions that enter the kernel or may
};

/// Makes this process die with its parent, and without a core file.
void tarmac_child_prepare(void);

/// Redirects the watched functions of every library that is loaded now, except the program itself.
void tarmac_watch_libraries(void);

/// Starts and ends counting on this thread.
void tarmac_watch_begin(void);
void tarmac_watch_end(void);

/// What has been counted so far.
struct tarmac_call_counts tarmac_watch_counts(void);
