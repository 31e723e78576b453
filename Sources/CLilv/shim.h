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

/// The feature data of log:log with where the texts go. printf is variadic, so it can't be written in Swift.
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
