// SPDX-License-Identifier: Apache-2.0
// The filter of system calls.
#pragma once
#include <stdbool.h>

/// What a call has in an argument that the kernel does not look at when the handler repeats it for
/// Landlock to judge: the filter lets that pass. A plugin that imitates it gains nothing, except
/// that the refusal is not noted.
#define TARMAC_REPEATED 0x7461726du

/// Whether this machine's calls are known.
bool tarmac_filter_is_known(void);

/// Whether the kernel has filters that do what this one needs.
bool tarmac_filter_is_available(void);

/// What a filter is put over.
enum tarmac_filtered {
  /// This program.
  TARMAC_FILTERED_SELF,
  /// A foreign program that is started behind it. It has no handler for traps: what it may not do
  /// fails, and no note is taken.
  TARMAC_FILTERED_FOREIGN,
  /// A foreign program that may also connect to others on the network.
  TARMAC_FILTERED_CLIENT,
};

/// Puts the filter over all threads; returns 0, or -1 and `errno`.
int tarmac_filter_enter(enum tarmac_filtered filtered);
