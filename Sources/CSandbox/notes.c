// SPDX-License-Identifier: Apache-2.0
// One counter for each kind of call, and the first file that it was about: a flood of refusals needs no more room than one.
#define _GNU_SOURCE
#include "notes.h"
#include "CSandbox.h"
#include "calls.h"
#include <stdatomic.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { KINDS = 160, FREE = 0, WRITTEN = 1, READY = 2 };

static struct note {
  _Atomic uint32_t times;
  /// Who finds it free writes the path; who finds it ready may read and free it.
  _Atomic int state;
  char path[256];
} notes[KINDS];

// A plugin's pointer may point to nowhere; the kernel copies from there without a crash. The call is one that the filter
// refuses, so the path is read through a pipe.
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

void tarmac_note(int place, const char *path)
{
  struct note *note = &notes[place < 0 || place >= KINDS - 1 ? KINDS - 1 : place];
  int expected = FREE;
  if (path && atomic_compare_exchange_strong(&note->state, &expected, WRITTEN)) {
    copy_path(note->path, sizeof note->path, path);
    atomic_store(&note->state, READY);
  }
  atomic_fetch_add(&note->times, 1);
}

bool tarmac_sandbox_take_refusal(struct tarmac_refusal *refusal)
{
  for (int place = 0; place < KINDS; ++place) {
    struct note *note = &notes[place];
    uint32_t times = atomic_exchange(&note->times, 0);
    if (times == 0) continue;
    *refusal = (struct tarmac_refusal){.times = times};
    strncpy(refusal->call, place == KINDS - 1 ? "fork" : tarmac_calls[place].name, sizeof refusal->call - 1);
    if (atomic_load(&note->state) == READY) {
      memcpy(refusal->path, note->path, sizeof refusal->path);
      refusal->path[sizeof refusal->path - 1] = 0;
      atomic_store(&note->state, FREE);
    }
    return true;
  }
  return false;
}
