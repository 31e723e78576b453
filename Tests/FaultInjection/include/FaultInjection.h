// SPDX-License-Identifier: Apache-2.0
// What a campaign does to a program that was started with this library preloaded.
#pragma once
#include <stdint.h>

/// The page that a campaign writes and the program's library reads: the file that TARMAC_FAULTS names.
struct tarmac_faults {
  /// What the disk answers to whoever writes: 0 as always, or an errno (ENOSPC, EROFS, EIO).
  volatile int32_t disk_error;
  /// How much longer a write or fsync of a file takes, in milliseconds.
  volatile int32_t disk_milliseconds;
  /// How far the wall clock is off, in seconds.
  volatile int64_t clock_seconds;
  /// Which calls do not come back while they are named here, a sum of `tarmac_hang`: for files below `folder`.
  volatile int32_t hanging;
  /// How many calls have been held so far; the library counts them.
  volatile int32_t held;
  char folder[200];
};

/// Kinds of calls that can hang.
enum tarmac_hang {
  TARMAC_HANG_READ = 1,
  TARMAC_HANG_WRITE = 2,
  /// What makes, opens, renames or removes files and folders.
  TARMAC_HANG_OPEN = 4,
  /// What looks whether something is there, and at what.
  TARMAC_HANG_LOOK = 8,
  TARMAC_HANG_SEEK = 16,
  TARMAC_HANG_CLOSE = 32,
};
