// SPDX-License-Identifier: Apache-2.0
// Plugins that are rude outside run: to their worker, to the thread that frees them, to what they
// share with one another.
#include "fixture.h"
#include <unistd.h>

// Ports: 0 ask, 1 the answers in their order as decimal digits. A request of n has its worker ask
// for n - 1, down to 1; a negative one has it ask for the same again, without end.
static void run_chain(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  int request = *fixture_samples(me, 0);
  if (request != 0 && request != me->count) me->schedule->schedule_work(me->schedule->handle, sizeof request, &request);
  me->count = request;
}

static LV2_Worker_Status work_chain(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  struct fixture *me = handle;
  int request = *(const int *)data, next = request < 0 ? request : request - 1;
  if (next != 0) me->schedule->schedule_work(me->schedule->handle, sizeof next, &next);
  return request > 0 ? respond(to, sizeof request, &request) : LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status answer_digit(LV2_Handle handle, uint32_t size, const void *data)
{
  struct fixture *me = handle;
  me->value = me->value * 10 + *(const int *)data;
  *fixture_samples(me, 1) = me->value;
  return LV2_WORKER_SUCCESS;
}

// Ports: 0 what never returns (1 work, 2 deactivate, 3 cleanup), 1 the same once that holds.
static void run_hung(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  int how = *fixture_samples(me, 0);
  if (how == 1 && me->count != 1) me->schedule->schedule_work(me->schedule->handle, sizeof how, &how);
  me->count = how;
  *fixture_samples(me, 1) = how == 1 ? atomic_load(&me->busy) : how;
}

static void hang(struct fixture *me, int how)
{
  while (me->count == how) pause();
}

static LV2_Worker_Status work_hung(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  atomic_store(&((struct fixture *)handle)->busy, 1);
  for (;;) pause();
  return LV2_WORKER_SUCCESS;
}

static void deactivate_hung(LV2_Handle handle) { hang(handle, 2); }

static void cleanup_hung(LV2_Handle handle)
{
  hang(handle, 3);
  fixture_cleanup(handle);
}

// Ports: 0 event output, 1 where the work of the first run was done: 1 inside run, 2 outside. Says
// a parameter in its first run.
static void run_first(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  atomic_store(&me->busy, 1);
  LV2_Atom_Sequence *out = me->port[0];
  uint32_t capacity = fixture_open(me, out);
  if (me->count++ == 0) {
    float value = 0.75f;
    uint32_t set[12] = {0, fixture_urid(me, "http://lv2plug.in/ns/ext/patch#Set"),
                        fixture_urid(me, "http://lv2plug.in/ns/ext/patch#property"), 0, 4, fixture_urid(me, LV2_ATOM__URID), fixture_urid(me, FIXTURE "level"), 0,
                        fixture_urid(me, "http://lv2plug.in/ns/ext/patch#value"), 0, 4, fixture_urid(me, LV2_ATOM__Float)};
    uint8_t body[56] = {0};
    memcpy(body, set, sizeof set);
    memcpy(body + sizeof set, &value, sizeof value);
    fixture_append(me, out, capacity, 0, fixture_urid(me, LV2_ATOM__Object), sizeof body, body);
    me->schedule->schedule_work(me->schedule->handle, sizeof me->count, &me->count);
  }
  *fixture_samples(me, 1) = me->value;
  atomic_store(&me->busy, 0);
}

static LV2_Worker_Status work_first(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  struct fixture *me = handle;
  me->value = atomic_load(&me->busy) ? 1 : 2;
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status ignore(LV2_Handle handle, uint32_t size, const void *data) { return LV2_WORKER_SUCCESS; }

// Port 0: how often two of its calls outside run met, in whatever instance; they share what may
// have one user at a time.
static atomic_int users, meetings;

static void use(void)
{
  if (atomic_fetch_add(&users, 1) > 0) atomic_fetch_add(&meetings, 1);
  usleep(2000);
  atomic_fetch_sub(&users, 1);
}

static void run_sharing(LV2_Handle handle, uint32_t frames) { *fixture_samples(handle, 0) = atomic_load(&meetings); }

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  use();
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  use();
  return LV2_STATE_SUCCESS;
}

static const void *chain_data(const char *uri)
{
  static const LV2_Worker_Interface interface = {work_chain, answer_digit, NULL};
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &interface : NULL;
}

static const void *hung_data(const char *uri)
{
  static const LV2_Worker_Interface interface = {work_hung, ignore, NULL};
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &interface : NULL;
}

static const void *first_data(const char *uri)
{
  static const LV2_Worker_Interface interface = {work_first, ignore, NULL};
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &interface : NULL;
}

static const void *sharing_data(const char *uri)
{
  static const LV2_State_Interface interface = {save, restore};
  return strcmp(uri, LV2_STATE__interface) == 0 ? &interface : NULL;
}

#define PLUGIN(name, uri, run, stop, end, data) \
  static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, stop, end, data}
PLUGIN(chain, "chain", run_chain, NULL, fixture_cleanup, chain_data);
PLUGIN(hung, "hung", run_hung, deactivate_hung, cleanup_hung, hung_data);
PLUGIN(first, "first-run", run_first, NULL, fixture_cleanup, first_data);
PLUGIN(sharing, "sharing", run_sharing, NULL, fixture_cleanup, sharing_data);
const LV2_Descriptor *const worker_fixtures[] = {&chain, &hung, &first, &sharing, NULL};
