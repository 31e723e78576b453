// SPDX-License-Identifier: Apache-2.0
// What any library can change of a process, kept as it was.
#pragma once
#include <signal.h>
#include <stdbool.h>

/// Takes the process for as it is to stay: `ours` are noted by a handler, and what must neither end
/// the process nor take the ends of its children from it does not.
bool tarmac_keep_from_now(const sigset_t *ours, void (*handler)(int));

/// Looks at all of that, and puts it back.
void tarmac_keep_process(void);
