// SPDX-License-Identifier: Apache-2.0
// Stands before the C library's functions for files and for the wall clock, and lets them fail or hang when a campaign says so.
// The monotonic clock, sockets, pipes and shared memory are left alone.
#define _GNU_SOURCE
#include "FaultInjection.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static struct tarmac_faults none;
static struct tarmac_faults *faults = &none;

__attribute__((constructor)) static void begin(void)
{
  const char *path = getenv("TARMAC_FAULTS");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct tarmac_faults), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) faults = page;
  close(file);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool is_file(int descriptor)
{
  struct stat status;
  return NEXT(fstat)(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// Holds a call of that kind for a path, for as long as such calls hang.
static void hold_at(int kind, const char *path)
{
  if (!(faults->hanging & kind) || !path || strncmp(path, faults->folder, strlen(faults->folder)) != 0) return;
  __atomic_add_fetch(&faults->held, 1, __ATOMIC_RELAXED);
  while (faults->hanging & kind) usleep(2000);
}

/// The same for an open file.
static void hold(int kind, int descriptor)
{
  if (!(faults->hanging & kind)) return;
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlink, link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  hold_at(kind, path);
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

ssize_t read(int descriptor, void *bytes, size_t count)
{
  hold(TARMAC_HANG_READ, descriptor);
  return NEXT(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
  hold(TARMAC_HANG_READ, descriptor);
  return NEXT(pread)(descriptor, bytes, count, offset);
}

off_t lseek(int descriptor, off_t offset, int whence)
{
  hold(TARMAC_HANG_SEEK, descriptor);
  return NEXT(lseek)(descriptor, offset, whence);
}

int close(int descriptor)
{
  hold(TARMAC_HANG_CLOSE, descriptor);
  return NEXT(close)(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
  hold(TARMAC_HANG_WRITE, descriptor);
  return fails(descriptor) ? -1 : NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
  hold(TARMAC_HANG_WRITE, descriptor);
  return fails(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
  hold(TARMAC_HANG_WRITE, descriptor);
  return fails(descriptor) ? -1 : NEXT(writev)(descriptor, parts, count);
}

int fsync(int descriptor)
{
  hold(TARMAC_HANG_WRITE, descriptor);
  return fails(descriptor) ? -1 : NEXT(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t length)
{
  hold(TARMAC_HANG_WRITE, descriptor);
  return fails(descriptor) ? -1 : NEXT(ftruncate)(descriptor, length);
}

int mkdir(const char *path, mode_t mode)
{
  hold_at(TARMAC_HANG_OPEN, path);
  return fails_at(path) ? -1 : NEXT(mkdir)(path, mode);
}

int rename(const char *from, const char *to)
{
  hold_at(TARMAC_HANG_OPEN, to);
  return fails_at(to) ? -1 : NEXT(rename)(from, to);
}

int unlink(const char *path)
{
  hold_at(TARMAC_HANG_OPEN, path);
  return NEXT(unlink)(path);
}

DIR *opendir(const char *path)
{
  hold_at(TARMAC_HANG_OPEN, path);
  return NEXT(opendir)(path);
}

int open(const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  hold_at(TARMAC_HANG_OPEN, path);
  return flags & O_CREAT && fails_at(path) ? -1 : NEXT(open)(path, flags, mode);
}

int stat(const char *restrict path, struct stat *restrict status)
{
  hold_at(TARMAC_HANG_LOOK, path);
  return NEXT(stat)(path, status);
}

int lstat(const char *restrict path, struct stat *restrict status)
{
  hold_at(TARMAC_HANG_LOOK, path);
  return NEXT(lstat)(path, status);
}

int fstat(int descriptor, struct stat *status)
{
  hold(TARMAC_HANG_LOOK, descriptor);
  return NEXT(fstat)(descriptor, status);
}

int statvfs(const char *restrict path, struct statvfs *restrict status)
{
  hold_at(TARMAC_HANG_LOOK, path);
  return NEXT(statvfs)(path, status);
}

int access(const char *path, int mode)
{
  hold_at(TARMAC_HANG_LOOK, path);
  return NEXT(access)(path, mode);
}

char *realpath(const char *restrict path, char *restrict resolved)
{
  hold_at(TARMAC_HANG_LOOK, path);
  // The old version of the function, which the plain name means, takes no missing place.
  char *(*next)(const char *, char *) = dlvsym(RTLD_NEXT, "realpath", "GLIBC_2.3");
  return (next ? next : NEXT(realpath))(path, resolved);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
off_t lseek64(int descriptor, off_t offset, int whence) __attribute__((alias("lseek")));
ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) __attribute__((alias("pread")));
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite")));

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
