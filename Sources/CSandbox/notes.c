// SPDX-License-Identifier: Apache-2.0
// One counter for each kind of call, for each plugin and what it was doing, and the first file that
// it was about: a flood of refusals needs no more room than one.
#define _GNU_SOURCE
#include "notes.h"
#include "CSandbox.h"
#include "calls.h"
#include <stdatomic.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { KINDS = 640, UNKNOWN = KINDS - 1, CALLERS = 320, FREE = 0, WRITTEN = 1, READY = 2 };

struct caller {
  int32_t plugin, doing;
};

// The first ones are for calls outside of all plugins, each kind at its index. The others go to
// kinds and callers in the order in which these come, for good. When all of those are taken, calls
// lose the name of their plugin.
static struct note {
  /// The kind of call and its caller, in one word; 0 for none yet.
  _Atomic uint64_t owner;
  _Atomic uint32_t times;
  /// A thread that finds it free writes the path; one that finds it ready may read and free it.
  _Atomic int state;
  char path[256];
} notes[KINDS + CALLERS];

static void (*who)(int32_t *plugin, int32_t *doing);

void tarmac_sandbox_ask(void (*new)(int32_t *plugin, int32_t *doing)) { who = new; }

// What nobody has written has no kind; a plugin's number takes half of the word.
static uint64_t word(int kind, struct caller caller)
{
  return (uint64_t)(kind + 1) << 48 | (uint64_t)(uint16_t)caller.doing << 32 | (uint32_t)caller.plugin;
}

static struct note *find(int kind)
{
  struct caller caller = {-1, -1};
  if (who) who(&caller.plugin, &caller.doing);
  if (caller.plugin < 0) return &notes[kind];
  uint64_t mine = word(kind, caller);
  for (int index = KINDS; index < KINDS + CALLERS; ++index) {
    uint64_t owner = 0;
    if (atomic_compare_exchange_strong(&notes[index].owner, &owner, mine) || owner == mine) return &notes[index];
  }
  return &notes[kind];
}

// A plugin's pointer may point to nowhere; the kernel copies from there without a crash. The call
// is one that the filter refuses, so the path is read through a pipe.
static void copy_path(char *to, size_t size, const char *from)
{
  int ends[2];
  to[0] = 0;
  if (pipe(ends) != 0) return;
  ssize_t count = -1;
  // A page may end right behind the text.
  for (size_t wanted = size - 1; wanted > 0 && count < 0; wanted /= 2) count = write(ends[1], from, wanted);
  if (count > 0) count = read(ends[0], to, (size_t)count);
  to[count > 0 ? count : 0] = 0;
  close(ends[0]);
  close(ends[1]);
}

static void copy_number(char *to, int number)
{
  char digits[12];
  int count = 0;
  for (unsigned rest = (unsigned)number; count == 0 || rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  while (count > 0) *to++ = digits[--count];
  *to = 0;
}

static void note(int kind, const char *path, int number)
{
  struct note *note = find(kind);
  int expected = FREE;
  if ((path || kind == UNKNOWN) && atomic_compare_exchange_strong(&note->state, &expected, WRITTEN)) {
    if (kind == UNKNOWN) copy_number(note->path, number);
    else copy_path(note->path, sizeof note->path, path);
    atomic_store(&note->state, READY);
  }
  atomic_fetch_add(&note->times, 1);
}

void tarmac_note(int index, const char *path) { note(index < UNKNOWN ? index : UNKNOWN, path, -1); }

void tarmac_note_unknown(int number) { note(UNKNOWN, NULL, number); }

static const char *name(int kind)
{
  if (kind == UNKNOWN) return "unknown call";
  const char *name = tarmac_calls[kind].name;
  // As people know them: by the one they are refused processes, by the other libc opens files.
  if (strcmp(name, "clone") == 0) return "fork";
  return strcmp(name, "openat") == 0 ? "open" : name;
}

bool tarmac_sandbox_take_refusal(struct tarmac_refusal *refusal)
{
  for (int index = 0; index < KINDS + CALLERS; ++index) {
    struct note *note = &notes[index];
    uint32_t times = atomic_exchange(&note->times, 0);
    if (times == 0) continue;
    uint64_t owner = atomic_load(&note->owner);
    int kind = index < KINDS ? index : (int)(owner >> 48) - 1;
    *refusal = (struct tarmac_refusal){.times = times, .plugin = -1, .doing = -1};
    if (index >= KINDS) {
      refusal->plugin = (int32_t)(uint32_t)owner;
      refusal->doing = (int16_t)(uint16_t)(owner >> 32);
    }
    strncpy(refusal->call, name(kind), sizeof refusal->call - 1);
    if (atomic_load(&note->state) == READY) {
      memcpy(refusal->path, note->path, sizeof refusal->path);
      refusal->path[sizeof refusal->path - 1] = 0;
      atomic_store(&note->state, FREE);
    }
    return true;
  }
  return false;
}
