// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CrashGuard.h"

#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int report = -1;

// Only what is allowed in a signal handler, and no memory that the thread may have ruined.
static void park(int number)
{
  struct tarmac_crash crash = {number, -1};
  if (write(report, &crash, sizeof crash) != sizeof crash) _exit(128 + number);
  for (;;) pause();
}

bool tarmac_guard_install(int descriptor)
{
  static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
  struct sigaction action = {.sa_handler = park, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  report = descriptor;
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; ++index)
    if (sigaction(signals[index], &action, NULL) != 0) return false;
  return true;
}

void tarmac_guard_thread(void)
{
  enum { size = 64 * 1024 };
  // It goes with the process.
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) sigaltstack(&stack, NULL);
}

void tarmac_keep_descriptors(void)
{
  // An old kernel does not know it; children have more open then than they need.
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
}
