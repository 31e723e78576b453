// SPDX-License-Identifier: Apache-2.0
// Plugins for kinds of port that no small plugin of Debian has: the whole transport, properties
// that are URIs, side chains, groups.
#include "fixture.h"

// Ports: 0 event input, 1 how often it ran, 2 how many events it was given.
static void run_coarse(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  const LV2_Atom_Sequence *in = me->port[0];
  const char *end = (const char *)&in->body + in->atom.size;
  if (frames > 0) *fixture_samples(me, 1) = ++me->count;
  for (const char *next = (const char *)(&in->body + 1); next < end;) {
    const LV2_Atom_Event *event = (const LV2_Atom_Event *)next;
    me->value = me->value + 1;
    next += (sizeof *event + event->body.size + 7) / 8 * 8;
  }
  *fixture_samples(me, 2) = me->value;
}

// Ports: 0 to 8 are designated for the transport, 9 to 17 repeat them.
static void run_clock(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  for (int port = 0; port < 9; ++port) *fixture_samples(me, 9 + port) = *fixture_samples(me, port);
}

// Ports: 0 messages in, 1 messages out. Answers each patch:Set with the same message, if it knows
// the property.
static void run_property(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  const LV2_Atom_Sequence *in = me->port[0];
  LV2_Atom_Sequence *out = me->port[1];
  uint32_t capacity = fixture_open(me, out);
  const char *end = (const char *)&in->body + in->atom.size;
  for (const char *next = (const char *)(&in->body + 1); next < end;) {
    const LV2_Atom_Event *event = (const LV2_Atom_Event *)next;
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    next += (sizeof *event + event->body.size + 7) / 8 * 8;
    if (object->body.otype != fixture_urid(me, "http://lv2plug.in/ns/ext/patch#Set")) continue;
    bool known = false;
    const char *last = (const char *)&object->body + object->atom.size;
    for (const char *at = (const char *)(&object->body + 1); at < last;) {
      const LV2_Atom_Property_Body *property = (const LV2_Atom_Property_Body *)at;
      if (property->value.type == fixture_urid(me, LV2_ATOM__URID) && property->key == fixture_urid(me, "http://lv2plug.in/ns/ext/patch#value")) {
        const char *uri = me->unmap ? me->unmap->unmap(me->unmap->handle, ((const LV2_Atom_URID *)&property->value)->body) : NULL;
        known = uri && strncmp(uri, FIXTURE, strlen(FIXTURE)) == 0;
      }
      if (property->value.type == fixture_urid(me, LV2_ATOM__URI)) known = true;
      at += (sizeof *property + property->value.size + 7) / 8 * 8;
    }
    if (known) fixture_append(me, out, capacity, event->time.frames, event->body.type, event->body.size, &object->body);
  }
}

// Ports: 0 right in, 1 left in, 2 key, 3 right out, 4 left out. The louder the key, the softer the
// sound.
static void run_ducker(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  for (uint32_t frame = 0; frame < frames; ++frame) {
    float gain = 1 - fixture_samples(me, 2)[frame];
    fixture_samples(me, 3)[frame] = fixture_samples(me, 0)[frame] * gain;
    fixture_samples(me, 4)[frame] = fixture_samples(me, 1)[frame] * gain;
  }
}

static void pass(struct fixture *me, int channels, uint32_t frames)
{
  for (int port = 0; port < channels; ++port) memcpy(me->port[channels + port], me->port[port], frames * sizeof(float));
}

// Ports: 0 to 5 in, 6 to 11 out.
static void run_surround(LV2_Handle handle, uint32_t frames) { pass(handle, 6, frames); }

// Ports: 0 to 3 in, 4 to 7 out.
static void run_sphere(LV2_Handle handle, uint32_t frames) { pass(handle, 4, frames); }

#define PLUGIN(name, uri, run) \
  static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, NULL}
PLUGIN(coarse, "coarse", run_coarse);
PLUGIN(transport, "clock", run_clock);
PLUGIN(property, "property", run_property);
PLUGIN(ducker, "ducker", run_ducker);
PLUGIN(surround, "surround", run_surround);
PLUGIN(sphere, "sphere", run_sphere);
const LV2_Descriptor *const port_fixtures[] = {&coarse, &transport, &property, &ducker, &surround, &sphere, NULL};
