// SPDX-License-Identifier: Apache-2.0
// Makes every call that a kernel could have, with arguments that aim at another process, from
// within the sandbox.
#define _GNU_SOURCE
#include "CSandbox.h"
#include "SandboxProbe.h"
#include "victim.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef long arguments[6];

static void try(int call, const arguments a)
{
  pid_t me = getpid();
  long result = syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]);
  // A process that was made does nothing.
  if (getpid() != me) _exit(0);
  // It writes to the memory that it has mapped.
  if ((call == SYS_shmat || call == SYS_mmap) && result > 4096) *(volatile char *)result = 'x';
}

#define TRY(...) try(call, (arguments){__VA_ARGS__})

static void try_path(int call, long path, long other, long nothing)
{
  const long modes[] = {0, 0777, O_RDWR, O_WRONLY | O_TRUNC, O_TRUNC, O_ACCMODE, O_PATH, 1};
  for (unsigned index = 0; index < sizeof modes / sizeof *modes; ++index) {
    long mode = modes[index];
    TRY(path, mode, mode);
    TRY(AT_FDCWD, path, mode, mode);
    TRY(AT_FDCWD, path, 1, 1, mode);
  }
  TRY(path, nothing);
  TRY(path, other);
  TRY(other, path);
  TRY(path, (long)"user.x", nothing, 1);
  TRY(AT_FDCWD, path, nothing);
  TRY(AT_FDCWD, path, AT_FDCWD, other);
  TRY(AT_FDCWD, other, AT_FDCWD, path);
  TRY(path, AT_FDCWD, other);
}

static void try_file(int call, int file, const struct victim *victim, long nothing)
{
  struct flock whole = {.l_type = F_RDLCK};
  const long orders[] = {F_SETLK, F_OFD_SETLK, F_SETLEASE, F_NOTIFY, F_SETSIG, LOCK_SH | LOCK_NB, LOCK_EX | LOCK_NB, 0777};
  int flags = FS_NOATIME_FL;
  if (file < 0) return;
  for (unsigned index = 0; index < sizeof orders / sizeof *orders; ++index) TRY(file, orders[index], (long)&whole);
  TRY(file, F_SETOWN, victim->process);
  TRY(file, F_SETFL, O_ASYNC);
  TRY(file, FS_IOC_SETFLAGS, (long)&flags);
  TRY(file, TIOCSTI, (long)"x");
  TRY(file, TCSETS, nothing);
  TRY(file, TIOCSWINSZ, nothing + 8);
  TRY(file, TIOCSCTTY, 1);
  TRY(file, (long)"x", 1);
  TRY(file, 1, 1);
  TRY(file, 0);
  TRY(file, (long)"user.x", nothing, 1);
  TRY(file, 0, nothing);
  TRY(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file);
}

static void try_process(int call, const struct victim *victim, long nothing)
{
  unsigned long value = 1;
  long process = victim->process, own = (long)&(struct iovec){&value, sizeof value};
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  TRY(process, RLIMIT_NOFILE, nothing);
  TRY(process, RLIMIT_STACK, nothing);
  TRY(process, SCHED_BATCH, nothing);
  TRY(process, SCHED_IDLE, nothing);
  TRY(process, sizeof one, (long)&one);
  TRY(process, nothing);
  TRY(PRIO_PROCESS, process, 10);
  TRY(PRIO_PGRP, process, 10);
  TRY(1, process, 3 << 13);
  TRY(process, own, 1, (long)&(struct iovec){victim->variable, sizeof value}, 1);
  TRY(process, 0);
  TRY(process, SIGTERM);
  TRY(process, process, SIGTERM);
  TRY(process, SIGTERM, nothing);
  TRY(-process, SIGTERM);
}

