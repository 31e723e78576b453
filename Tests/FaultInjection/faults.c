// SPDX-License-Identifier: Apache-2.0
// The page of a campaign, what its faults do to the calling thread, and the wall clock. The
// monotonic clock, sockets, pipes and shared memory are left alone.
#include "faults.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct tarmac_faults none;
struct tarmac_faults *faults = &none;

__attribute__((constructor)) static void begin(void)
{
  const char *path = getenv("TARMAC_FAULTS");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct tarmac_faults), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) faults = page;
  close(file);
}

static bool names(const char *calls, const char *call)
{
  char word[40];
  snprintf(word, sizeof word, " %s ", call);
  return strstr(calls, word) != NULL;
}

static void see(const char *call)
{
  static atomic_flag busy = ATOMIC_FLAG_INIT;
  if (names(faults->seen, call)) return;
  while (atomic_flag_test_and_set(&busy)) usleep(10);
  size_t length = strlen(faults->seen);
  if (!names(faults->seen, call)) snprintf(faults->seen + length, sizeof faults->seen - length, " %s ", call);
  atomic_flag_clear(&busy);
}

void hold_at(const char *call, const char *path)
{
  size_t length = strnlen(faults->folder, sizeof faults->folder);
  if (length == 0 || !path || strncmp(path, faults->folder, length) != 0) return;
  int error = errno;
  see(call);
  if (faults->hangs && names(faults->calls, call)) {
    __atomic_add_fetch(&faults->held, 1, __ATOMIC_RELAXED);
    while (faults->hangs && names(faults->calls, call)) usleep(2000);
  }
  errno = error;
}

static bool path_of(int descriptor, char path[4096])
{
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  int error = errno;
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, 4095);
  errno = error;
  path[length < 0 ? 0 : length] = 0;
  return length >= 0;
}

void hold(const char *call, int descriptor)
{
  char path[4096];
  if (faults->folder[0] && path_of(descriptor, path)) hold_at(call, path);
}

void hold_from(const char *call, int folder, const char *path)
{
  char whole[4096];
  if (!faults->folder[0] || !path) return;
  if (path[0] == '/' || folder == AT_FDCWD) return hold_at(call, path);
  if (!path_of(folder, whole)) return;
  size_t length = strlen(whole);
  snprintf(whole + length, sizeof whole - length, "/%s", path);
  hold_at(call, whole);
}

static bool is_file(int descriptor)
{
  struct stat status;
  return NEXT(fstat)(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

bool fails(int descriptor)
{
  int error = faults->disk_error, delay = faults->disk_milliseconds;
  if ((!error && !delay) || !is_file(descriptor)) return false;
  // In steps, so that a disk that is repaired goes on at once.
  for (int waited = 0; waited < delay && faults->disk_milliseconds; waited += 10) usleep(10000);
  if (error) errno = error;
  return error != 0;
}

bool fails_at(const char *path)
{
  int error = faults->disk_error;
  if (!error || strncmp(path, "/dev/", 5) == 0) return false;
  errno = error;
  return true;
}

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
