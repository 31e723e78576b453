// SPDX-License-Identifier: Apache-2.0
#include "CSandbox.h"
#include "calls.h"
#include "filter.h"
#include "landlock.h"
#include "limits.h"
#include <malloc.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

void tarmac_share_heaps(void) { mallopt(M_ARENA_MAX, 4); }

struct tarmac_sandbox tarmac_sandbox_available(void)
{
  return (struct tarmac_sandbox){.landlock = tarmac_landlock_version(), .filter = tarmac_filter_is_available()};
}

static struct tarmac_sandbox held;

struct tarmac_sandbox tarmac_sandbox_held(void) { return held; }

static int give_up_rights(void)
{
  tarmac_limit_system();
  return tarmac_drop_rights() == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : -1;
}

int tarmac_sandbox_enter(const char *const *writable, uint32_t count)
{
  if (give_up_rights() != 0) return -1;
  int version = tarmac_landlock_enter(writable, count);
  if (version < 0) return -1;
  held.landlock = version;
  if (!tarmac_filter_is_known()) return 0;
  if (tarmac_filter_enter(TARMAC_FILTERED_SELF) != 0) return -1;
  held.filter = true;
  return 0;
}

int tarmac_sandbox_become(char *const *command, int file)
{
  if (give_up_rights() != 0) return -1;
  if (tarmac_landlock_enter_for(command[0], file) < 0) return -1;
  enum tarmac_filtered filtered = file < 0 ? TARMAC_FILTERED_CLIENT : TARMAC_FILTERED_FOREIGN;
  if (tarmac_filter_is_known() && tarmac_filter_enter(filtered) != 0) return -1;
  return execv(command[0], command);
}

bool tarmac_sandbox_rule(uint32_t index, struct tarmac_sandbox_rule *rule)
{
  const struct call *call = &tarmac_calls[index];
  if (!call->name) return false;
  static const enum tarmac_sandbox_answer answers[] = {
    [ALLOWED] = TARMAC_SANDBOX_ALLOWS, [LANDLOCK] = TARMAC_SANDBOX_ASKS_LANDLOCK, [GRANTED] = TARMAC_SANDBOX_PRETENDS,
    [SCHEDULES] = TARMAC_SANDBOX_ALLOWS, [MASKS] = TARMAC_SANDBOX_ALLOWS, [ABSENT] = TARMAC_SANDBOX_KNOWS_NOT,
    [REFUSED] = TARMAC_SANDBOX_REFUSES,
  };
  *rule = (struct tarmac_sandbox_rule){call->name, call->when ? call->when : "", answers[call->answer]};
  return true;
}
