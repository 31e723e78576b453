// SPDX-License-Identifier: Apache-2.0
// A filter that traps what is refused, and a handler that answers in the kernel's place and takes a note.
#define _GNU_SOURCE
#include "filter.h"
#include "calls.h"
#include "notes.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

bool tarmac_filter_is_known(void)
{
#ifdef ARCHITECTURE
  return true;
#else
  return false;
#endif
}

#ifdef ARCHITECTURE

// The handler repeats a call for Landlock to judge, with this in an argument that the call does not have: the filter lets that
// pass. Who imitates it has gained nothing but that no note is taken.
#define REPEATED 0x7461726du

enum { LONGEST = 1024 };

struct program {
  struct sock_filter code[LONGEST];
  unsigned short length;
};

static void add(struct program *me, struct sock_filter step)
{
  if (me->length < LONGEST) me->code[me->length++] = step;
}

#define STATEMENT(code, value) add(me, (struct sock_filter)BPF_STMT(code, value))
#define JUMP(code, value, yes, no) add(me, (struct sock_filter)BPF_JUMP(code, value, yes, no))
#define LOAD(field) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half; both kinds of machine are little-endian.
#define LOAD_ARGUMENT(index) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define ANSWER(answer) STATEMENT(BPF_RET | BPF_K, answer)

static void write_call(struct program *me, const struct call *call)
{
  unsigned short start = me->length;
  // How far to the next call is known when this one is written.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call->number, 0, 0);
  if (call->treatment == OWN_PROCESS) {
    LOAD_ARGUMENT(0);
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1);
    ANSWER(SECCOMP_RET_ALLOW);
  }
  if (call->treatment == WRITES) {
    LOAD_ARGUMENT(5);
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, REPEATED, 0, 1);
    ANSWER(SECCOMP_RET_ALLOW);
    if (call->flags >= 0) {
      LOAD_ARGUMENT(call->flags);
      JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0);
      ANSWER(SECCOMP_RET_ALLOW);
    }
  }
  ANSWER(SECCOMP_RET_TRAP);
  me->code[start].jf = (uint8_t)(me->length - start - 1);
}

static void write_program(struct program *me)
{
  LOAD(arch);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  ANSWER(SECCOMP_RET_KILL_PROCESS);
  LOAD(nr);
#ifdef __x86_64__
  // Calls of the x32 interface have the same effects under other numbers.
  JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  ANSWER(SECCOMP_RET_KILL_PROCESS);
#endif
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1);
  ANSWER(SECCOMP_RET_ERRNO | ENOSYS);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4);
  LOAD_ARGUMENT(0);
  JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  ANSWER(SECCOMP_RET_ALLOW);
  ANSWER(SECCOMP_RET_TRAP);
  for (const struct call *call = tarmac_calls; call->name; ++call) write_call(me, call);
  ANSWER(SECCOMP_RET_ALLOW);
}

// MARK: What is trapped

#ifdef __x86_64__
static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8};
static long argument(const ucontext_t *context, int index) { return context->uc_mcontext.gregs[registers[index]]; }
static void answer(ucontext_t *context, long value) { context->uc_mcontext.gregs[REG_RAX] = value; }
#else
static long argument(const ucontext_t *context, int index) { return (long)context->uc_mcontext.regs[index]; }
static void answer(ucontext_t *context, long value) { context->uc_mcontext.regs[0] = (unsigned long)value; }
#endif

// Runs on the thread that has made the call, in the middle of anything: no locks, no memory but the stack.
static void handle(int signal, siginfo_t *info, void *raw)
{
  (void)signal;
  ucontext_t *context = raw;
  int error = errno, number = info->si_syscall, index = tarmac_call_index(number);
  const struct call *call = index < 0 ? NULL : &tarmac_calls[index];
  if (call && call->treatment == WRITES) {
    long result = syscall(
      number, argument(context, 0), argument(context, 1), argument(context, 2), argument(context, 3), argument(context, 4),
      (long)REPEATED);
    int failure = errno;
    if (result == -1 && (failure == EACCES || failure == EPERM || failure == EXDEV))
      tarmac_note(index, (const char *)argument(context, call->path));
    answer(context, result == -1 ? -failure : result);
  } else {
    tarmac_note(index, NULL);
    answer(context, -EPERM);
  }
  errno = error;
}

bool tarmac_filter_is_available(void)
{
  uint32_t answer = SECCOMP_RET_TRAP;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &answer) == 0;
}

int tarmac_filter_enter(void)
{
  static struct program program;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  program.length = 0;
  write_program(&program);
  struct sock_fprog handed = {.len = program.length, .filter = program.code};
  if (program.length == LONGEST) {
    errno = ENOSPC;
    return -1;
  }
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &handed) == 0 ? 0 : -1;
}

#else

bool tarmac_filter_is_available(void) { return false; }

int tarmac_filter_enter(void)
{
  errno = ENOSYS;
  return -1;
}

#endif