static void try_socket(int call, int end, const struct sockaddr_un *name)
{
  struct iovec byte = {"x", 1};
  struct msghdr message = {.msg_name = (void *)name, .msg_namelen = sizeof *name, .msg_iov = &byte, .msg_iovlen = 1};
  if (end < 0) return;
  TRY(end, (long)name, sizeof *name);
  TRY(end, (long)"x", 1, MSG_DONTWAIT, (long)name, sizeof *name);
  TRY(end, (long)&message, MSG_DONTWAIT);
  TRY(end, (long)&(struct mmsghdr){message, 0}, 1, MSG_DONTWAIT);
}

static void attack(int call, const char *folder, const struct victim *victim)
{
  char other[300], zeros[256] = {0};
  snprintf(other, sizeof other, "%s/stolen", folder);
  long nothing = (long)zeros;
  const char *const paths[] = {victim->file, victim->memory, victim->terminal};
  for (int index = 0; index < 3; ++index) {
    try_path(call, (long)paths[index], (long)other, nothing);
    try_file(call, open(paths[index], O_RDWR | O_NOCTTY), victim, nothing);
    try_file(call, open(paths[index], O_RDONLY | O_NOCTTY), victim, nothing);
  }
  try_process(call, victim, nothing);
  TRY(victim->segment, 0, 0);
  try_socket(call, socket(AF_UNIX, SOCK_STREAM, 0), &victim->stream);
  try_socket(call, socket(AF_UNIX, SOCK_DGRAM, 0), &victim->datagrams);
}

// Tries a call in a process of its own; it reports that it has survived, and keeps what it has got
// until it is killed.
static pid_t send_burglar(int call, const char *folder, const struct victim *victim, int done)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return -1;
  pid_t burglar = fork();
  if (burglar != 0) {
    close(ends[0]);
    close(ends[1]);
    return burglar;
  }
  // It holds no descriptor of the victim: only the pipe to the parent, and a socket as a plugin
  // has.
  enum { DONE = 900, LINE = 901 };
  dup2(done, DONE);
  dup2(ends[0], LINE);
  close_range(STDERR_FILENO + 1, DONE - 1, 0);
  close_range(LINE + 1, ~0u, 0);
  if (tarmac_sandbox_enter(&folder, 1) != 0) _exit(1);
  struct itimerval soon = {.it_value = {.tv_usec = 300000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  try_socket(call, LINE, &victim->datagrams);
  attack(call, folder, victim);
  if (write(DONE, "!", 1) == 1) pause();
  _exit(0);
}

int tarmac_burglary(const char *own, const char *foreign, int first, int last, char *report, unsigned long size)
{
  struct victim victim = {0};
  char before[STATE], after[STATE];
  int changes = 0, done[2];
  report[0] = 0;
  if (!victim_start(&victim, foreign) || pipe(done) != 0) return -1;
  victim_ask(&victim, before);
  for (int call = first; call <= last; ++call) {
    // It shares the memory of its parent.
    if (call == SYS_vfork) continue;
    pid_t burglar = send_burglar(call, own, &victim, done[1]);
    if (burglar < 0) return -1;
    struct pollfd entry = {.fd = done[0], .events = POLLIN};
    char letter;
    for (int turn = 0; turn < 200 && poll(&entry, 1, 2) == 0 && waitpid(burglar, NULL, WNOHANG) == 0; ++turn) continue;
    victim_ask(&victim, after);
    kill(burglar, SIGKILL);
    waitpid(burglar, NULL, 0);
    if (poll(&entry, 1, 0) == 1 && read(done[0], &letter, 1) != 1) return -1;
    if (strcmp(before, after) == 0) continue;
    ++changes;
    size_t length = strlen(report);
    snprintf(report + length, size - length, "call %d:\n  %s\n  %s\n", call, before, after);
    if (strcmp(after, "gone") == 0) {
      victim_end(&victim);
      if (!victim_start(&victim, foreign)) return -1;
    }
    victim_ask(&victim, before);
  }
  victim_end(&victim);
  return changes;
}
