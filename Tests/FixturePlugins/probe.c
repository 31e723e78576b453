// SPDX-License-Identifier: Apache-2.0
// Tries in instantiate what no plugin needs, and puts out the error numbers: 0 where it was
// allowed. Ports: 0 a file of the user written, 1 a socket, 2 fork, 3 execve, 4 ptrace, 5 chmod, 6
// a temporary file, 7 a file of the user read, 8 another thread, 9 a socket's name given by such a
// thread.
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 10 };

struct probe {
  struct fixture fixture;
  int results[TRIES];
};

static int opened(const char *variable, const char *name, int flags)
{
  char path[4096];
  const char *folder = getenv(variable);
  snprintf(path, sizeof path, "%s/%s", folder ? folder : "", name);
  int file = open(path, flags, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

static int socketed(void)
{
  int end = socket(AF_INET, SOCK_STREAM, 0);
  if (end < 0) return errno;
  close(end);
  return 0;
}

static int forked(void)
{
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  return 0;
}

static int executed(void)
{
  char *const words[] = {"true", NULL};
  execve("/nonexistent/true", words, NULL);
  return errno == ENOENT ? 0 : errno;
}

static int moded(void)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/song.txt", getenv("HOME") ? getenv("HOME") : "");
  return chmod(path, 0777) < 0 ? errno : 0;
}

static void *nothing(void *argument) { return argument; }

static void *bind_nothing(void *argument) { return (void *)(long)(bind(-1, NULL, 0) < 0 ? errno : 0); }

static int threaded(void *(*body)(void *))
{
  pthread_t thread;
  void *result = NULL;
  int code = pthread_create(&thread, NULL, body, NULL);
  if (code == 0) pthread_join(thread, &result);
  return code ? code : (int)(long)result;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  struct probe *me = realloc(fixture_instantiate(descriptor, rate, bundle, features), sizeof *me);
  const int results[TRIES] = {
    opened("HOME", "song.txt", O_WRONLY), socketed(), forked(), executed(),
    ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 ? errno : 0, moded(), opened("TMPDIR", "note", O_WRONLY | O_CREAT),
    opened("HOME", "song.txt", O_RDONLY), threaded(nothing), threaded(bind_nothing),
  };
  memcpy(me->results, results, sizeof results);
  return me;
}

static void run(LV2_Handle handle, uint32_t frames)
{
  struct probe *me = handle;
  for (int port = 0; port < TRIES; ++port)
    if (me->fixture.port[port]) *fixture_samples(&me->fixture, port) = me->results[port];
}

const LV2_Descriptor probe_fixture = {FIXTURE "probe", instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, NULL};
