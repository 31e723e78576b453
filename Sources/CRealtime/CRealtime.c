// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Weak: absent in an ordinary build, present when linked with -fsanitize=realtime.
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));
extern void __rtsan_disable(void) __attribute__((weak));
extern void __rtsan_enable(void) __attribute__((weak));

void tarmac_realtime_enter(void)
{
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

void tarmac_realtime_exit(void)
{
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

void tarmac_sanitizer_pause(void)
{
  if (__rtsan_disable) __rtsan_disable();
}

void tarmac_sanitizer_resume(void)
{
  if (__rtsan_enable) __rtsan_enable();
}

// Where signals are noted; the handler may come at any time, on any thread.
static volatile int signal_end = -1;

static void note_signal(int number)
{
  int kept = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signal_end, &byte, 1);
  (void)written;
  errno = kept;
}

int tarmac_signal_pipe(void)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  signal_end = ends[1];
  return ends[0];
}

bool tarmac_signal_note(int number)
{
  struct sigaction action = { .sa_handler = note_signal, .sa_flags = SA_RESTART };
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL) == 0;
}

bool tarmac_sanitizer_present(void)
{
  return __rtsan_realtime_enter != NULL;
}

// The wake is one bounded system call; it is the one that the audio thread makes, so the sanitizer
// looks away.
static void ring(uint32_t *bell, int operation, int sleepers)
{
  __atomic_add_fetch(bell, 1, __ATOMIC_RELEASE);
  tarmac_sanitizer_pause();
  syscall(SYS_futex, bell, operation, sleepers, NULL, NULL, 0);
  tarmac_sanitizer_resume();
}

static void sleep_on(uint32_t *bell, int operation, uint32_t seen, uint32_t timeout_ms)
{
  struct timespec timeout = {timeout_ms / 1000, (long)(timeout_ms % 1000) * 1000000};
  tarmac_sanitizer_pause();
  if (__atomic_load_n(bell, __ATOMIC_ACQUIRE) == seen) syscall(SYS_futex, bell, operation, seen, &timeout, NULL, 0);
  tarmac_sanitizer_resume();
}

void tarmac_bell_ring(uint32_t *bell) { ring(bell, FUTEX_WAKE_PRIVATE, INT_MAX); }

void tarmac_bell_wait(uint32_t *bell, uint32_t seen, uint32_t timeout_ms)
{
  sleep_on(bell, FUTEX_WAIT_PRIVATE, seen, timeout_ms);
}

void tarmac_shared_bell_ring(uint32_t *bell) { ring(bell, FUTEX_WAKE, 1); }

void tarmac_shared_bell_wait(uint32_t *bell, uint32_t seen, uint32_t timeout_ms)
{
  sleep_on(bell, FUTEX_WAIT, seen, timeout_ms);
}

int tarmac_shared_make(const char *name, size_t size)
{
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)size) == 0
      && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

void tarmac_shared_close(int descriptor)
{
  if (descriptor >= 0) close(descriptor);
}

void *tarmac_shared_map(int descriptor, size_t size)
{
  struct stat status;
  if (fstat(descriptor, &status) != 0 || status.st_size < 0 || (size_t)status.st_size < size) return NULL;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

uint32_t tarmac_bell_read(const uint32_t *bell)
{
  return __atomic_load_n(bell, __ATOMIC_ACQUIRE);
}

void *tarmac_pages_map(size_t size)
{
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void tarmac_pages_unmap(void *pages, size_t size) { munmap(pages, size); }

void tarmac_page_touch(void *address) { __atomic_fetch_or((uint8_t *)address, 0, __ATOMIC_RELAXED); }

void tarmac_relax(void)
{
#if defined(__SSE__)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void tarmac_nap(void)
{
  struct timespec moment = {0, 20000};
  tarmac_sanitizer_pause();
  nanosleep(&moment, NULL);
  tarmac_sanitizer_resume();
}

// A process may lock any amount if it has no limit, or the capability that lifts it above the
// limit.
static bool may_lock_all(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY) return true;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2] = {{0}};
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  return (sets[CAP_TO_INDEX(CAP_IPC_LOCK)].effective & CAP_TO_MASK(CAP_IPC_LOCK)) != 0;
}

bool tarmac_lock_memory(void)
{
#if defined(MCL_ONFAULT)
  return may_lock_all() && mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
#else
  return false;
#endif
}

void tarmac_touch_stack(void)
{
  enum { BYTES = 256 * 1024, PAGE = 4096 };
  volatile uint8_t room[BYTES];
  for (size_t byte = 0; byte < BYTES; byte += PAGE) room[byte] = 0;
}

bool tarmac_lock_wait(pthread_mutex_t *lock, uint32_t seconds)
{
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += seconds;
  return pthread_mutex_clocklock(lock, CLOCK_MONOTONIC, &deadline) == 0;
}
