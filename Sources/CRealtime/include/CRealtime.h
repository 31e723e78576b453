// SPDX-License-Identifier: Apache-2.0
// What the audio thread needs from C: the floating-point mode, the clock, the sanitizer's hooks and
// a futex-backed bell.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CallBoard.h"
#include "CallWatch.h"
#include "DataDoor.h"
#include "CrashGuard.h"
#include "EndGuard.h"
#include "ScreenGuard.h"
#include <time.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

/// The floating-point mode of this thread: how it rounds, what it does about denormals and which
/// exceptions are signals. Flags that calculations set are no part of it.
static inline uint64_t tarmac_float_mode(void)
{
  uint64_t mode = 0;
#if defined(__SSE__)
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  mode = (_mm_getcsr() & ~0x3fu) | (uint64_t)x87 << 32;
#elif defined(__aarch64__)
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
#endif
  return mode;
}

/// Gives this thread a mode that `tarmac_float_mode` has returned.
static inline void tarmac_set_float_mode(uint64_t mode)
{
#if defined(__SSE__)
  uint16_t x87 = (uint16_t)(mode >> 32);
  // Without exceptions that wait: they would be signals for the thread's next calculation.
  __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(x87));
  _mm_setcsr((uint32_t)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#endif
}

/// Gives this thread back the mode that it had before it called code that is not ours. Nearly
/// always that has left it alone, and looking costs less than setting.
static inline void tarmac_keep_float_mode(uint64_t mode)
{
  if (tarmac_float_mode() != mode) tarmac_set_float_mode(mode);
}

/// The mode in which sound is made: the usual one, but denormal numbers count as zero, so that
/// decaying tails do not cost a hundred times more.
#if defined(__SSE__)
#define TARMAC_SOUND_MODE (0x9fc0 | (uint64_t)0x037f << 32) // masked, nearest, FTZ, DAZ
#else
#define TARMAC_SOUND_MODE ((uint64_t)1 << 24)
#endif

/// Gives this thread the mode in which sound is made; returns the mode that it had.
static inline uint64_t tarmac_flush_denormals(void)
{
  uint64_t mode = tarmac_float_mode();
#if defined(__SSE__) || defined(__aarch64__)
  tarmac_set_float_mode(TARMAC_SOUND_MODE);
#endif
  return mode;
}

/// Nanoseconds of the monotonic clock; read through the vDSO, without entering the kernel.
static inline uint64_t tarmac_nanoseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Gives this thread the mode in which sound is made again, if code that is not ours has changed
/// it.
static inline void tarmac_keep_sound_mode(void) { tarmac_keep_float_mode(TARMAC_SOUND_MODE); }

/// Tells RealtimeSanitizer, where it is linked in, that this thread is (no longer) rendering.
void tarmac_realtime_enter(void);
void tarmac_realtime_exit(void);

/// Suspends and resumes RealtimeSanitizer's watch around code that is not ours to answer for (a
/// plugin's run).
void tarmac_sanitizer_pause(void);
void tarmac_sanitizer_resume(void);

/// Begins and ends a call on the audio thread into code that is not ours: the sanitizer looks away,
/// and the floating-point mode is afterwards what it was before.
static inline uint64_t tarmac_foreign_begin(void)
{
  tarmac_sanitizer_pause();
  return tarmac_float_mode();
}

static inline void tarmac_foreign_end(uint64_t mode)
{
  tarmac_keep_float_mode(mode);
  tarmac_sanitizer_resume();
}

/// Runs a block of a plugin, on a thread that is in the mode in which sound is made: noted, out of
/// the sanitizer's sight, and in the same mode afterwards.
static inline void tarmac_run_plugin(const char *uri, int32_t plugin, void (*run)(void *, uint32_t), void *handle, uint32_t frames)
{
  struct tarmac_call_mark outer = tarmac_call_begin(uri, plugin, TARMAC_CALL_RUN);
  tarmac_sanitizer_pause();
  run(handle, frames);
  tarmac_keep_sound_mode();
  tarmac_sanitizer_resume();
  tarmac_call_end(outer);
}

/// Makes the pipe that signals are noted in, and returns its end for reading, which does not block;
/// -1 if there is none.
int tarmac_signal_pipe(void);

/// Has a signal write its number into that pipe, as a byte, and do nothing else.
bool tarmac_signal_note(int number);

/// True when RealtimeSanitizer is linked in.
bool tarmac_sanitizer_present(void);

/// Rings a bell for all threads that sleep on it. Never blocks; may be called from the audio
/// thread.
void tarmac_bell_ring(uint32_t *bell);

/// Sleeps until the bell has been rung since it last showed `seen`, or `timeout_ms` have gone by.
void tarmac_bell_wait(uint32_t *bell, uint32_t seen, uint32_t timeout_ms);

/// The same in memory that two processes share: wakes one sleeper, and takes bounded time, however
/// many sleep there.
void tarmac_shared_bell_ring(uint32_t *bell);
void tarmac_shared_bell_wait(uint32_t *bell, uint32_t seen, uint32_t timeout_ms);

/// Makes memory for two processes to share, of a size that nobody can change any more: neither can
/// take a page from the other that it uses. Returns its descriptor, or -1.
int tarmac_shared_make(const char *name, size_t size);

/// The first `size` bytes of it, there at once; `NULL` when there are fewer, or none.
/// `tarmac_pages_unmap` gives them back.
void *tarmac_shared_map(int descriptor, size_t size);

/// Lets go of the descriptor, if it is one; what is mapped stays.
void tarmac_shared_close(int descriptor);

/// Keeps this program's memory, once it is touched, from being swapped out, now and for as long as
/// it runs; returns whether the system allows that without a limit, at which later allocations
/// would fail.
bool tarmac_lock_memory(void);

/// Touches as much of this thread's stack as plugins usually need, so that no cycle waits for
/// memory.
void tarmac_touch_stack(void);

/// Waits for a lock for so many seconds at most, by the monotonic clock: setting the machine's time
/// makes no thread wait longer or give up. Returns whether it is held now.
bool tarmac_lock_wait(pthread_mutex_t *lock, uint32_t seconds);

/// Pages of zeros that take no memory before they are used; `NULL` when there are none.
void *tarmac_pages_map(size_t size);
void tarmac_pages_unmap(void *pages, size_t size);

/// Has the page there that holds an address, without changing what it holds.
void tarmac_page_touch(void *address);

/// Lets the other thread of the core go ahead while this one spins.
void tarmac_relax(void);

/// Sleeps for a moment (20 µs): the way out of a spin that takes too long.
void tarmac_nap(void);

/// Reads how often the bell was rung.
uint32_t tarmac_bell_read(const uint32_t *bell);
