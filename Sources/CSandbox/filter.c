// SPDX-License-Identifier: Apache-2.0
// The list of calls as a program for the kernel, which traps what it does not allow.
#define _GNU_SOURCE
#include "filter.h"
#include "calls.h"
#include "traps.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/socket.h>
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

enum { LONGEST = 2048 };

struct program {
  struct sock_filter code[LONGEST];
  unsigned short length;
  // For another program, which has no handler that answers traps, and is still to be started.
  bool is_foreign;
  // That program may connect to others.
  bool is_client;
};

static void add(struct program *me, struct sock_filter step)
{
  if (me->length < LONGEST) me->code[me->length++] = step;
}

#define STATEMENT(code, value) add(me, (struct sock_filter)BPF_STMT(code, value))
#define JUMP(code, value, yes, no) add(me, (struct sock_filter)BPF_JUMP(code, value, yes, no))
#define LOAD(field) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half and the upper one; both kinds of machine are little-endian.
#define LOAD_ARGUMENT(index, half) \
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (unsigned)(index) + 4 * (half))
#define ANSWER(answer) STATEMENT(BPF_RET | BPF_K, answer)

// A jump to the end of a row, which is set when that is known.
enum { OPEN_END = 0xff };

static void unless_equal(struct program *me, uint32_t value) { JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, OPEN_END); }

static void write_check(struct program *me, const struct check *check)
{
  if (check->kind == ANYTHING) return;
  LOAD_ARGUMENT(check->argument, 0);
  switch (check->kind) {
  case BITS:
  case OTHER_BITS:
    STATEMENT(BPF_ALU | BPF_AND | BPF_K, check->mask);
    if (check->kind == BITS) unless_equal(me, check->value);
    else JUMP(BPF_JMP | BPF_JEQ | BPF_K, check->value, OPEN_END, 0);
    break;
  case OWN_PROCESS: unless_equal(me, (uint32_t)getpid()); break;
  default:
    unless_equal(me, 0);
    LOAD_ARGUMENT(check->argument, 1);
    unless_equal(me, 0);
  }
}

static void refuse(struct program *me) { ANSWER(me->is_foreign ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_TRAP); }

// Without a handler Landlock answers alone, masks are the program's own, and ranks are wishes.
static enum answer foreign(enum answer answer)
{
  switch (answer) {
  case LANDLOCK:
  case MASKS: return ALLOWED;
  case SCHEDULES: return GRANTED;
  default: return answer;
  }
}

// A foreign program is still to be started, and to find its threads' memory then.
static bool starts(int number)
{
#ifdef __NR_arch_prctl
  if (number == __NR_arch_prctl) return true;
#endif
  return number == __NR_execve;
}

static void write_answer(struct program *me, enum answer answer)
{
  switch (me->is_foreign ? foreign(answer) : answer) {
  case ALLOWED: ANSWER(SECCOMP_RET_ALLOW); return;
  case GRANTED: ANSWER(SECCOMP_RET_ERRNO); return;
  case ABSENT: ANSWER(SECCOMP_RET_ERRNO | ENOSYS); return;
  case LANDLOCK:
    LOAD_ARGUMENT(5, 0);
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, TARMAC_REPEATED, 0, 1);
    ANSWER(SECCOMP_RET_ALLOW);
    break;
  default: break;
  }
  refuse(me);
}

static void end_jumps(struct program *me, unsigned short from)
{
  for (unsigned short index = from; index < me->length; ++index) {
    struct sock_filter *step = &me->code[index];
    if (BPF_CLASS(step->code) != BPF_JMP) continue;
    if (step->jt == OPEN_END) step->jt = (uint8_t)(me->length - index - 1);
    if (step->jf == OPEN_END) step->jf = (uint8_t)(me->length - index - 1);
  }
}

// All rows of one call; returns the next call's first.
static const struct call *write_call(struct program *me, const struct call *row)
{
  int number = row->number;
  unsigned short start = me->length;
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
  bool is_over = false;
  for (; row->name && row->number == number; ++row) {
    unsigned short first = me->length;
    for (int check = 0; check < CHECKS; ++check) write_check(me, &row->checks[check]);
    is_over = me->length == first;
    write_answer(me, me->is_foreign && starts(number) ? ALLOWED : row->answer);
    end_jumps(me, first);
  }
  if (!is_over) refuse(me);
  me->code[start].jf = (uint8_t)(me->length - start - 1);
  return row;
}

// What a client of the network needs, before the rows that refuse it: sockets of the internet's two
// kinds, which wait for nobody. Of other kinds are those of the system and of the user's programs.
static void write_client(struct program *me)
{
  static const int talks[] = {__NR_connect,     __NR_sendto,     __NR_sendmsg,    __NR_sendmmsg,   __NR_recvmsg,
                              __NR_recvmmsg,    __NR_setsockopt, __NR_getsockopt, __NR_getsockname, __NR_getpeername};
  for (unsigned index = 0; index < sizeof talks / sizeof *talks; ++index) {
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)talks[index], 0, 1);
    ANSWER(SECCOMP_RET_ALLOW);
  }
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 5);
  LOAD_ARGUMENT(0, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1);
  ANSWER(SECCOMP_RET_ALLOW);
  refuse(me);
}

static void write_program(struct program *me)
{
  me->length = 0;
  LOAD(arch);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  ANSWER(SECCOMP_RET_KILL_PROCESS);
  LOAD(nr);
#ifdef __x86_64__
  // Calls of the x32 interface have the same effects under other numbers.
  JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  ANSWER(SECCOMP_RET_KILL_PROCESS);
#endif
  if (me->is_client) write_client(me);
  for (const struct call *row = tarmac_calls; row->name;) row = write_call(me, row);
  refuse(me);
}

bool tarmac_filter_is_available(void)
{
  uint32_t answer = SECCOMP_RET_TRAP;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &answer) == 0;
}

int tarmac_filter_enter(enum tarmac_filtered filtered)
{
  static struct program program;
  program.is_foreign = filtered != TARMAC_FILTERED_SELF;
  program.is_client = filtered == TARMAC_FILTERED_CLIENT;
  if (!program.is_foreign && tarmac_traps_catch() != 0) return -1;
  write_program(&program);
  if (program.length == LONGEST) {
    errno = ENOSPC;
    return -1;
  }
  struct sock_fprog handed = {.len = program.length, .filter = program.code};
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &handed) == 0 ? 0 : -1;
}

#else

bool tarmac_filter_is_available(void) { return false; }

int tarmac_filter_enter(enum tarmac_filtered filtered)
{
  (void)filtered;
  errno = ENOSYS;
  return -1;
}

#endif
