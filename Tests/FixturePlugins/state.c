// SPDX-License-Identifier: Apache-2.0
// Plugins with a state of their own. Ports: 0 the value, read, 1 how often run and restore met, 2
// new value.
#include "fixture.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  if (atomic_exchange(&me->busy, 1)) atomic_fetch_add(&me->overlaps, 1);
  if (*fixture_samples(me, 2) != 0) me->value = *fixture_samples(me, 2);
  *fixture_samples(me, 0) = me->value;
  *fixture_samples(me, 1) = atomic_load(&me->overlaps);
  atomic_store(&me->busy, 0);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct fixture *me = handle;
  uint32_t kind = fixture_urid(me, FIXTURE "kind"), vector[] = {4, fixture_urid(me, LV2_ATOM__Int), 1, 2, 3};
  flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  float number = me->value;
  store(state, fixture_urid(me, FIXTURE "number"), &number, 4, fixture_urid(me, LV2_ATOM__Float), flags);
  store(state, fixture_urid(me, FIXTURE "urid"), &kind, 4, fixture_urid(me, LV2_ATOM__URID), flags);
  store(state, fixture_urid(me, FIXTURE "vector"), vector, sizeof vector, fixture_urid(me, LV2_ATOM__Vector), flags);
  const LV2_Feature *map = fixture_feature(features, LV2_STATE__mapPath), *make = fixture_feature(features, LV2_STATE__makePath);
  const LV2_Feature *release = fixture_feature(features, LV2_STATE__freePath);
  if (!map || !make || !release) return LV2_STATE_SUCCESS;
  LV2_State_Make_Path *maker = make->data;
  LV2_State_Map_Path *mapper = map->data;
  char *path = maker->path(maker->handle, "notes/note.txt");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return LV2_STATE_ERR_UNKNOWN;
  fprintf(file, "%g", number);
  fclose(file);
  char *abstract = mapper->abstract_path(mapper->handle, path);
  store(state, fixture_urid(me, FIXTURE "file"), abstract, strlen(abstract) + 1, fixture_urid(me, LV2_ATOM__Path), flags);
  LV2_State_Free_Path *releaser = release->data;
  releaser->free_path(releaser->handle, abstract);
  releaser->free_path(releaser->handle, path);
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore_slowly(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct fixture *me = handle;
  size_t size;
  uint32_t type;
  const float *value = retrieve(state, fixture_urid(me, FIXTURE "number"), &size, &type, &flags);
  if (value) me->value = *value;
  const char *abstract = retrieve(state, fixture_urid(me, FIXTURE "file"), &size, &type, &flags);
  const LV2_Feature *map = fixture_feature(features, LV2_STATE__mapPath);
  if (abstract && map) {
    LV2_State_Map_Path *mapper = map->data;
    char *path = mapper->absolute_path(mapper->handle, abstract);
    FILE *file = fopen(path, "r");
    float note = -1;
    if (file && fscanf(file, "%g", &note) == 1 && value) me->value = note == *value ? *value : -2;
    else me->value = -3;
    if (file) fclose(file);
    free(path);
  }
  usleep(20000);
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct fixture *me = handle;
  if (atomic_exchange(&me->busy, 1)) atomic_fetch_add(&me->overlaps, 1);
  LV2_State_Status status = restore_slowly(handle, retrieve, state, flags, features);
  atomic_store(&me->busy, 0);
  return status;
}

static const void *still_data(const char *uri)
{
  static const LV2_State_Interface interface = {save, restore};
  return strcmp(uri, LV2_STATE__interface) == 0 ? &interface : NULL;
}

static const void *safe_data(const char *uri)
{
  static const LV2_State_Interface interface = {save, restore_slowly};
  return strcmp(uri, LV2_STATE__interface) == 0 ? &interface : NULL;
}

// Port 0 chooses the defect: 1 save() and 2 restore() return an error, 3 a control output is not a
// number, 4 it asks for a file with the name of the state's own, 5 the process ends when the
// transport rolls. Port 1 is an output, 2 events.
static LV2_State_Status save_stubbornly(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct fixture *me = handle;
  int how = *fixture_samples(me, 0);
  float number = 7;
  store(state, fixture_urid(me, FIXTURE "number"), &number, 4, fixture_urid(me, LV2_ATOM__Float), LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  if (how == 1) return LV2_STATE_ERR_NO_FEATURE;
  if (how != 4) return LV2_STATE_SUCCESS;
  const LV2_Feature *make = fixture_feature(features, LV2_STATE__makePath);
  LV2_State_Make_Path *maker = make ? make->data : NULL;
  char *path = maker ? maker->path(maker->handle, "state.ttl") : NULL;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return LV2_STATE_ERR_UNKNOWN;
  fputs("mine", file);
  fclose(file);
  free(path);
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore_stubbornly(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct fixture *me = handle;
  return *fixture_samples(me, 0) == 2 ? LV2_STATE_ERR_UNKNOWN : LV2_STATE_SUCCESS;
}

static void run_stubbornly(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  int how = *fixture_samples(me, 0);
  *fixture_samples(me, 1) = how == 3 ? NAN : 0;
  const LV2_Atom_Sequence *in = me->port[2];
  if (how == 5 && in->atom.size > sizeof in->body) abort();
}

static const void *stubborn_data(const char *uri)
{
  static const LV2_State_Interface interface = {save_stubbornly, restore_stubbornly};
  return strcmp(uri, LV2_STATE__interface) == 0 ? &interface : NULL;
}

#define PLUGIN(name, uri, data) \
  static const LV2_Descriptor name = {FIXTURE uri, fixture_instantiate, fixture_connect, NULL, run, NULL, fixture_cleanup, data}
PLUGIN(still, "state", still_data);
PLUGIN(safe, "safe-state", safe_data);
static const LV2_Descriptor stubborn =
  {FIXTURE "stubborn", fixture_instantiate, fixture_connect, NULL, run_stubbornly, NULL, fixture_cleanup, stubborn_data};
const LV2_Descriptor *const state_fixtures[] = {&still, &safe, &stubborn, NULL};
