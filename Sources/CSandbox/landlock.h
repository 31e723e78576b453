// SPDX-License-Identifier: Apache-2.0
// The kernel's own guard of files.
#pragma once
#include <stdint.h>

/// The version of it that the kernel has; 0 for none.
int tarmac_landlock_version(void);

/// Lets files be written below some folders only; returns the version that does so, 0 when the
/// kernel has none, or -1 and `errno`.
int tarmac_landlock_enter(const char *const *writable, uint32_t count);

/// Lets a program be started that reads its libraries and one open file, and nothing else; returns
/// the same. Without a file, -1, it may connect to others, and read how they are found and proven.
int tarmac_landlock_enter_for(const char *program, int file);
