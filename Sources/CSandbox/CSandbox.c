// SPDX-License-Identifier: Apache-2.0
#include "CSandbox.h"
#include "filter.h"
#include "landlock.h"
#include <malloc.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

void tarmac_share_heaps(void) { mallopt(M_ARENA_MAX, 4); }

void tarmac_sandbox_limit(void)
{
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  struct rlimit memory;
  if (pages <= 0 || size <= 0 || getrlimit(RLIMIT_DATA, &memory) != 0) return;
  rlim_t half = (rlim_t)pages * (rlim_t)size / 2;
  if (memory.rlim_cur > half) memory.rlim_cur = half;
  setrlimit(RLIMIT_DATA, &memory);
}

struct tarmac_sandbox tarmac_sandbox_available(void)
{
  return (struct tarmac_sandbox){.landlock = tarmac_landlock_version(), .filter = tarmac_filter_is_available()};
}

int tarmac_sandbox_enter(const char *const *writable, uint32_t count, struct tarmac_sandbox *held)
{
  *held = (struct tarmac_sandbox){0};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  int version = tarmac_landlock_enter(writable, count);
  if (version < 0) return -1;
  held->landlock = version;
  if (!tarmac_filter_is_known()) return 0;
  if (tarmac_filter_enter() != 0) return -1;
  held->filter = true;
  return 0;
}
