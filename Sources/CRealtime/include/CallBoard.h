// SPDX-License-Identifier: Apache-2.0
// Which thread is inside which call of which plugin: for the thread that watches over plugins, and
// for the report of a crash.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The calls of LV2 that run a plugin's code.
enum tarmac_call {
  TARMAC_CALL_NONE,
  TARMAC_CALL_INSTANTIATE,
  TARMAC_CALL_EXTENSION_DATA,
  TARMAC_CALL_CONNECT_PORT,
  TARMAC_CALL_ACTIVATE,
  TARMAC_CALL_RUN,
  TARMAC_CALL_WORK,
  TARMAC_CALL_WORK_RESPONSE,
  TARMAC_CALL_END_RUN,
  TARMAC_CALL_SAVE,
  TARMAC_CALL_RESTORE,
  TARMAC_CALL_DEACTIVATE,
  TARMAC_CALL_CLEANUP,
};

/// What LV2 calls a call; for numbers that are none, "a call".
const char *tarmac_call_name(int32_t call);

/// A call of a plugin.
struct tarmac_call_mark {
  const char *uri; ///< NULL outside of all plugins
  int32_t plugin;  ///< the number of the instance
  int32_t call;
};

/// Notes that this thread enters a call; returns the one that it is inside already, for
/// `tarmac_call_end`.
struct tarmac_call_mark tarmac_call_begin(const char *uri, int32_t plugin, int32_t call);

/// Notes that this thread has come back.
void tarmac_call_end(struct tarmac_call_mark outer);

/// The call that this thread is inside.
struct tarmac_call_mark tarmac_call_here(void);

/// The same in numbers, for signal handlers; the plugin is -1 outside of all plugins.
void tarmac_call_numbers(int32_t *plugin, int32_t *call);

/// What a thread does, as another thread or process sees it.
struct tarmac_call_entry {
  uint32_t turn; ///< counts entries and returns; while it stays, there is no progress
  int32_t plugin;
  int32_t call; ///< `TARMAC_CALL_NONE` outside of all plugins
};

/// Calls of all threads of a process, in memory that two processes can share.
struct tarmac_call_board;

enum { TARMAC_CALL_THREADS = 64 };

/// Makes the memory of a board, which nobody can shorten; returns its descriptor, or -1.
int tarmac_board_make(void);

/// Maps the memory of a board; `NULL` when that is no board.
struct tarmac_call_board *tarmac_board_map(int descriptor);
void tarmac_board_unmap(struct tarmac_call_board *board);

/// From now on the calls of this process are noted there.
void tarmac_board_observe(struct tarmac_call_board *board);

/// Shows that somebody watches over the process, and how often that was shown.
void tarmac_board_beat(struct tarmac_call_board *board);
uint32_t tarmac_board_beats(const struct tarmac_call_board *board);

/// What the thread with a number below `TARMAC_CALL_THREADS` does.
struct tarmac_call_entry tarmac_board_entry(const struct tarmac_call_board *board, uint32_t thread);
