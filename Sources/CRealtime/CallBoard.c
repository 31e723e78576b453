// SPDX-License-Identifier: Apache-2.0
#include "CallBoard.h"
#include "CRealtime.h"

#include <stddef.h>

struct tarmac_call_board {
  uint32_t beats;
  uint32_t threads;
  struct tarmac_call_entry entries[TARMAC_CALL_THREADS];
};

static struct tarmac_call_board *present;

static _Thread_local struct {
  struct tarmac_call_mark mark;
  struct tarmac_call_entry *entry;
} mine;

const char *tarmac_call_name(int32_t call)
{
  static const char *const names[] = {"a call", "instantiate()", "extension_data()", "connect_port()", "activate()",
                                      "run()", "work()", "work_response()", "end_run()", "save()", "restore()",
                                      "deactivate()", "cleanup()"};
  return names[call > 0 && call <= TARMAC_CALL_CLEANUP ? call : 0];
}

// One place for each thread, for good; a process with more of them than places is not seen as a
// whole.
static struct tarmac_call_entry *claim(void)
{
  if (!present) return NULL;
  uint32_t thread = __atomic_fetch_add(&present->threads, 1, __ATOMIC_RELAXED);
  return thread < TARMAC_CALL_THREADS ? &present->entries[thread] : NULL;
}

static void enter(struct tarmac_call_mark mark)
{
  mine.mark = mark;
  if (!mine.entry) mine.entry = claim();
  struct tarmac_call_entry *entry = mine.entry;
  if (!entry) return;
  __atomic_store_n(&entry->plugin, mark.plugin, __ATOMIC_RELAXED);
  __atomic_store_n(&entry->call, mark.call, __ATOMIC_RELAXED);
  __atomic_store_n(&entry->turn, entry->turn + 1, __ATOMIC_RELEASE);
}

struct tarmac_call_mark tarmac_call_begin(const char *uri, int32_t plugin, int32_t call)
{
  struct tarmac_call_mark outer = mine.mark;
  enter((struct tarmac_call_mark){uri, plugin, call});
  return outer;
}

void tarmac_call_end(struct tarmac_call_mark outer) { enter(outer); }

struct tarmac_call_mark tarmac_call_here(void) { return mine.mark; }

void tarmac_call_numbers(int32_t *plugin, int32_t *call)
{
  *plugin = mine.mark.uri ? mine.mark.plugin : -1;
  *call = mine.mark.call;
}

int tarmac_board_make(void) { return tarmac_shared_make("tarmac-calls", sizeof *present); }

struct tarmac_call_board *tarmac_board_map(int descriptor) { return tarmac_shared_map(descriptor, sizeof *present); }

void tarmac_board_unmap(struct tarmac_call_board *board) { tarmac_pages_unmap(board, sizeof *board); }

void tarmac_board_observe(struct tarmac_call_board *board) { present = board; }

void tarmac_board_beat(struct tarmac_call_board *board)
{
  __atomic_add_fetch(&board->beats, 1, __ATOMIC_RELAXED);
}

uint32_t tarmac_board_beats(const struct tarmac_call_board *board)
{
  return __atomic_load_n(&board->beats, __ATOMIC_RELAXED);
}

struct tarmac_call_entry tarmac_board_entry(const struct tarmac_call_board *board, uint32_t thread)
{
  struct tarmac_call_entry nothing = {0, -1, TARMAC_CALL_NONE};
  if (thread >= TARMAC_CALL_THREADS) return nothing;
  const struct tarmac_call_entry *entry = &board->entries[thread];
  uint32_t turn = __atomic_load_n(&entry->turn, __ATOMIC_ACQUIRE);
  int32_t plugin = __atomic_load_n(&entry->plugin, __ATOMIC_RELAXED);
  int32_t call = __atomic_load_n(&entry->call, __ATOMIC_RELAXED);
  return (struct tarmac_call_entry){turn, plugin, call};
}
