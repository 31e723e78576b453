// SPDX-License-Identifier: Apache-2.0
// What Swift's importer of the C library leaves out: calls that it declares for _GNU_SOURCE alone,
// and epoll.
#pragma once
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>

extern int pthread_setname_np(pthread_t, const char *);
extern int pthread_tryjoin_np(pthread_t, void **);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int renameat2(int, const char *, int, const char *, unsigned);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/// Gives this thread a name of at most 15 bytes.
static inline int tarmac_thread_name(const char *name) { return pthread_setname_np(pthread_self(), name); }

/// Whether a thread has ended; asks nobody to wait, and is not to be asked again then.
static inline int tarmac_thread_has_ended(pthread_t thread) { return pthread_tryjoin_np(thread, NULL) == 0; }

/// Starts a spawned process in a session of its own: POSIX_SPAWN_SETSID.
static const short tarmac_spawn_new_session = 0x80;

/// Lets a spawned process inherit none of our files from number `first` on.
static inline int tarmac_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
{
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// Gives a file in a folder another name there, in one step.
static inline int tarmac_rename(int folder, const char *from, const char *to, unsigned how)
{
  return renameat2(folder, from, folder, to, how);
}
