// SPDX-License-Identifier: Apache-2.0
// What the fixture plugins share: an instance with its ports and the host's features.
#pragma once
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIXTURE "urn:tarmac:fixture:"
#define PORTS 24

/// One instance of any fixture.
struct fixture {
  void *port[PORTS];
  LV2_URID_Map *map;
  const LV2_URID_Unmap *unmap;
  const LV2_Worker_Schedule *schedule;
  const LV2_Resize_Port_Resize *resize;
  const LV2_State_Make_Path *make_path;
  int nominal;
  int maximum;
  int count;
  _Atomic float value;
  char *path;
  atomic_int busy;
  atomic_int overlaps;
};

float *fixture_samples(struct fixture *me, int port);
uint32_t fixture_urid(struct fixture *me, const char *uri);
LV2_Handle fixture_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features);
void fixture_connect(LV2_Handle handle, uint32_t port, void *data);
void fixture_cleanup(LV2_Handle handle);
const LV2_Feature *fixture_feature(const LV2_Feature *const *features, const char *uri);

/// Appends an event to an atom output; returns whether it fits into `capacity` bytes.
bool fixture_append(struct fixture *me, LV2_Atom_Sequence *out, uint32_t capacity, int64_t frame, uint32_t type, uint32_t size, const void *body);
/// Empties an atom output and returns how many bytes it may have, header included.
uint32_t fixture_open(struct fixture *me, LV2_Atom_Sequence *out);

extern const LV2_Descriptor *const block_fixtures[], *const event_fixtures[], *const state_fixtures[], *const rude_fixtures[], *const port_fixtures[];
extern const LV2_Descriptor *const worker_fixtures[], *const mode_fixtures[], *const text_fixtures[];
extern const LV2_Descriptor *const heap_fixtures[], *const meddling_fixtures[], *const late_fixtures[];
extern const LV2_Descriptor probe_fixture, jack_fixture;

/// The hostile plugin with this number, and the probe behind the last one; `NULL` when there is
/// none.
const LV2_Descriptor *hostile_fixture(uint32_t index);
