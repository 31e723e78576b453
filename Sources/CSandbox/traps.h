// SPDX-License-Identifier: Apache-2.0
// What answers in the kernel's place when the filter has trapped a call.
#pragma once

/// Has traps answered, on the thread that has made the call; returns 0, or -1 and `errno`.
int tarmac_traps_catch(void);
