// SPDX-License-Identifier: Apache-2.0
// JACK for Swift, and what Swift can't import: the variadic jack_client_open.
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/statistics.h>
#include <jack/thread.h>
#include <jack/transport.h>
#include <jack/uuid.h>

/// Opens a client on `server` (NULL: JACK_DEFAULT_SERVER or "default") and never starts a server.
static inline jack_client_t *tarmac_jack_client_open(
    const char *name, const char *server, jack_status_t *status)
{
  return server ? jack_client_open(name, (jack_options_t)(JackNoStartServer | JackServerName), status, server)
                : jack_client_open(name, JackNoStartServer, status);
}

/// JACK's transport in a plain struct: Swift does not import packed ones faithfully.
struct tarmac_position {
  int64_t frame;
  int is_rolling;
  /// Whether a timebase master counts beats; the rest is valid only then.
  int has_beats;
  double beats_per_minute;
  float beats_per_bar;
  float beat_type;
  int64_t bar;
  double bar_beat;
};

/// Ticks of a beat, where we count them.
#define TARMAC_TICKS 1920

static inline void tarmac_query_transport(jack_client_t *client, struct tarmac_position *to)
{
  jack_position_t from;
  to->is_rolling = jack_transport_query(client, &from) == JackTransportRolling;
  to->frame = from.frame;
  to->has_beats = (from.valid & JackPositionBBT) != 0 && from.ticks_per_beat > 0;
  if (!to->has_beats) return;
  to->beats_per_minute = from.beats_per_minute;
  to->beats_per_bar = from.beats_per_bar;
  to->beat_type = from.beat_type;
  to->bar = from.bar - 1;
  to->bar_beat = from.beat - 1 + from.tick / from.ticks_per_beat;
}

static inline int64_t tarmac_position_frame(const jack_position_t *position)
{
  return position->frame;
}

/// Says which bar and beat a position is; called by the timebase master.
static inline void tarmac_count_beats(jack_position_t *to, const struct tarmac_position *from)
{
  int64_t ticks = (int64_t)(from->bar_beat * TARMAC_TICKS + 0.5);
  to->valid = JackPositionBBT;
  to->bar = (int32_t)from->bar + 1;
  to->beat = (int32_t)(ticks / TARMAC_TICKS) + 1;
  to->tick = (int32_t)(ticks % TARMAC_TICKS);
  to->bar_start_tick = (double)from->bar * from->beats_per_bar * TARMAC_TICKS;
  to->beats_per_bar = from->beats_per_bar;
  to->beat_type = from->beat_type;
  to->ticks_per_beat = TARMAC_TICKS;
  to->beats_per_minute = from->beats_per_minute;
}
