// SPDX-License-Identifier: Apache-2.0
// JACK for Swift, and what Swift can't import: the variadic jack_client_open, and one GNU call for starting servers.
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/statistics.h>
#include <jack/thread.h>
#include <jack/uuid.h>
#include <spawn.h>

/// Opens a client on `server` (NULL: JACK_DEFAULT_SERVER or "default") and never starts a server.
static inline jack_client_t *tarmac_jack_client_open(
    const char *name, const char *server, jack_status_t *status)
{
  return server ? jack_client_open(name, (jack_options_t)(JackNoStartServer | JackServerName), status, server)
                : jack_client_open(name, JackNoStartServer, status);
}

// glibc declares it only for _GNU_SOURCE, which Swift's importer does not define.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// Lets a spawned server inherit none of our files from number `first` on.
static inline int tarmac_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
{
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
