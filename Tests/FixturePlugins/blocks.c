// SPDX-License-Identifier: Apache-2.0
// Plugins that are particular about their blocks and values. Ports: 0 in, 1 out, 2 how many runs
// were wrong, 3 a control.
#include "fixture.h"

static void pass(struct fixture *me, uint32_t frames, bool wrong)
{
  memcpy(me->port[1], me->port[0], frames * sizeof(float));
  if (wrong) ++me->count;
  *fixture_samples(me, 2) = me->count;
}

static void run_fixed(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  pass(me, frames, (int)frames != me->nominal || me->nominal != me->maximum);
}

static void run_power(LV2_Handle handle, uint32_t frames)
{
  pass(handle, frames, frames == 0 || (frames & (frames - 1)) != 0);
}

static void run_bounded(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  pass(me, frames, (int)frames > me->maximum || me->port[0] == me->port[1]);
}

static void run_nominal(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  pass(me, frames, (int)frames > me->nominal);
}

// The control's value is what is heard.
static void run_values(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  for (uint32_t frame = 0; frame < frames; ++frame) fixture_samples(me, 1)[frame] = *fixture_samples(me, 3);
  *fixture_samples(me, 2) = me->nominal;
}

static uint32_t get(LV2_Handle handle, LV2_Options_Option *options) { return LV2_OPTIONS_ERR_UNKNOWN; }

static uint32_t set(LV2_Handle handle, const LV2_Options_Option *option)
{
  struct fixture *me = handle;
  for (; option->key; ++option)
    if (option->key == fixture_urid(me, "http://lv2plug.in/ns/ext/buf-size#nominalBlockLength")) me->nominal = *(const int *)option->value;
  return LV2_OPTIONS_SUCCESS;
}

static const void *options(const char *uri)
{
  static const LV2_Options_Interface interface = {get, set};
  return strcmp(uri, LV2_OPTIONS__interface) == 0 ? &interface : NULL;
}

#define PLUGIN(name, uri, run, data) \
  static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, data}
PLUGIN(fixed, "fixed", run_fixed, NULL);
PLUGIN(power, "power", run_power, NULL);
PLUGIN(fixed_power, "fixed-power", run_fixed, NULL);
PLUGIN(bounded, "bounded", run_bounded, NULL);
PLUGIN(nominal, "nominal", run_nominal, options);
PLUGIN(values, "values", run_values, options);
const LV2_Descriptor *const block_fixtures[] = {&fixed, &power, &fixed_power, &bounded, &nominal, &values, NULL};
