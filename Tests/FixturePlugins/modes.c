// SPDX-License-Identifier: Apache-2.0
// A plugin that leaves the floating-point unit in a mode of its own wherever it is called, and
// tells whether it was called in the standard one. Ports: 0 in, 1 out, 2 calls so far in another
// mode, 3 asks its worker when above 0.
#include "fixture.h"
#include <fenv.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

// Calls in another mode that belong to no instance.
static atomic_int strays;

// Every call finds the usual rounding, and inside run denormals that count as zero.
static void enter(struct fixture *me, bool inside_run)
{
  bool stray = fegetround() != FE_TONEAREST;
#if defined(__SSE__)
  stray = stray || (inside_run && (_mm_getcsr() & 0x8040) != 0x8040);
#endif
  if (stray) atomic_fetch_add(me ? &me->overlaps : &strays, 1);
}

// Rounds upwards, keeps denormals, and lets an underflow raise a signal.
static void leave(void)
{
  fesetround(FE_UPWARD);
#if defined(__SSE__)
  _mm_setcsr(_mm_getcsr() & ~0x8840u);
#endif
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  enter(NULL, false);
  LV2_Handle handle = fixture_instantiate(descriptor, rate, bundle, features);
  leave();
  return handle;
}

static void connect(LV2_Handle handle, uint32_t port, void *data)
{
  // lilv connects ports to nothing as soon as there is an instance.
  if (data) enter(handle, false);
  fixture_connect(handle, port, data);
  leave();
}

static void toggle(LV2_Handle handle)
{
  enter(handle, false);
  leave();
}

static void run(LV2_Handle handle, uint32_t frames)
{
  enter(handle, true);
  struct fixture *me = handle;
  memcpy(me->port[1], me->port[0], frames * sizeof(float));
  int request = 1;
  if (*fixture_samples(me, 3) > 0) me->schedule->schedule_work(me->schedule->handle, sizeof request, &request);
  *fixture_samples(me, 2) = atomic_load(&strays) + atomic_load(&me->overlaps);
  leave();
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
  enter(handle, false);
  respond(to, size, data);
  leave();
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status answer(LV2_Handle handle, uint32_t size, const void *data)
{
  enter(handle, true);
  leave();
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status end_run(LV2_Handle handle)
{
  enter(handle, true);
  leave();
  return LV2_WORKER_SUCCESS;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  enter(handle, false);
  leave();
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  enter(handle, false);
  leave();
  return LV2_STATE_SUCCESS;
}

static uint32_t options(LV2_Handle handle, const LV2_Options_Option *option)
{
  enter(handle, false);
  leave();
  return LV2_OPTIONS_SUCCESS;
}

static uint32_t get_options(LV2_Handle handle, LV2_Options_Option *option) { return options(handle, option); }

static void cleanup(LV2_Handle handle)
{
  enter(handle, false);
  fixture_cleanup(handle);
  leave();
}

static const void *extension(const char *uri)
{
  static const LV2_Worker_Interface worker = {work, answer, end_run};
  static const LV2_State_Interface state = {save, restore};
  static const LV2_Options_Interface option = {get_options, options};
  // Where lilv asks for a function and calls it, the host can't restore the mode in between.
  enter(NULL, false);
  if (strcmp(uri, LV2_WORKER__interface) == 0) return &worker;
  if (strcmp(uri, LV2_STATE__interface) == 0) return &state;
  return strcmp(uri, LV2_OPTIONS__interface) == 0 ? &option : NULL;
}

static const LV2_Descriptor rounding = {FIXTURE "rounding", instantiate, connect, toggle, run, toggle, cleanup, extension};
const LV2_Descriptor *const mode_fixtures[] = {&rounding, NULL};
