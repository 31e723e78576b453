// SPDX-License-Identifier: Apache-2.0
// Plugins that talk: several event ports, the event ports of old, time, resize-port, workers that
// answer out of order.
#include "fixture.h"
#include <unistd.h>

// Ports: 0, 1 event inputs, 2, 3 event outputs. Events of input 0 leave by output 2, those of input
// 1 by output 3, last event first.
static void run_echo(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  for (int side = 0; side < 2; ++side) {
    const LV2_Atom_Sequence *in = me->port[side];
    LV2_Atom_Sequence *out = me->port[2 + side];
    uint32_t capacity = fixture_open(me, out);
    const LV2_Atom_Event *events[256];
    int count = 0;
    const char *end = (const char *)&in->body + in->atom.size;
    for (const char *next = (const char *)(&in->body + 1); next < end && count < 256;) {
      const LV2_Atom_Event *event = (const LV2_Atom_Event *)next;
      events[count++] = event;
      next += (sizeof *event + event->body.size + 7) / 8 * 8;
    }
    while (count-- > 0)
      fixture_append(me, out, capacity, events[count]->time.frames, events[count]->body.type, events[count]->body.size, events[count] + 1);
  }
}

// The event buffer of old.
struct old_buffer {
  uint8_t *data;
  uint16_t header_size, stamp_type;
  uint32_t event_count, capacity, size;
};
struct old_event {
  uint32_t frames, subframes;
  uint16_t type, size;
};

// Ports: 0 old input, 1 old output, 2 how many events, 3 the frame of the last one. Type 0 would be
// a reference.
static void run_old(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  const struct old_buffer *in = me->port[0];
  struct old_buffer *out = me->port[1];
  for (uint32_t at = 0; at < in->size;) {
    const struct old_event *event = (const struct old_event *)(in->data + at);
    uint32_t size = (sizeof *event + event->size + 7) / 8 * 8;
    *fixture_samples(me, 2) = ++me->count;
    *fixture_samples(me, 3) = event->frames;
    memcpy(out->data + at, event, size);
    at += size;
  }
  out->event_count = in->event_count;
  out->size = in->size;
}

struct old_map {
  void *owner;
  uint32_t (*uri_to_id)(void *owner, const char *map, const char *uri);
};

static LV2_Handle instantiate_old(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  const LV2_Feature *map = fixture_feature(features, "http://lv2plug.in/ns/ext/uri-map");
  const LV2_Feature *event = fixture_feature(features, "http://lv2plug.in/ns/ext/event");
  if (!map || !event || !event->data) return NULL;
  const struct old_map *old = map->data;
  uint32_t type = old->uri_to_id(old->owner, "http://lv2plug.in/ns/ext/event", LV2_MIDI__MidiEvent);
  return type > 0 && type < 65536 ? fixture_instantiate(descriptor, rate, bundle, features) : NULL;
}

// Ports: 0 event output, 1 the host's answer. Wants 100,000 bytes for an event of 90,000.
static void run_resize(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  LV2_Atom_Sequence *out = me->port[0];
  uint32_t capacity = fixture_open(me, out);
  static const uint8_t body[50000];
  *fixture_samples(me, 1) = -1;
  if (me->resize && me->resize->resize(me->resize->data, 0, 1u << 30) == LV2_RESIZE_PORT_SUCCESS) return;
  if (me->resize && me->resize->resize(me->resize->data, 0, 100000) == LV2_RESIZE_PORT_SUCCESS) capacity = 100000;
  if (fixture_append(me, out, capacity, 0, fixture_urid(me, FIXTURE "big"), sizeof body, body)) *fixture_samples(me, 1) = capacity;
}

// Ports: 0 event input with time:Position, 1 how many positions, 2 the last frame, 3 the last
// tempo, 4 tempo, 5 trigger in, 6 trigger seen.
static void run_time(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  const LV2_Atom_Sequence *in = me->port[0];
  const char *end = (const char *)&in->body + in->atom.size;
  for (const char *next = (const char *)(&in->body + 1); next < end;) {
    const LV2_Atom_Event *event = (const LV2_Atom_Event *)next;
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    next += (sizeof *event + event->body.size + 7) / 8 * 8;
    if (object->body.otype != fixture_urid(me, LV2_TIME__Position)) continue;
    *fixture_samples(me, 1) = ++me->count;
    const char *last = (const char *)&object->body + object->atom.size;
    for (const char *at = (const char *)(&object->body + 1); at < last;) {
      const LV2_Atom_Property_Body *property = (const LV2_Atom_Property_Body *)at;
      if (property->key == fixture_urid(me, LV2_TIME__frame)) *fixture_samples(me, 2) = ((const LV2_Atom_Long *)&property->value)->body;
      if (property->key == fixture_urid(me, LV2_TIME__beatsPerMinute)) *fixture_samples(me, 3) = ((const LV2_Atom_Float *)&property->value)->body;
      at += (sizeof *property + property->value.size + 7) / 8 * 8;
    }
  }
  if (*fixture_samples(me, 5) > 0) ++me->value;
  *fixture_samples(me, 6) = me->value;
}

// Ports: 0 ask (0 or 1), 1 the answers in their order as decimal digits, 2 how often end_run came.
// Asks for 1 and 2 at once; the worker keeps 1 back until it has answered 2. A request of 9 makes
// the worker sleep until port 0 has another value.
static void run_worker(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  int ask = *fixture_samples(me, 0);
  atomic_store(&me->busy, ask == 9);
  for (int request = 1; ask == 1 && request <= 2; ++request) me->schedule->schedule_work(me->schedule->handle, sizeof request, &request);
  if (ask == 9) me->schedule->schedule_work(me->schedule->handle, sizeof ask, &ask);
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  int request = *(const int *)data, first = 1;
  if (request == 2) {
    respond(to, sizeof request, &request);
    respond(to, sizeof first, &first);
  }
  if (request == 9) {
    while (atomic_load(&((struct fixture *)handle)->busy)) usleep(1000);
    respond(to, sizeof request, &request);
  }
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status answer(LV2_Handle handle, uint32_t size, const void *data)
{
  struct fixture *me = handle;
  me->value = me->value * 10 + *(const int *)data;
  *fixture_samples(me, 1) = me->value;
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status end_run(LV2_Handle handle)
{
  struct fixture *me = handle;
  *fixture_samples(me, 2) = ++me->count;
  return LV2_WORKER_SUCCESS;
}

static const void *worker_data(const char *uri)
{
  static const LV2_Worker_Interface interface = {work, answer, end_run};
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &interface : NULL;
}

#define PLUGIN(name, uri, make, run, data) \
  static const LV2_Descriptor name = {FIXTURE uri, make, fixture_connect, NULL, run, NULL, fixture_cleanup, data}
PLUGIN(echo, "echo", fixture_instantiate, run_echo, NULL);
PLUGIN(fixed_echo, "fixed-echo", fixture_instantiate, run_echo, NULL);
PLUGIN(old, "old-events", instantiate_old, run_old, NULL);
PLUGIN(resize, "resize", fixture_instantiate, run_resize, NULL);
PLUGIN(time, "time", fixture_instantiate, run_time, NULL);
PLUGIN(worker, "worker", fixture_instantiate, run_worker, worker_data);
const LV2_Descriptor *const event_fixtures[] = {&echo, &fixed_echo, &old, &resize, &time, &worker, NULL};
