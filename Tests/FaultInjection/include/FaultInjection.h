// SPDX-License-Identifier: Apache-2.0
// What a campaign does to a program that was started with this library preloaded.
#pragma once
#include <stdint.h>

/// The page that a campaign writes and the program's library reads: the file that TARMAC_FAULTS
/// names.
struct tarmac_faults {
  /// What writing to the disk returns: 0 as always, or an errno (ENOSPC, EROFS, EIO).
  volatile int32_t disk_error;
  /// How much longer a write or fsync of a file takes, in milliseconds.
  volatile int32_t disk_milliseconds;
  /// How far the wall clock is off, in seconds.
  volatile int64_t clock_seconds;
  /// Whether the calls of `calls` do not come back, for files below `folder`.
  volatile int32_t hangs;
  /// How many calls have been held so far; the library counts them.
  volatile int32_t held;
  /// Functions of the C library by their names, with a space before and behind each.
  char calls[200];
  /// The functions that have been called for what is below `folder`, in the same way; the library
  /// names them.
  char seen[800];
  char folder[200];
};
