// SPDX-License-Identifier: Apache-2.0
// Counts calls of the C library's functions by redirecting them. The program's own table is left
// alone, so the functions below call the real ones.
#define _GNU_SOURCE
#include "CallWatch.h"
#include "Redirection.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local bool isWatched;
static struct tarmac_call_counts counts;

#define COUNT(what) do { if (isWatched) ++counts.what; } while (0)
#define WATCH(what, type, name, parameters, arguments) \
  static type watched_##name parameters { COUNT(what); return name arguments; }

WATCH(allocations, void *, malloc, (size_t size), (size))
WATCH(allocations, void *, calloc, (size_t count, size_t size), (count, size))
WATCH(allocations, void *, realloc, (void *old, size_t size), (old, size))
WATCH(allocations, void *, aligned_alloc, (size_t line, size_t size), (line, size))
WATCH(allocations, int, posix_memalign, (void **block, size_t line, size_t size), (block, line, size))
WATCH(allocations, void, free, (void *block), (block))

WATCH(locks, int, pthread_mutex_lock, (pthread_mutex_t *lock), (lock))
WATCH(locks, int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))
WATCH(locks, int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
WATCH(locks, int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *lock), (condition, lock))
WATCH(locks, int, pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until), (condition, lock, until))
WATCH(locks, int, sem_wait, (sem_t *semaphore), (semaphore))
WATCH(locks, int, sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until))
WATCH(locks, int, pthread_join, (pthread_t thread, void **result), (thread, result))

WATCH(kernel, int, pthread_cond_signal, (pthread_cond_t *condition), (condition))
WATCH(kernel, int, pthread_cond_broadcast, (pthread_cond_t *condition), (condition))
WATCH(kernel, int, sem_post, (sem_t *semaphore), (semaphore))
WATCH(kernel, int, pthread_create, (pthread_t *thread, const pthread_attr_t *how, void *(*body)(void *), void *argument), (thread, how, body, argument))
WATCH(kernel, int, sched_yield, (void), ())
WATCH(kernel, unsigned, sleep, (unsigned seconds), (seconds))
WATCH(kernel, int, usleep, (useconds_t time), (time))
WATCH(kernel, int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WATCH(kernel, int, clock_nanosleep, (clockid_t clock, int how, const struct timespec *time, struct timespec *left), (clock, how, time, left))
WATCH(kernel, ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size))
WATCH(kernel, ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
WATCH(kernel, int, close, (int file), (file))
WATCH(kernel, int, poll, (struct pollfd *files, nfds_t count, int time), (files, count, time))
WATCH(kernel, void *, mmap, (void *address, size_t size, int how, int flags, int file, off_t offset), (address, size, how, flags, file, offset))
WATCH(kernel, int, munmap, (void *address, size_t size), (address, size))
WATCH(kernel, FILE *, fopen, (const char *path, const char *how), (path, how))
WATCH(kernel, int, fclose, (FILE *file), (file))
WATCH(kernel, int, fflush, (FILE *file), (file))
WATCH(kernel, size_t, fread, (void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
WATCH(kernel, size_t, fwrite, (const void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
WATCH(kernel, int, fputs, (const char *text, FILE *file), (text, file))
WATCH(kernel, int, fputc, (int character, FILE *file), (character, file))
WATCH(kernel, int, puts, (const char *text), (text))
WATCH(kernel, int, putchar, (int character), (character))
WATCH(kernel, int, vfprintf, (FILE *file, const char *format, va_list list), (file, format, list))

static int watched_printf(const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vprintf(format, list);
  va_end(list);
  return result;
}

static int watched_fprintf(FILE *file, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vfprintf(file, format, list);
  va_end(list);
  return result;
}

// What printf and fprintf become in a library that was built with checks.
static int watched___printf_chk(int flag, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vprintf(format, list);
  va_end(list);
  return result;
}

static int watched___fprintf_chk(FILE *file, int flag, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vfprintf(file, format, list);
  va_end(list);
  return result;
}

static int watched_open(const char *path, int flags, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return open(path, flags, mode);
}

static int watched_ioctl(int file, unsigned long request, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  return ioctl(file, request, argument);
}

static long watched_syscall(long number, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int index = 0; index < 6; ++index) a[index] = va_arg(list, long);
  va_end(list);
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#define ENTRY(name) {#name, (void *)watched_##name}
static const struct tarmac_redirection watched[] = {
  ENTRY(malloc), ENTRY(calloc), ENTRY(realloc), ENTRY(aligned_alloc), ENTRY(posix_memalign), ENTRY(free),
  ENTRY(pthread_mutex_lock), ENTRY(pthread_rwlock_rdlock), ENTRY(pthread_rwlock_wrlock), ENTRY(pthread_cond_wait),
  ENTRY(pthread_cond_timedwait), ENTRY(sem_wait), ENTRY(sem_timedwait), ENTRY(pthread_join),
  ENTRY(pthread_cond_signal), ENTRY(pthread_cond_broadcast), ENTRY(sem_post), ENTRY(pthread_create), ENTRY(sched_yield),
  ENTRY(sleep), ENTRY(usleep), ENTRY(nanosleep), ENTRY(clock_nanosleep), ENTRY(read), ENTRY(write), ENTRY(close),
  ENTRY(poll), ENTRY(mmap), ENTRY(munmap), ENTRY(fopen), ENTRY(fclose), ENTRY(fflush), ENTRY(fread), ENTRY(fwrite),
  ENTRY(fputs), ENTRY(fputc), ENTRY(puts), ENTRY(putchar), ENTRY(vfprintf), ENTRY(printf), ENTRY(fprintf),
  ENTRY(__printf_chk), ENTRY(__fprintf_chk), ENTRY(open), ENTRY(ioctl), ENTRY(syscall),
  {"open64", (void *)watched_open}, {"fopen64", (void *)watched_fopen}, {"mmap64", (void *)watched_mmap},
};

/// The program, the kernel's own page, the dynamic linker, and what the program itself runs on.
static bool isWatchable(const char *path)
{
  static const char *const own[] = {"/ld-linux", "/libswift", "/liblilv", "/libserd", "/libsord", "/libsratom"};
  for (size_t index = 0; index < sizeof own / sizeof *own; ++index)
    if (strstr(path, own[index])) return false;
  return true;
}

void tarmac_child_prepare(void)
{
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void tarmac_watch_libraries(void) { tarmac_redirect(isWatchable, watched, sizeof watched / sizeof *watched); }
void tarmac_watch_begin(void) { isWatched = true; }
void tarmac_watch_end(void) { isWatched = false; }
struct tarmac_call_counts tarmac_watch_counts(void) { return counts; }
