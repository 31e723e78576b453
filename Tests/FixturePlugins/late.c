// SPDX-License-Identifier: Apache-2.0
// A plugin that delays its input by as many frames as port 2 says, and reports that latency.
#include "fixture.h"

enum { LATE_KEPT = 16384 };

struct late {
  struct fixture fixture;
  uint32_t position;
  float past[LATE_KEPT];
};

static LV2_Handle make_late(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  return calloc(1, sizeof(struct late));
}

// Ports: 0 in, 1 out, 2 by how many frames, 3 its latency.
static void run_late(LV2_Handle handle, uint32_t frames)
{
  struct late *me = handle;
  const float *in = fixture_samples(&me->fixture, 0);
  float *out = fixture_samples(&me->fixture, 1);
  uint32_t delay = (uint32_t)*fixture_samples(&me->fixture, 2) % LATE_KEPT;
  for (uint32_t frame = 0; frame < frames; ++frame, ++me->position) {
    me->past[me->position % LATE_KEPT] = in[frame];
    out[frame] = me->past[(me->position - delay) % LATE_KEPT];
  }
  *fixture_samples(&me->fixture, 3) = (float)delay;
}

static const LV2_Descriptor late = {FIXTURE "late", make_late, fixture_connect, NULL, run_late, NULL, fixture_cleanup, NULL};
const LV2_Descriptor *const late_fixtures[] = {&late, NULL};
