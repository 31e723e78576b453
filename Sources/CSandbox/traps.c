// SPDX-License-Identifier: Apache-2.0
// Answers a trapped call and takes a note of what was refused. It runs on the thread that has made
// the call, in the middle of anything: no locks, no memory but the stack. Nothing here guards
// anything, for a plugin can do all of it as well: what it does the filter allows.
#define _GNU_SOURCE
#include "traps.h"
#include "calls.h"
#include "filter.h"
#include "limits.h"
#include "notes.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__aarch64__)

#ifdef __x86_64__
static void read_arguments(const ucontext_t *context, long arguments[6])
{
  static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
  for (int index = 0; index < 6; ++index) arguments[index] = context->uc_mcontext.gregs[registers[index]];
}
static void answer(ucontext_t *context, long value) { context->uc_mcontext.gregs[REG_RAX] = value; }
#else
static void read_arguments(const ucontext_t *context, long arguments[6])
{
  for (int index = 0; index < 6; ++index) arguments[index] = (long)context->uc_mcontext.regs[index];
}
static void answer(ucontext_t *context, long value) { context->uc_mcontext.regs[0] = (unsigned long)value; }
#endif

static long repeat(int number, const long a[6], long last)
{
  long result = syscall(number, a[0], a[1], a[2], a[3], a[4], last);
  return result == -1 ? -errno : result;
}

static long ask_landlock(int number, const long arguments[6], const struct call *call, int index)
{
  long result = repeat(number, arguments, (long)TARMAC_REPEATED);
  if (result == -EACCES || result == -EPERM || result == -EXDEV) tarmac_note(index, (const char *)arguments[call->subject]);
  return result;
}

static long refuse(int index)
{
  tarmac_note(index, NULL);
  return -EPERM;
}

// MARK: Ranks of threads

static bool may_have(int policy, int priority)
{
  policy &= ~SCHED_RESET_ON_FORK;
  if (policy != SCHED_FIFO && policy != SCHED_RR) return true;
  struct rlimit most;
  return tarmac_may_rank()
         || (getrlimit(RLIMIT_RTPRIO, &most) == 0 && priority >= 0 && (rlim_t)priority <= most.rlim_cur);
}

// A filter can't tell threads of this process from those of others, so it allows no number but 0,
// the thread that calls. libc names threads by their numbers, and a new one's rank is set by the
// thread that has started it: that one asks the new one to do so, by the signal that traps come by.
static long ask_thread(pid_t thread, int policy, int priority)
{
  if (!may_have(policy, priority)) return -EPERM;
  siginfo_t order = {.si_signo = SIGSYS, .si_code = SI_QUEUE};
  order.si_pid = getpid();
  order.si_value.sival_int = policy << 8 | priority;
  return syscall(__NR_rt_tgsigqueueinfo, getpid(), thread, SIGSYS, &order) == 0 ? 0 : -EPERM;
}

static void obey(int order)
{
  struct sched_param rank = {.sched_priority = order & 0xff};
  syscall(__NR_sched_setscheduler, 0, order >> 8, &rank);
}

static long schedule(int number, const long arguments[6], const struct call *call, int index)
{
  pid_t thread = (pid_t)arguments[call->subject];
  if (thread == (pid_t)syscall(__NR_gettid)) {
    long mine[6];
    memcpy(mine, arguments, sizeof mine);
    mine[call->subject] = 0;
    return repeat(number, mine, arguments[5]);
  }
  if (syscall(__NR_tgkill, getpid(), thread, 0) != 0) return refuse(index);
  if (number == __NR_sched_setscheduler) {
    const struct sched_param *rank = (const struct sched_param *)arguments[2];
    return rank ? ask_thread(thread, (int)arguments[1], rank->sched_priority) : -EINVAL;
  }
  // Where a thread runs is a wish.
  return number == __NR_sched_setaffinity ? 0 : refuse(index);
}

// MARK: Signals

// A thread that blocks all signals is ended by the kernel with its first trap; many a worker does
// so.
static long set_mask(ucontext_t *context, const long arguments[6])
{
  const uint64_t mine = 1ull << (SIGSYS - 1);
  uint64_t mask, change;
  if (arguments[3] != sizeof mask) return -EINVAL;
  memcpy(&mask, &context->uc_sigmask, sizeof mask);
  memcpy(&change, (const void *)arguments[1], sizeof change);
  if (arguments[2]) memcpy((void *)arguments[2], &mask, sizeof mask);
  if (arguments[0] == SIG_BLOCK) mask |= change;
  else if (arguments[0] == SIG_SETMASK) mask = change;
  else return -EINVAL;
  mask &= ~mine;
  memcpy(&context->uc_sigmask, &mask, sizeof mask);
  return 0;
}

// MARK: Traps

static long judge(ucontext_t *context, int number)
{
  long arguments[6];
  read_arguments(context, arguments);
  int index = tarmac_call_index(number);
  if (index < 0) {
    tarmac_note_unknown(number);
    return -ENOSYS;
  }
  const struct call *call = tarmac_call_judge(number, arguments);
  switch (call ? call->answer : REFUSED) {
  case LANDLOCK: return ask_landlock(number, arguments, call, index);
  case SCHEDULES: return schedule(number, arguments, call, index);
  case MASKS: return set_mask(context, arguments);
  default: return refuse(index);
  }
}

static void handle(int signal, siginfo_t *info, void *raw)
{
  int error = errno;
  (void)signal;
  if (info->si_code == SI_QUEUE) obey(info->si_value.sival_int);
  else answer(raw, judge(raw, info->si_syscall));
  errno = error;
}

// Handlers that are there block nothing that would end the process inside of them.
static void open_handlers(void)
{
  struct sigaction action;
  for (int number = 1; number < NSIG; ++number)
    if (sigaction(number, NULL, &action) == 0 && sigismember(&action.sa_mask, SIGSYS) == 1) {
      sigdelset(&action.sa_mask, SIGSYS);
      sigaction(number, &action, NULL);
    }
}

int tarmac_traps_catch(void)
{
  open_handlers();
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigset_t traps;
  sigemptyset(&traps);
  sigaddset(&traps, SIGSYS);
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  return sigprocmask(SIG_UNBLOCK, &traps, NULL);
}

#else

int tarmac_traps_catch(void) { return -1; }

#endif
