// SPDX-License-Identifier: Apache-2.0
// Plugins that misbehave when their control (port 2) is above 0. Ports: 0 in, 1 out, 3 event
// output.
#include "fixture.h"
#include <math.h>
#include <signal.h>
#include <unistd.h>

static bool pass(struct fixture *me, uint32_t frames)
{
  memcpy(me->port[1], me->port[0], frames * sizeof(float));
  return *fixture_samples(me, 2) > 0;
}

static void run_nan(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  if (pass(me, frames) && frames > 0) fixture_samples(me, 1)[frames / 2] = *fixture_samples(me, 2) > 1 ? INFINITY : NAN;
}

static void run_sleep(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  if (pass(me, frames)) usleep((useconds_t)(*fixture_samples(me, 2) * 1000));
}

// Port 2: 1 makes a bad access, 2 an abort, 3 an endless loop.
static void run_crash(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  if (!pass(me, frames)) return;
  int how = *fixture_samples(me, 2);
  if (how == 1) raise(SIGSEGV);
  if (how == 2) abort();
  while (how == 3) usleep(1);
}

// Ports: 0 in, 1 out, 2 what to do once (1 writes to nowhere, 2 aborts, 3 loops, 4 ends the
// process), 3 a level.
static void run_fragile(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  float level = *fixture_samples(me, 3);
  for (uint32_t frame = 0; frame < frames; ++frame) fixture_samples(me, 1)[frame] = fixture_samples(me, 0)[frame] * level;
  int how = *fixture_samples(me, 2);
  if (how == 1) *(volatile int *)16 = 1;
  if (how == 2) abort();
  for (volatile int turn = 0; how == 3; ++turn) continue;
  if (how == 4) _exit(3);
}

// Port 2: 1 writes behind its sequence, 2 says that its sequence is larger than it is, 3 that an
// event is, 4 puts two objects under one header.
static void run_overrun(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  bool rude = pass(me, frames);
  LV2_Atom_Sequence *out = me->port[3];
  uint32_t capacity = fixture_open(me, out);
  uint8_t note[3] = {0x90, 60, 100};
  uint32_t midi = fixture_urid(me, LV2_MIDI__MidiEvent);
  fixture_append(me, out, capacity, 0, midi, sizeof note, note);
  if (!rude) return;
  int how = *fixture_samples(me, 2);
  if (how == 1) memset((char *)out + capacity, 0x55, 100);
  if (how == 2) out->atom.size = capacity + 1000;
  fixture_append(me, out, capacity, frames > 1, midi, sizeof note, note);
  LV2_Atom_Event *second = (LV2_Atom_Event *)((char *)(&out->body + 1) + 24);
  if (how == 3) second->body.size = 4000000000u;
  if (how == 4) out->atom.size += 24;
}

#define PLUGIN(name, uri, run) \
  static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, NULL}
PLUGIN(not_a_number, "nan", run_nan);
PLUGIN(sleeper, "sleep", run_sleep);
PLUGIN(crasher, "crash", run_crash);
PLUGIN(fragile, "fragile", run_fragile);
PLUGIN(overrun, "overrun", run_overrun);
const LV2_Descriptor *const rude_fixtures[] = {&not_a_number, &sleeper, &crasher, &fragile, &overrun, NULL};
