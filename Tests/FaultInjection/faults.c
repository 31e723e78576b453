// SPDX-License-Identifier: Apache-2.0
// Stands before the C library's functions for files and for the wall clock, and lets them fail when a campaign says so.
// The monotonic clock, sockets, pipes and shared memory are left alone.
#define _GNU_SOURCE
#include "FaultInjection.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const struct tarmac_faults none;
static const struct tarmac_faults *faults = &none;

__attribute__((constructor)) static void begin(void)
{
  const char *path = getenv("TARMAC_FAULTS");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct tarmac_faults), PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) faults = page;
  close(file);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool is_file(int descriptor)
{
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// Whether something that changes a file fails now; it is late if it does not.
static bool fails(int descriptor)
{
  int error = faults->disk_error, delay = faults->disk_milliseconds;
  if ((!error && !delay) || !is_file(descriptor)) return false;
  // In steps, so that a disk that is healed goes on at once.
  for (int waited = 0; waited < delay && faults->disk_milliseconds; waited += 10) usleep(10000);
  if (error) errno = error;
  return error != 0;
}

/// Whether something that makes or renames a file fails now; JACK's shared memory is no disk.
static bool fails_at(const char *path)
{
  int error = faults->disk_error;
  if (!error || strncmp(path, "/dev/", 5) == 0) return false;
  errno = error;
  return true;
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
  return fails(descriptor) ? -1 : NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
  return fails(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
  return fails(descriptor) ? -1 : NEXT(writev)(descriptor, parts, count);
}

int fsync(int descriptor) { return fails(descriptor) ? -1 : NEXT(fsync)(descriptor); }

int ftruncate(int descriptor, off_t length) { return fails(descriptor) ? -1 : NEXT(ftruncate)(descriptor, length); }

int mkdir(const char *path, mode_t mode) { return fails_at(path) ? -1 : NEXT(mkdir)(path, mode); }

int rename(const char *from, const char *to) { return fails_at(to) ? -1 : NEXT(rename)(from, to); }

int open(const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return flags & O_CREAT && fails_at(path) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

int clock_gettime(clockid_t clock, struct timespec *time)
{
  int status = NEXT(clock_gettime)(clock, time);
  if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += faults->clock_seconds;
  return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
  int status = NEXT(gettimeofday)(time, zone);
  if (status == 0) time->tv_sec += faults->clock_seconds;
  return status;
}

time_t time(time_t *place)
{
  time_t now = NEXT(time)(NULL) + faults->clock_seconds;
  if (place) *place = now;
  return now;
}
