// SPDX-License-Identifier: Apache-2.0
// Plugins that misbehave in one call each: urn:tarmac:fixture:hostile:CALL:HOW. Ports: 0 in, 1 out,
// 2 armed: above 0, run, work, work_response and end_run misbehave; all other calls always do.
#include "fixture.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const calls[] = {"instantiate", "activate", "connect_port", "run", "work", "work_response",
                                    "end_run", "save", "restore", "extension_data", "deactivate", "cleanup"};
static const char *const ways[] = {"crash", "abort", "hang", "spin", "exit", "quit", "leak", "lie", "flood", "fork", "litter", "wait", "scribble"};
enum { CALLS = sizeof calls / sizeof *calls, WAYS = sizeof ways / sizeof *ways };

struct hostile {
  struct fixture fixture;
  const char *call, *way;
};

// Leaves one child that outlives its parent in a session of its own; only the kill of all
// descendants ends it.
static void leave_a_child(void)
{
  static bool has_one;
  if (has_one) return;
  has_one = true;
  pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {
    setsid();
    execlp("sleep", "sleep", "86399.25", NULL);
    _exit(1);
  }
}

// Says that it waits, and waits until a test writes the file "door".
static void wait_for_the_door(void)
{
  char waits[512], door[512];
  const char *folder = getenv("XDG_RUNTIME_DIR");
  snprintf(waits, sizeof waits, "%s/waits", folder ? folder : "/tmp");
  snprintf(door, sizeof door, "%s/door", folder ? folder : "/tmp");
  FILE *file = fopen(waits, "w");
  if (file) fclose(file);
  while (access(door, F_OK) != 0) usleep(1000);
}

// Writes again and again over the memory that the process shares with the rig for its blocks, while
// others use it: with any bits, or with small numbers, which could be lists of messages. It writes
// the words at the head only now and then, so that blocks go on.
static void *scribble(void *nothing)
{
  uint64_t *start = NULL, *end = NULL, state = 1;
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "memfd:tarmac-relay")) sscanf(line, "%p-%p", (void **)&start, (void **)&end);
  if (maps) fclose(maps);
  for (unsigned turn = 0; start; ++turn) {
    uint64_t mask = turn & 1 ? UINT64_MAX : 0x00000007000001ff;
    for (uint64_t *word = start + (turn % 64 ? 32 : 0); word < end; ++word) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      *word = (state ^ state >> 32) & mask;
    }
    usleep(500);
  }
  return nothing;
}

static void start_scribbling(void)
{
  static bool has_started;
  pthread_t thread;
  if (!has_started && pthread_create(&thread, NULL, scribble, NULL) == 0) pthread_detach(thread);
  has_started = true;
}

static void misbehave(const char *way)
{
  if (strcmp(way, "scribble") == 0) start_scribbling();
  if (strcmp(way, "wait") == 0) wait_for_the_door();
  if (strcmp(way, "crash") == 0) *(volatile int *)16 = 1;
  if (strcmp(way, "abort") == 0) abort();
  while (strcmp(way, "hang") == 0) pause();
  for (volatile int turn = 0; strcmp(way, "spin") == 0; turn = 1) continue;
  if (strcmp(way, "exit") == 0) exit(0);
  if (strcmp(way, "quit") == 0) _exit(0);
  enum { leak = 16 << 20 };
  // Volatile, so that the compiler does not leave out an unused allocation.
  static void *volatile leaked;
  if (strcmp(way, "leak") == 0) memset(leaked = malloc(leak), 1, leak);
  if (strcmp(way, "fork") == 0) leave_a_child();
  for (int line = 0; line < 200 && strcmp(way, "flood") == 0; ++line) fprintf(stderr, "flood %d\n", line);
}

// Misbehaves if this is the call; returns whether the call is to lie.
static bool enter(const struct hostile *me, const char *call)
{
  if (strcmp(me->call, call) != 0) return false;
  misbehave(me->way);
  const LV2_State_Make_Path *maker = me->fixture.make_path;
  if (strcmp(me->way, "litter") == 0 && maker) free(maker->path(maker->handle, "litter/file"));
  return strcmp(me->way, "lie") == 0;
}

