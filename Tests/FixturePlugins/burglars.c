// SPDX-License-Identifier: Apache-2.0
// A plugin that tries to speak with the JACK server: by its library, on its sockets, through its
// shared memory. The file "targets" in its bundle names the parts of the server: the server's name,
// its process, and paths, one a line. Ports: 0 what the plugin is to do, 1 a connection to one of
// the server's sockets, 2 a client of the server, 3 shared memory of the server opened for writing,
// 4 the server reached as a process, 5 whether all of that is done. Ports 1 to 4 carry error
// numbers, 0 where the attempt succeeded.
#define _GNU_SOURCE
#include "fixture.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { LOOKS = 1, DESTROYS = 2 };
enum { CONNECTED, CLIENT, MEMORY, REACHED, DONE, RESULTS };

struct burglar {
  struct fixture fixture;
  char targets[4096];
  atomic_int order, results[RESULTS], ends;
  pthread_t thread;
};

static int connected(const char *path)
{
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
  int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (end < 0) return errno;
  int code = connect(end, (struct sockaddr *)&name, sizeof name) == 0 ? 0 : errno;
  close(end);
  return code;
}

static int opened(const char *path, int order)
{
  int file = open(path, O_RDWR | O_CLOEXEC), code = file < 0 ? errno : 0;
  if (order == DESTROYS) {
    char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) memset(bytes, 0xff, 64);
    if (unlink(path) == 0 || truncate(path, 0) == 0 || rename(path, "/dev/shm/burgled") == 0) code = 0;
  }
  if (file >= 0) close(file);
  return code;
}

// The library that the program itself links to.
static int client_opened(const char *server)
{
  void *library = dlopen("libjack.so.0", RTLD_NOW);
  void *(*open_client)(const char *, int, int *, ...) = library ? dlsym(library, "jack_client_open") : NULL;
  void *(*add_port)(void *, const char *, const char *, unsigned long, unsigned long) = library ? dlsym(library, "jack_port_register") : NULL;
  int (*activate)(void *) = library ? dlsym(library, "jack_activate") : NULL;
  if (!open_client || !add_port || !activate) return ENOENT;
  enum { NO_START = 1, BY_NAME = 4, OUTPUT = 2 };
  int status = 0;
  void *client = open_client("burglar", NO_START | BY_NAME, &status, server);
  if (!client) return ECONNREFUSED;
  return add_port(client, "out", "32 bit float mono audio", OUTPUT, 0) && activate(client) == 0 ? 0 : EIO;
}

static int reached(pid_t server, int order)
{
  unsigned long value = 0;
  struct iovec own = {&value, sizeof value}, other = {(void *)0x1000, sizeof value};
  if (process_vm_readv(server, &own, 1, &other, 1, 0) >= 0 || errno == EFAULT) return 0;
  return kill(server, order == DESTROYS ? SIGKILL : 0) == 0 ? 0 : errno;
}

// The better of two outcomes for the intruder.
static int better(int one, int other) { return one == 0 || other == 0 ? 0 : other; }

static void burgle(struct burglar *me, int order)
{
  int results[RESULTS] = {ENOENT, ENOENT, ENOENT, ENOENT, 0};
  char text[8192], *rest = text, server[128] = "", path[256];
  int file = open(me->targets, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  text[length < 0 ? 0 : length] = 0;
  close(file);
  int process = 0, used = 0;
  if (sscanf(rest, "%127s %d%n", server, &process, &used) < 2) return;
  for (rest += used; sscanf(rest, " %255[^\n]%n", path, &used) == 1; rest += used) {
    results[CONNECTED] = better(results[CONNECTED], connected(path));
    results[MEMORY] = better(results[MEMORY], opened(path, order));
  }
  results[CLIENT] = client_opened(server);
  results[REACHED] = reached(process, order);
  results[DONE] = order;
  for (int index = 0; index < RESULTS; ++index) me->results[index] = results[index];
}

static void *wait_for_orders(void *handle)
{
  struct burglar *me = handle;
  for (int last = 0; !me->ends; usleep(5000)) {
    int order = me->order;
    if (order > last) burgle(me, order);
    last = order;
  }
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  struct burglar *me = calloc(1, sizeof *me);
  void *fixture = fixture_instantiate(descriptor, rate, bundle, features);
  memcpy(&me->fixture, fixture, sizeof me->fixture);
  free(fixture);
  snprintf(me->targets, sizeof me->targets, "%s/targets", bundle);
  pthread_create(&me->thread, NULL, wait_for_orders, me);
  return me;
}

static void run(LV2_Handle handle, uint32_t frames)
{
  struct burglar *me = handle;
  me->order = (int)*fixture_samples(&me->fixture, 0);
  for (int index = 0; index < RESULTS; ++index) *fixture_samples(&me->fixture, index + 1) = me->results[index];
}

static void cleanup(LV2_Handle handle)
{
  struct burglar *me = handle;
  me->ends = 1;
  pthread_join(me->thread, NULL);
  fixture_cleanup(me);
}

const LV2_Descriptor jack_fixture = {FIXTURE "jack", instantiate, fixture_connect, NULL, run, NULL, cleanup, NULL};
