// SPDX-License-Identifier: Apache-2.0
// lilv and the LV2 headers for Swift.
#pragma once
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/parameters/parameters.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/presets/presets.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/units/units.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// The feature data of log:log with where the texts go. printf is variadic, so it can't be written
/// in Swift.
struct tarmac_log {
  LV2_Log_Log feature;
  void *owner;
  /// Takes a message: the URID of its type (4 bytes), then its text.
  int (*write)(void *owner, const void *message, int size);
};

static int tarmac_log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments)
{
  const struct tarmac_log *log = handle;
  char message[sizeof type + 512];
  memcpy(message, &type, sizeof type);
  int length = vsnprintf(message + sizeof type, sizeof message - sizeof type, format, arguments);
  if (length < 0) return length;
  int space = (int)(sizeof message - sizeof type) - 1;
  return log->write(log->owner, message, (int)sizeof type + (length < space ? length : space));
}

static int tarmac_log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int result = tarmac_log_vprintf(handle, type, format, arguments);
  va_end(arguments);
  return result;
}

/// Fills in the feature data.
static inline void tarmac_log_prepare(struct tarmac_log *log)
{
  log->feature.handle = log;
  log->feature.printf = tarmac_log_printf;
  log->feature.vprintf = tarmac_log_vprintf;
}

/// The feature data of event (LV2_Event_Feature): its own header warns that it is deprecated.
struct tarmac_old_event_feature {
  void *owner;
  uint32_t (*ref)(void *owner, void *event);
  uint32_t (*unref)(void *owner, void *event);
};

/// The feature data of uri-map (LV2_URI_Map_Feature).
struct tarmac_uri_map_feature {
  void *owner;
  uint32_t (*uri_to_id)(void *owner, const char *map, const char *uri);
};

/// The feature data of inlinedisplay#queue_draw.
struct tarmac_inline_display {
  void *owner;
  void (*queue_draw)(void *owner);
};

/// A call of a plugin's save() and what it has answered, which lilv does not tell.
struct tarmac_state_call {
  LV2_Handle handle;
  const LV2_State_Interface *interface;
  LV2_State_Status status;
};

static LV2_State_Status tarmac_state_save(LV2_Handle call, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features)
{
  struct tarmac_state_call *me = (struct tarmac_state_call *)call;
  return me->status = me->interface->save(me->handle, store, state, flags, features);
}

static const void *tarmac_state_data(const char *uri)
{
  static const LV2_State_Interface interface = {tarmac_state_save, NULL};
  return strcmp(uri, LV2_STATE__interface) == 0 ? &interface : NULL;
}

/// The state of an instance, for lilv to write into `folder`; `call` keeps what the plugin has
/// answered.
static inline LilvState *tarmac_state_capture(const LilvPlugin *plugin, struct tarmac_state_call *call, LV2_URID_Map *map, const char *scratch, const char *folder, LilvGetPortValueFunc value, void *owner, const LV2_Feature *const *features)
{
  LV2_Descriptor descriptor = {0};
  if (call->interface && call->interface->save) descriptor.extension_data = tarmac_state_data;
  LilvInstance instance = {&descriptor, call, NULL};
  return lilv_state_new_from_instance(plugin, &instance, map, scratch, folder, folder, folder, value, owner, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, features);
}
