// SPDX-License-Identifier: Apache-2.0
// Plugins with a parameter that is a text. Ports: 0 event input, 1 the length of the last text, 2
// how many came.
#include "fixture.h"

static void run(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  const LV2_Atom_Sequence *in = me->port[0];
  const char *end = (const char *)&in->body + in->atom.size;
  for (const char *next = (const char *)(&in->body + 1); next < end;) {
    const LV2_Atom_Event *event = (const LV2_Atom_Event *)next;
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    next += (sizeof *event + event->body.size + 7) / 8 * 8;
    if (object->body.otype != fixture_urid(me, "http://lv2plug.in/ns/ext/patch#Set")) continue;
    const char *last = (const char *)&object->body + object->atom.size;
    for (const char *at = (const char *)(&object->body + 1); at < last;) {
      const LV2_Atom_Property_Body *property = (const LV2_Atom_Property_Body *)at;
      if (property->value.type == fixture_urid(me, LV2_ATOM__String)) {
        me->value = strlen((const char *)(property + 1));
        ++me->count;
      }
      at += (sizeof *property + property->value.size + 7) / 8 * 8;
    }
  }
  *fixture_samples(me, 1) = me->value;
  *fixture_samples(me, 2) = me->count;
}

#define PLUGIN(name, uri) static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, NULL}
PLUGIN(text, "text");
PLUGIN(large_text, "large-text");
const LV2_Descriptor *const text_fixtures[] = {&text, &large_text, NULL};
