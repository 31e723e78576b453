// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "victim.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

static unsigned long variable = 4711;
static int keyboard, master, streams, datagrams, memory;

static void say(char **text, char *end, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int length = vsnprintf(*text, (size_t)(end - *text), format, list);
  va_end(list);
  *text += length < end - *text ? length : end - *text - 1;
}

static unsigned sum(const void *bytes, size_t size)
{
  unsigned value = 5381;
  for (size_t index = 0; index < size; ++index) value = value * 33 + ((const unsigned char *)bytes)[index];
  return value;
}

static void say_file(char **text, char *end, const char *path)
{
  struct stat status;
  char bytes[64];
  int file = open(path, O_RDWR | O_NONBLOCK), flags = 0;
  if (file < 0 || fstat(file, &status) != 0) return say(text, end, "file gone; ");
  ssize_t count = read(file, bytes, sizeof bytes);
  ioctl(file, FS_IOC_GETFLAGS, &flags);
  struct flock whole = {.l_type = F_WRLCK};
  bool is_free = flock(file, LOCK_EX | LOCK_NB) == 0 && fcntl(file, F_SETLK, &whole) == 0;
  say(text, end, "file %o %u %u %lld %u links %lu changed %ld.%ld flags %x free %d leases %d; ", status.st_mode, status.st_uid,
      status.st_gid, (long long)status.st_size, sum(bytes, count > 0 ? (size_t)count : 0), (unsigned long)status.st_nlink,
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec, flags, is_free, fcntl(file, F_GETLEASE));
  close(file);
}

static void say_process(char **text, char *end)
{
  for (int resource = 0; resource < RLIM_NLIMITS; ++resource) {
    struct rlimit limit = {0, 0};
    getrlimit(resource, &limit);
    say(text, end, "%lx/%lx ", (long)limit.rlim_cur, (long)limit.rlim_max);
  }
  struct sched_param rank = {0};
  cpu_set_t places;
  CPU_ZERO(&places);
  sched_getparam(0, &rank);
  sched_getaffinity(0, sizeof places, &places);
  say(text, end, "scheduled %d %d nice %d io %ld on %d; ", sched_getscheduler(0), rank.sched_priority, getpriority(PRIO_PROCESS, 0),
      syscall(SYS_ioprio_get, 1, 0), CPU_COUNT(&places));
  say(text, end, "variable %lu dumpable %d group %d; ", variable, prctl(PR_GET_DUMPABLE), getpgrp());
}

static void say_terminal(char **text, char *end)
{
  int typed = 0, shown = 0;
  struct termios settings = {0};
  struct winsize size = {0};
  ioctl(keyboard, FIONREAD, &typed);
  ioctl(master, FIONREAD, &shown);
  tcgetattr(keyboard, &settings);
  ioctl(keyboard, TIOCGWINSZ, &size);
  say(text, end, "terminal typed %d shown %d set %u size %d front %d; ", typed, shown, sum(&settings, sizeof settings), size.ws_row,
      tcgetpgrp(keyboard));
}

static void say_all(const struct victim *me, char state[STATE])
{
  char *text = state, *end = state + STATE;
  say_file(&text, end, me->file);
  say_process(&text, end);
  say_terminal(&text, end);
  char byte;
  struct stat status = {0};
  struct shmid_ds segment = {0};
  fstat(memory, &status);
  shmctl(me->segment, IPC_STAT, &segment);
  pread(memory, &byte, 1, 0);
  say(&text, end, "memory %lld %d attached %ld mode %o; ", (long long)status.st_size, byte, (long)segment.shm_nattch,
      segment.shm_perm.mode);
  say(&text, end, "heard %d met %d", recv(datagrams, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 1, accept(streams, NULL, NULL) >= 0);
}

static void serve(const struct victim *me, int asked, int answers)
{
  setsid();
  keyboard = open(me->terminal, O_RDWR);
  ioctl(keyboard, TIOCSCTTY, 0);
  signal(SIGHUP, SIG_IGN);
  for (char letter; read(asked, &letter, 1) == 1;) {
    char state[STATE] = "";
    say_all(me, state);
    if (write(answers, state, sizeof state) != sizeof state) break;
  }
  _exit(0);
}

static int listener(struct sockaddr_un *name, int kind, const char *word)
{
  *name = (struct sockaddr_un){.sun_family = AF_UNIX};
  snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "tarmac-victim-%d-%s", getpid(), word);
  int end = socket(AF_UNIX, kind | SOCK_NONBLOCK, 0);
  if (bind(end, (struct sockaddr *)name, sizeof *name) != 0) return -1;
  if (kind == SOCK_STREAM) listen(end, 8);
  return end;
}

int victim_start(struct victim *me, const char *folder)
{
  snprintf(me->file, sizeof me->file, "%s/letter", folder);
  snprintf(me->memory, sizeof me->memory, "/dev/shm/tarmac-victim-%d", getpid());
  int file = open(me->file, O_RDWR | O_CREAT | O_TRUNC, 0640);
  memory = open(me->memory, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (write(file, "dear", 4) != 4 || ftruncate(memory, 4096) != 0) return 0;
  close(file);
  master = posix_openpt(O_RDWR | O_NOCTTY);
  if (grantpt(master) != 0 || unlockpt(master) != 0) return 0;
  snprintf(me->terminal, sizeof me->terminal, "%s", ptsname(master));
  streams = listener(&me->stream, SOCK_STREAM, "stream");
  datagrams = listener(&me->datagrams, SOCK_DGRAM, "datagrams");
  me->segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  me->variable = &variable;
  int questions[2], answers[2];
  if (streams < 0 || datagrams < 0 || pipe(questions) != 0 || pipe(answers) != 0) return 0;
  me->process = fork();
  if (me->process == 0) serve(me, questions[0], answers[1]);
  close(questions[0]);
  close(answers[1]);
  (me->ask = questions[1], me->answer = answers[0]);
  return me->process > 0;
}

void victim_ask(const struct victim *me, char state[STATE])
{
  memset(state, 0, STATE);
  if (write(me->ask, "?", 1) != 1 || read(me->answer, state, STATE) <= 0) strcpy(state, "gone");
}

void victim_end(struct victim *me)
{
  kill(me->process, SIGKILL);
  waitpid(me->process, NULL, 0);
  shmctl(me->segment, IPC_RMID, NULL);
  unlink(me->memory);
  const int own[] = {master, streams, datagrams, memory, me->ask, me->answer};
  for (unsigned index = 0; index < sizeof own / sizeof *own; ++index) close(own[index]);
}
