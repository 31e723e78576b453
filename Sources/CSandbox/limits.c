// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "limits.h"
#include "CSandbox.h"
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Lower than it was, and for good.
static void limit(int resource, rlim_t most)
{
  struct rlimit bound;
  if (getrlimit(resource, &bound) != 0) return;
  if (bound.rlim_cur > most) bound.rlim_cur = most;
  bound.rlim_max = bound.rlim_cur;
  setrlimit(resource, &bound);
}

void tarmac_sandbox_limit(void)
{
  limit(RLIMIT_CORE, 0);
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0) limit(RLIMIT_DATA, (rlim_t)pages * (rlim_t)size / 2);
}

void tarmac_sandbox_limit_files(uint64_t bytes)
{
  // A write beyond it gets an error, and no signal.
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, bytes);
}

void tarmac_sandbox_limit_time(uint32_t seconds) { limit(RLIMIT_CPU, seconds); }

void tarmac_sandbox_be_expendable(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void tarmac_limit_system(void)
{
  enum { FILES = 4096, SIGNALS = 4096, REALTIME_MICROSECONDS = 2000000 };
  limit(RLIMIT_NOFILE, FILES);
  limit(RLIMIT_SIGPENDING, SIGNALS);
  limit(RLIMIT_RTTIME, REALTIME_MICROSECONDS);
  limit(RLIMIT_MSGQUEUE, 0);
}

// Ranks for threads and memory that is not swapped out: what an audio program needs of root, and
// the filter keeps to itself.
#define KEPT (1u << CAP_SYS_NICE | 1u << CAP_IPC_LOCK)

static struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};

int tarmac_drop_rights(void)
{
  struct __user_cap_data_struct rights[2] = {{0}};
  if (syscall(SYS_capget, &header, rights) != 0) return -1;
  struct __user_cap_data_struct kept[2] = {{.effective = rights[0].effective & KEPT, .permitted = rights[0].permitted & KEPT}};
  return (int)syscall(SYS_capset, &header, kept);
}

bool tarmac_may_rank(void)
{
  struct __user_cap_data_struct rights[2] = {{0}};
  return syscall(SYS_capget, &header, rights) == 0 && rights[0].effective & 1u << CAP_SYS_NICE;
}
