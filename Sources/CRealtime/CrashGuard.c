// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CrashGuard.h"
#include "CallBoard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int report = -1;

// Only what is allowed in a signal handler, and no memory that the thread may have ruined.
static void park(int32_t kind, int32_t detail)
{
  struct tarmac_call_mark here = tarmac_call_here();
  struct tarmac_loss loss = {kind, detail, here.uri ? here.plugin : -1, here.call};
  if (write(report, &loss, sizeof loss) != sizeof loss) _exit(70);
  for (;;) pause();
}

static void park_crash(int number) { park(TARMAC_LOSS_CRASH, number); }

static void park_exit(int status, void *nothing)
{
  (void)nothing;
  park(TARMAC_LOSS_EXIT, status);
}

bool tarmac_guard_install(int descriptor)
{
  static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
  struct sigaction action = {.sa_handler = park_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  report = descriptor;
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; ++index)
    if (sigaction(signals[index], &action, NULL) != 0) return false;
  return on_exit(park_exit, NULL) == 0;
}

void tarmac_guard_thread(void)
{
  enum { size = 64 * 1024 };
  // It goes with the process.
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) sigaltstack(&stack, NULL);
}

static bool guards_exit;

static void tell_exit(int status, void *nothing)
{
  (void)nothing;
  if (!__atomic_load_n(&guards_exit, __ATOMIC_ACQUIRE)) return;
  struct tarmac_call_mark here = tarmac_call_here();
  char line[1024];
  int length = here.uri
    ? snprintf(line, sizeof line, "tarmac: The plugin %s has ended this program: it called exit(%d) in %s.\n",
               here.uri, status, tarmac_call_name(here.call))
    : snprintf(line, sizeof line, "tarmac: A library has ended this program: it called exit(%d).\n", status);
  for (char *letter = line; *letter; ++letter)
    if (*letter < ' ' && *letter != '\n') *letter = '?';
  size_t size = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
  if (write(STDERR_FILENO, line, size) < 0) _exit(70);
  _exit(70);
}

void tarmac_guard_exit(bool is_on)
{
  static bool is_installed;
  if (is_on && !is_installed) is_installed = on_exit(tell_exit, NULL) == 0;
  __atomic_store_n(&guards_exit, is_on, __ATOMIC_RELEASE);
}

void tarmac_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }
