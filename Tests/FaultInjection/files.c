// SPDX-License-Identifier: Apache-2.0
// Replaces the C library's functions for open files.
#include "faults.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t read(int descriptor, void *bytes, size_t count)
{
  hold("read", descriptor);
  return NEXT(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
  hold("pread", descriptor);
  return NEXT(pread)(descriptor, bytes, count, offset);
}

off_t lseek(int descriptor, off_t offset, int whence)
{
  hold("lseek", descriptor);
  return NEXT(lseek)(descriptor, offset, whence);
}

int close(int descriptor)
{
  hold("close", descriptor);
  return NEXT(close)(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
  hold("write", descriptor);
  return fails(descriptor) ? -1 : NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
  hold("pwrite", descriptor);
  return fails(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
  hold("writev", descriptor);
  return fails(descriptor) ? -1 : NEXT(writev)(descriptor, parts, count);
}

int fsync(int descriptor)
{
  hold("fsync", descriptor);
  return fails(descriptor) ? -1 : NEXT(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t length)
{
  hold("ftruncate", descriptor);
  return fails(descriptor) ? -1 : NEXT(ftruncate)(descriptor, length);
}

int fchmod(int descriptor, mode_t mode)
{
  hold("fchmod", descriptor);
  return NEXT(fchmod)(descriptor, mode);
}

int posix_fadvise(int descriptor, off_t offset, off_t length, int advice)
{
  hold("posix_fadvise", descriptor);
  return NEXT(posix_fadvise)(descriptor, offset, length, advice);
}

int flock(int descriptor, int operation)
{
  hold("flock", descriptor);
  return NEXT(flock)(descriptor, operation);
}

int fcntl(int descriptor, int order, ...)
{
  va_list rest;
  va_start(rest, order);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  // The other commands concern the program, not the disk.
  if (order == F_SETLK || order == F_SETLKW || order == F_OFD_SETLK || order == F_OFD_SETLKW) hold("fcntl", descriptor);
  return NEXT(fcntl)(descriptor, order, argument);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t count)
{
  hold("sendfile", to);
  return NEXT(sendfile)(to, from, offset, count);
}

int fstat(int descriptor, struct stat *status)
{
  hold("fstat", descriptor);
  return NEXT(fstat)(descriptor, status);
}

DIR *fdopendir(int descriptor)
{
  hold("fdopendir", descriptor);
  return NEXT(fdopendir)(descriptor);
}

struct dirent *readdir(DIR *folder)
{
  hold("readdir", dirfd(folder));
  return NEXT(readdir)(folder);
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict file)
{
  hold("fread", fileno(file));
  return NEXT(fread)(bytes, size, count, file);
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict file)
{
  hold("fwrite", fileno(file));
  return NEXT(fwrite)(bytes, size, count, file);
}

int fseek(FILE *file, long offset, int whence)
{
  hold("fseek", fileno(file));
  return NEXT(fseek)(file, offset, whence);
}

int fflush(FILE *file)
{
  if (file) hold("fflush", fileno(file));
  return NEXT(fflush)(file);
}

int fclose(FILE *file)
{
  hold("fclose", fileno(file));
  return NEXT(fclose)(file);
}

int fcntl64(int descriptor, int order, ...) __attribute__((alias("fcntl")));
off_t lseek64(int descriptor, off_t offset, int whence) __attribute__((alias("lseek")));
ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) __attribute__((alias("pread")));
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite")));
