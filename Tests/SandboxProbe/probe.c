// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "SandboxProbe.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
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

// As the worker of a plugin would.
static int write_on_thread(const char *path)
{
  pthread_t id;
  void *code = NULL;
  if (pthread_create(&id, NULL, write_elsewhere, (void *)path) != 0) return errno;
  pthread_join(id, &code);
  return (int)(long)code;
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
  return -1;
}
