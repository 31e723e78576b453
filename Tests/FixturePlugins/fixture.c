// SPDX-License-Identifier: Apache-2.0
// Plugins of our own for what no plugin of Debian exercises. Each does one thing that a host must
// get right.
#include "fixture.h"

float *fixture_samples(struct fixture *me, int port) { return me->port[port]; }

uint32_t fixture_urid(struct fixture *me, const char *uri) { return me->map->map(me->map->handle, uri); }

const LV2_Feature *fixture_feature(const LV2_Feature *const *features, const char *uri)
{
  for (; *features; ++features)
    if (strcmp((*features)->URI, uri) == 0) return *features;
  return NULL;
}

static const void *data(const LV2_Feature *const *features, const char *uri)
{
  const LV2_Feature *feature = fixture_feature(features, uri);
  return feature ? feature->data : NULL;
}

LV2_Handle fixture_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  struct fixture *me = calloc(1, sizeof *me);
  me->map = (LV2_URID_Map *)data(features, LV2_URID__map);
  me->unmap = data(features, LV2_URID__unmap);
  me->schedule = data(features, LV2_WORKER__schedule);
  me->resize = data(features, LV2_RESIZE_PORT__resize);
  me->make_path = data(features, LV2_STATE__makePath);
  const LV2_Options_Option *option = data(features, LV2_OPTIONS__options);
  for (; option && option->key; ++option) {
    if (option->key == fixture_urid(me, "http://lv2plug.in/ns/ext/buf-size#nominalBlockLength")) me->nominal = *(const int *)option->value;
    if (option->key == fixture_urid(me, "http://lv2plug.in/ns/ext/buf-size#maxBlockLength")) me->maximum = *(const int *)option->value;
  }
  return me;
}

void fixture_connect(LV2_Handle handle, uint32_t port, void *data)
{
  if (port < PORTS) ((struct fixture *)handle)->port[port] = data;
}

void fixture_cleanup(LV2_Handle handle)
{
  free(((struct fixture *)handle)->path);
  free(handle);
}

uint32_t fixture_open(struct fixture *me, LV2_Atom_Sequence *out)
{
  uint32_t capacity = out->atom.size + sizeof out->atom;
  out->atom.type = fixture_urid(me, LV2_ATOM__Sequence);
  out->atom.size = sizeof out->body;
  out->body.unit = out->body.pad = 0;
  return capacity;
}

bool fixture_append(struct fixture *me, LV2_Atom_Sequence *out, uint32_t capacity, int64_t frame, uint32_t type, uint32_t size, const void *body)
{
  uint32_t padded = (sizeof(LV2_Atom_Event) + size + 7) / 8 * 8;
  if (sizeof out->atom + out->atom.size + padded > capacity) return false;
  LV2_Atom_Event *event = (LV2_Atom_Event *)((char *)out + sizeof out->atom + out->atom.size);
  event->time.frames = frame;
  event->body.size = size;
  event->body.type = type;
  memcpy(event + 1, body, size);
  out->atom.size += padded;
  return true;
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index)
{
  const LV2_Descriptor *const *all[] = {block_fixtures, event_fixtures, state_fixtures, rude_fixtures, port_fixtures,
                                            worker_fixtures, mode_fixtures, text_fixtures, heap_fixtures, meddling_fixtures, late_fixtures};
  for (size_t group = 0; group < sizeof all / sizeof *all; ++group)
    for (const LV2_Descriptor *const *next = all[group]; *next; ++next)
      if (index-- == 0) return *next;
  return hostile_fixture(index);
}
