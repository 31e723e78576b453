// SPDX-License-Identifier: Apache-2.0
// The filter of system calls.
#pragma once
#include <stdbool.h>

/// Whether this machine's calls are known.
bool tarmac_filter_is_known(void);

/// Whether the kernel has filters that do what this one needs.
bool tarmac_filter_is_available(void);

/// Puts the filter over all threads; returns 0, or -1 and `errno`.
int tarmac_filter_enter(void);
