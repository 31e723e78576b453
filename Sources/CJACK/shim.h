// SPDX-License-Identifier: Apache-2.0
// JACK for Swift, and what Swift can't import of it: the variadic jack_client_open.
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/statistics.h>
#include <jack/thread.h>
#include <jack/uuid.h>

/// Opens a client on `server` (NULL: JACK_DEFAULT_SERVER or "default") and never starts a server.
static inline jack_client_t *tarmac_jack_client_open(
    const char *name, const char *server, jack_status_t *status)
{
  return server ? jack_client_open(name, (jack_options_t)(JackNoStartServer | JackServerName), status, server)
                : jack_client_open(name, JackNoStartServer, status);
}
