// SPDX-License-Identifier: Apache-2.0
// A plugin that reports how much of its process's heap is in use. It asks the C library, so it is
// for tests only.
#include "fixture.h"
#include <malloc.h>

// Ports: 0 out, 1 kilobytes of all blocks that have been allocated and not freed.
static void run_heap(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  memset(me->port[0], 0, frames * sizeof(float));
  struct mallinfo2 info = mallinfo2();
  *fixture_samples(me, 1) = (float)((info.uordblks + info.hblkhd) / 1024);
}

static const LV2_Descriptor heap = {FIXTURE "heap", fixture_instantiate, fixture_connect, NULL, run_heap, NULL, fixture_cleanup, NULL};
const LV2_Descriptor *const heap_fixtures[] = {&heap, NULL};
