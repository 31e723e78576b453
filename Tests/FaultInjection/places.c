// SPDX-License-Identifier: Apache-2.0
// Replaces the C library's functions that take a path.
#include "faults.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

// MARK: Making and removing

int mkdir(const char *path, mode_t mode)
{
  hold_at("mkdir", path);
  return fails_at(path) ? -1 : NEXT(mkdir)(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
  hold_from("mkdirat", folder, path);
  return NEXT(mkdirat)(folder, path, mode);
}

char *mkdtemp(char *path)
{
  hold_at("mkdtemp", path);
  return NEXT(mkdtemp)(path);
}

int rename(const char *from, const char *to)
{
  hold_at("rename", to);
  return fails_at(to) ? -1 : NEXT(rename)(from, to);
}

int renameat(int from, const char *old, int to, const char *new)
{
  hold_from("renameat", to, new);
  return NEXT(renameat)(from, old, to, new);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags)
{
  hold_from("renameat2", to, new);
  return NEXT(renameat2)(from, old, to, new, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
  hold_from("linkat", to, new);
  return NEXT(linkat)(from, old, to, new, flags);
}

int symlink(const char *target, const char *path)
{
  hold_at("symlink", path);
  return NEXT(symlink)(target, path);
}

int symlinkat(const char *target, int folder, const char *path)
{
  hold_from("symlinkat", folder, path);
  return NEXT(symlinkat)(target, folder, path);
}

int unlink(const char *path)
{
  hold_at("unlink", path);
  return NEXT(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags)
{
  hold_from("unlinkat", folder, path);
  return NEXT(unlinkat)(folder, path, flags);
}

int rmdir(const char *path)
{
  hold_at("rmdir", path);
  return NEXT(rmdir)(path);
}

int remove(const char *path)
{
  hold_at("remove", path);
  return NEXT(remove)(path);
}

// MARK: Opening

DIR *opendir(const char *path)
{
  hold_at("opendir", path);
  return NEXT(opendir)(path);
}

int open(const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  hold_at("open", path);
  return flags & O_CREAT && fails_at(path) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  hold_from("openat", folder, path);
  return NEXT(openat)(folder, path, flags, mode);
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
  hold_at("fopen", path);
  return NEXT(fopen)(path, mode);
}

// MARK: Looking

int stat(const char *restrict path, struct stat *restrict status)
{
  hold_at("stat", path);
  return NEXT(stat)(path, status);
}

int lstat(const char *restrict path, struct stat *restrict status)
{
  hold_at("lstat", path);
  return NEXT(lstat)(path, status);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict status, int flags)
{
  hold_from("fstatat", folder, path);
  return NEXT(fstatat)(folder, path, status, flags);
}

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict status)
{
  hold_from("statx", folder, path);
  return NEXT(statx)(folder, path, flags, mask, status);
}

int statvfs(const char *restrict path, struct statvfs *restrict status)
{
  hold_at("statvfs", path);
  return NEXT(statvfs)(path, status);
}

int access(const char *path, int mode)
{
  hold_at("access", path);
  return NEXT(access)(path, mode);
}

char *realpath(const char *restrict path, char *restrict resolved)
{
  hold_at("realpath", path);
  // The old version of the function, which dlsym would find, takes no missing buffer.
  char *(*next)(const char *, char *) = dlvsym(RTLD_NEXT, "realpath", "GLIBC_2.3");
  return (next ? next : NEXT(realpath))(path, resolved);
}

ssize_t readlink(const char *restrict path, char *restrict bytes, size_t size)
{
  hold_at("readlink", path);
  return NEXT(readlink)(path, bytes, size);
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict bytes, size_t size)
{
  hold_from("readlinkat", folder, path);
  return NEXT(readlinkat)(folder, path, bytes, size);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
FILE *fopen64(const char *restrict path, const char *restrict mode) __attribute__((alias("fopen")));
