// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "ProcessKeeping.h"
#include "EndGuard.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Ignored, unless a library handles them: else a library's alarm() or setitimer(), or a reader that
// has closed its end, would end the process.
static const int harmless[] = {SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF};
enum { LAST = 31, STANDARD = 3 };

static bool is_kept;
static sigset_t ours;
static void (*handler)(int);
static mode_t mask;
static int spare[STANDARD] = {-1, -1, -1};

// What was put back, until somebody takes it.
static uint32_t signals, files;
static bool has_mask;
static void *foreign;

static void set(int number, void (*wanted)(int))
{
  struct sigaction action = {.sa_handler = wanted, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void note(int number, const struct sigaction *found)
{
  void *code = found->sa_flags & SA_SIGINFO ? (void *)found->sa_sigaction : (void *)found->sa_handler;
  if (found->sa_handler != SIG_DFL && found->sa_handler != SIG_IGN) __atomic_store_n(&foreign, code, __ATOMIC_RELAXED);
  __atomic_or_fetch(&signals, 1u << number, __ATOMIC_RELEASE);
}

static void keep_signals(void)
{
  struct sigaction found;
  for (int number = 1; number <= LAST; ++number) {
    if (!sigismember(&ours, number) || sigaction(number, NULL, &found) != 0 || found.sa_handler == handler) continue;
    note(number, &found);
    set(number, handler);
  }
  for (size_t index = 0; index < sizeof harmless / sizeof *harmless; ++index) {
    if (sigaction(harmless[index], NULL, &found) != 0 || found.sa_handler != SIG_DFL) continue;
    note(harmless[index], &found);
    set(harmless[index], SIG_IGN);
  }
  // Where it is ignored, or leaves no zombies, a child's end can't be read.
  if (sigaction(SIGCHLD, NULL, &found) == 0 && (found.sa_handler == SIG_IGN || found.sa_flags & SA_NOCLDWAIT)) {
    note(SIGCHLD, &found);
    set(SIGCHLD, SIG_DFL);
  }
}

static void keep_mask(void)
{
  if (umask(mask) != mask) __atomic_store_n(&has_mask, true, __ATOMIC_RELEASE);
}

// Else the next file that is opened would take the number, and messages would go into it.
static void keep_files(void)
{
  for (int file = 0; file < STANDARD; ++file) {
    if (spare[file] < 0 || fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    if (dup2(spare[file], file) == file) __atomic_or_fetch(&files, 1u << file, __ATOMIC_RELEASE);
  }
}

void tarmac_keep_process(void)
{
  keep_signals();
  keep_mask();
  keep_files();
}

void tarmac_keep_after_call(void)
{
  if (!is_kept) return;
  keep_mask();
  keep_files();
}

bool tarmac_keep_from_now(const sigset_t *noted, void (*by)(int))
{
  ours = *noted;
  handler = by;
  mask = umask(0);
  umask(mask);
  for (int file = 0; file < STANDARD; ++file) {
    // One that was closed from the start leads nowhere, and is open.
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) return false;
    spare[file] = fcntl(file, F_DUPFD_CLOEXEC, 64);
    // Few descriptors are no reason not to run.
    if (spare[file] < 0) spare[file] = fcntl(file, F_DUPFD_CLOEXEC, STANDARD);
  }
  for (int number = 1; number <= LAST; ++number)
    if (sigismember(&ours, number)) set(number, handler);
  for (size_t index = 0; index < sizeof harmless / sizeof *harmless; ++index) set(harmless[index], SIG_IGN);
  set(SIGCHLD, SIG_DFL);
  is_kept = true;
  return true;
}

bool tarmac_take_meddling(struct tarmac_meddling *meddling)
{
  memset(meddling, 0, sizeof *meddling);
  meddling->signals = __atomic_exchange_n(&signals, 0, __ATOMIC_ACQUIRE);
  meddling->has_mask = __atomic_exchange_n(&has_mask, false, __ATOMIC_ACQUIRE);
  meddling->files = __atomic_exchange_n(&files, 0, __ATOMIC_ACQUIRE);
  void *code = meddling->signals ? __atomic_exchange_n(&foreign, NULL, __ATOMIC_RELAXED) : NULL;
  Dl_info info;
  if (code && dladdr(code, &info) && info.dli_fname) snprintf(meddling->library, sizeof meddling->library, "%s", info.dli_fname);
  return meddling->signals || meddling->has_mask || meddling->files;
}
