// SPDX-License-Identifier: Apache-2.0
// Bounds that a process can't lift, and the rights that it gives up.
#pragma once
#include <stdbool.h>

/// Bounds what the system has one of for all: open files, signals that wait, time that a thread of
/// real time computes without a pause. Their ceilings are lowered with them.
void tarmac_limit_system(void);

/// Gives up what root may, but for what real time needs, for this thread and those that it starts.
/// Returns 0, or -1 and `errno`.
int tarmac_drop_rights(void);

/// Whether its threads may have any rank, whatever the limit.
bool tarmac_may_rank(void);
