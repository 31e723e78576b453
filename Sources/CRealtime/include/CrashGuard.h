// SPDX-License-Identifier: Apache-2.0
// The last words of a process that a plugin has ruined, and how it leaves in order.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum tarmac_loss_kind {
  TARMAC_LOSS_NONE,
  TARMAC_LOSS_CRASH, ///< the detail is the signal
  TARMAC_LOSS_STUCK, ///< a call has not come back
  TARMAC_LOSS_EXIT,  ///< the detail is the status that exit() was given
};

/// How a process was lost, and in which call of which plugin.
struct tarmac_loss {
  int32_t kind;
  int32_t detail;
  int32_t plugin; ///< the number of an instance, -1 when nobody knows
  int32_t call;
};

/// Parks any thread that crashes (SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL) or calls exit() from
/// now on, for good, and writes a `tarmac_loss` to `descriptor` first. The thread that reads it is
/// then the only one that runs in the process.
bool tarmac_guard_install(int descriptor);

/// Gives this thread a stack of its own for crashes, so that one that has used up its stack can be
/// parked as well.
void tarmac_guard_thread(void);

/// While it is on, exit() says on standard error which plugin has called it, if one has, and ends
/// the program with 70.
void tarmac_guard_exit(bool is_on);

/// Makes processes whose parents have gone this one's own, so that `tarmac_kill_children` finds
/// them.
void tarmac_adopt_orphans(void);

/// Kills the children of a process, and theirs as far as they are its own by then; needs no heap
/// and no lock.
void tarmac_kill_children(pid_t parent);

/// The same, but for some of them.
void tarmac_kill_children_but(pid_t parent, const pid_t *spared, int count);
