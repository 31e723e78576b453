// SPDX-License-Identifier: Apache-2.0
// The thread that ends a rig when nothing else does, and that sees to what any library can change
// of the process: its signals, its mask for new files, its standard files.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Begins to watch, on a thread of its own that needs no lock, no heap and nobody's help. To be
/// called before there is another thread, for all of them leave SIGINT, SIGTERM and SIGHUP to this
/// one: until somebody listens these end the process, as usual. Returns false when the system has
/// no room for the thread.
bool tarmac_end_guard(void);

/// From now on signals are reported: returns a descriptor from which SIGTERM is read for each
/// request to end, and SIGHUP for each request to reload; -1 if there is no guard.
int tarmac_end_listen(void);

/// The end is to come within so many milliseconds of this thread's time, else the process ends
/// where it is; the first call counts.
void tarmac_end_begin(uint32_t milliseconds);

/// Whether that was called, or a signal has asked for the end.
bool tarmac_end_has_begun(void);

/// Says what is being done: a word of what could not be ended in order. It goes on after "still".
void tarmac_end_stage(const char *stage);

/// Says why a rig ends that nobody has asked to end, so that somebody hears of it.
void tarmac_end_reason(const char *reason);

/// How long the end may take after a signal, the exit code of an end that was not in order, and
/// whether what is said of it goes to a journal that wants priorities.
void tarmac_end_settings(uint32_t milliseconds, int code, bool is_journal);

/// Leaves a child alone (or not any more) when the process ends where it is: somebody else ends
/// that one in order.
void tarmac_end_spare(pid_t child, bool is_spared);

/// What libraries have changed of the process, and what was put back.
struct tarmac_meddling {
  uint32_t signals;  ///< a bit for the number of each signal whose handler was replaced
  bool has_mask;     ///< the mask for new files
  uint32_t files;    ///< a bit for each standard file that was closed
  char library[256]; ///< whose handler it was; empty when nobody knows
};

/// Takes what was put back since the last call; returns whether there is any.
bool tarmac_take_meddling(struct tarmac_meddling *meddling);

/// Puts back what must not wait for the guard, if there is one: the mask for new files, and
/// standard files, whose numbers the next file would take.
void tarmac_keep_after_call(void);
