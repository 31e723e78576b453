// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "SandboxProbe.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int opened(int file)
{
  if (file < 0) return errno;
  close(file);
  return 0;
}

static int outcome(int code) { return code == 0 ? 0 : errno; }

static int forked(pid_t child)
{
  if (child == 0) _exit(0);
  if (child < 0) return errno;
  waitpid(child, NULL, 0);
  return 0;
}

static void *nothing(void *argument) { return argument; }

static int thread(void)
{
  pthread_t id;
  int code = pthread_create(&id, NULL, nothing, NULL);
  return code ? code : pthread_join(id, NULL);
}

static void *write_elsewhere(void *path) { return (void *)(long)opened(open(path, O_WRONLY | O_CREAT, 0600)); }

// Writes as the worker of a plugin would.
static int write_on_thread(const char *path)
{
  pthread_t id;
  void *code = NULL;
  if (pthread_create(&id, NULL, write_elsewhere, (void *)path) != 0) return errno;
  pthread_join(id, &code);
  return (int)(long)code;
}

static int limit(pid_t process, bool sets)
{
  struct rlimit bound = {RLIM_INFINITY, RLIM_INFINITY};
  return outcome(prlimit(process, RLIMIT_NOFILE, sets ? &bound : NULL, sets ? NULL : &bound));
}

// Starts a thread as libc does: it reads the new thread's number, and this thread's priority.
static int ranked_thread(void)
{
  pthread_attr_t how;
  pthread_t id;
  pthread_attr_init(&how);
  pthread_attr_setinheritsched(&how, PTHREAD_EXPLICIT_SCHED);
  int code = pthread_create(&id, &how, nothing, NULL);
  return code ? code : pthread_join(id, NULL);
}

static int locked(void)
{
  int file = open("/etc/passwd", O_RDONLY);
  int code = flock(file, LOCK_EX | LOCK_NB) == 0 && fcntl(file, F_SETLK, &(struct flock){.l_type = F_RDLCK}) == 0 ? 0 : errno;
  close(file);
  return code;
}

// A thread that blocks all signals gets the same refusals as others, and lives.
static void *deaf(void *argument)
{
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  pthread_sigmask(SIG_SETMASK, NULL, &all);
  *(bool *)argument = sigismember(&all, SIGUSR1) == 1;
  return (void *)(long)outcome(chmod("/", 0));
}

static int deaf_thread(void)
{
  pthread_t id;
  void *code = NULL;
  bool blocks = false;
  if (pthread_create(&id, NULL, deaf, &blocks) != 0) return errno;
  pthread_join(id, &code);
  return blocks ? (int)(long)code : -1;
}

static int shared_memory(void)
{
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

int tarmac_probe(const char *what, const char *path)
{
  char other[4096];
  strncpy(other, path, sizeof other - 10);
  other[sizeof other - 10] = 0;
  strcat(other, ".other");
#define WHEN(word, code) \
  if (strcmp(what, word) == 0) return code
  WHEN("read", opened(open(path, O_RDONLY)));
  WHEN("write", opened(open(path, O_WRONLY)));
  WHEN("make", opened(open(path, O_WRONLY | O_CREAT, 0600)));
  WHEN("make-on-thread", write_on_thread(path));
  WHEN("truncate", outcome(truncate(path, 0)));
  WHEN("remove", outcome(unlink(path)));
  WHEN("rename", outcome(rename(path, other)));
  WHEN("link", outcome(link(path, other)));
  WHEN("folder", outcome(mkdir(other, 0700)));
  WHEN("chmod", outcome(chmod(path, 0777)));
  WHEN("socket", opened(socket(AF_INET, SOCK_STREAM, 0)));
  WHEN("unix-socket", opened(socket(AF_UNIX, SOCK_STREAM, 0)));
  WHEN("fork", forked(fork()));
  WHEN("vfork", forked(vfork()));
  WHEN("exec", outcome(execl("/bin/true", "true", NULL)));
  WHEN("ptrace", outcome((int)ptrace(PTRACE_TRACEME, 0, 0, 0)));
  WHEN("signal-parent", outcome(kill(getppid(), 0)));
  WHEN("signal-all", outcome(kill(-1, 0)));
  WHEN("signal-self", outcome(kill(getpid(), 0)));
  WHEN("mount", outcome(mount("none", "/mnt", "tmpfs", 0, NULL)));
  WHEN("clock", outcome(settimeofday(&(struct timeval){0}, NULL)));
  WHEN("thread", thread());
  WHEN("shorten", opened(open(path, O_WRONLY | O_TRUNC)));
  WHEN("own-limit", limit(0, false));
  WHEN("limit-parent", limit(getppid(), false));
  WHEN("lift", limit(0, true));
  WHEN("own-rank", outcome(pthread_setschedparam(pthread_self(), SCHED_OTHER, &(struct sched_param){0})));
  WHEN("thread-rank", ranked_thread());
  WHEN("rank-parent", outcome(sched_setscheduler(getppid(), SCHED_BATCH, &(struct sched_param){0})));
  WHEN("lock", locked());
  WHEN("terminal", isatty(0) || errno == ENOTTY || errno == EACCES ? 0 : errno);
  WHEN("type", outcome(ioctl(0, TIOCSTI, "x")));
  WHEN("memory", shared_memory());
  WHEN("deaf", deaf_thread());
  WHEN("unknown", syscall(1000) < 0 ? errno : 0);
  return -1;
}