static bool armed(struct hostile *me)
{
  return me->fixture.port[2] && *fixture_samples(&me->fixture, 2) > 0;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  static char names[2][32];
  struct hostile *me = realloc(fixture_instantiate(descriptor, rate, bundle, features), sizeof *me);
  sscanf(descriptor->URI, FIXTURE "hostile:%31[^:]:%31s", names[0], names[1]);
  for (int call = 0; call < CALLS; ++call)
    if (strcmp(calls[call], names[0]) == 0) me->call = calls[call];
  for (int way = 0; way < WAYS; ++way)
    if (strcmp(ways[way], names[1]) == 0) me->way = ways[way];
  return enter(me, "instantiate") ? NULL : me;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data)
{
  // lilv connects all ports to nothing first, inside of instantiate.
  if (data) enter(handle, "connect_port");
  fixture_connect(handle, port, data);
}

static void activate(LV2_Handle handle) { enter(handle, "activate"); }
static void deactivate(LV2_Handle handle) { enter(handle, "deactivate"); }

static void cleanup(LV2_Handle handle)
{
  enter(handle, "cleanup");
  fixture_cleanup(handle);
}

static void run(LV2_Handle handle, uint32_t frames)
{
  struct hostile *me = handle;
  memcpy(me->fixture.port[1], me->fixture.port[0], frames * sizeof(float));
  if (!armed(me)) return;
  if (me->fixture.schedule) me->fixture.schedule->schedule_work(me->fixture.schedule->handle, 4, "work");
  if (enter(me, "run") && frames > 0) fixture_samples(&me->fixture, 1)[0] = NAN;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  if (enter(handle, "work")) return (LV2_Worker_Status)77;
  return respond(to, size, data);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data)
{
  return armed(handle) && enter(handle, "work_response") ? (LV2_Worker_Status)77 : LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status end_run(LV2_Handle handle)
{
  return armed(handle) && enter(handle, "end_run") ? (LV2_Worker_Status)77 : LV2_WORKER_SUCCESS;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  return enter(handle, "save") ? (LV2_State_Status)77 : LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  return enter(handle, "restore") ? (LV2_State_Status)77 : LV2_STATE_SUCCESS;
}

static const LV2_Worker_Interface worker = {work, work_response, end_run};
static const LV2_State_Interface keeper = {save, restore};

static const void *interface_of(const char *uri)
{
  if (strcmp(uri, LV2_WORKER__interface) == 0) return &worker;
  return strcmp(uri, LV2_STATE__interface) == 0 ? &keeper : NULL;
}

// extension_data gets no handle: each of its ways is a function.
#define EXTENSION(way) static const void *extension_##way(const char *uri) { misbehave(#way); return interface_of(uri); }
EXTENSION(crash) EXTENSION(abort) EXTENSION(hang) EXTENSION(spin) EXTENSION(exit)
EXTENSION(quit) EXTENSION(leak) EXTENSION(flood) EXTENSION(fork) EXTENSION(litter) EXTENSION(wait)
static const void *extension_lie(const char *uri) { static const char nothing[64]; return nothing; }
static const void *(*const extensions[WAYS])(const char *) = {
  extension_crash, extension_abort, extension_hang, extension_spin, extension_exit,
  extension_quit, extension_leak, extension_lie, extension_flood, extension_fork, extension_litter, extension_wait};

const LV2_Descriptor *hostile_fixture(uint32_t index)
{
  static LV2_Descriptor all[CALLS * WAYS];
  static char uris[CALLS * WAYS][80];
  if (index == CALLS * WAYS) return &probe_fixture;
  if (index > CALLS * WAYS) return NULL;
  const char *call = calls[index / WAYS];
  snprintf(uris[index], sizeof *uris, FIXTURE "hostile:%s:%s", call, ways[index % WAYS]);
  bool extends = strcmp(call, "extension_data") == 0;
  all[index] = (LV2_Descriptor){uris[index], instantiate, connect_port, activate, run, deactivate, cleanup,
                                extends ? extensions[index % WAYS] : interface_of};
  return &all[index];
}
