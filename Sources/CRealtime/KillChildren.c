// SPDX-License-Identifier: Apache-2.0
// Finds the children of a process in /proc, with nothing but system calls: the heap may be locked
// for good.
#define _GNU_SOURCE
#include "CrashGuard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// As getdents64 lays it out.
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static pid_t number(const char *text)
{
  pid_t value = 0;
  for (; *text >= '0' && *text <= '9'; ++text) value = value * 10 + (*text - '0');
  return *text == 0 ? value : 0;
}

// Whether `name`, a folder of /proc, is a living child of `parent`.
static bool is_child(int folder, const char *name, pid_t parent)
{
  char path[64] = "", text[512];
  if (strlen(name) + sizeof "/stat" > sizeof path) return false;
  strcat(strcat(path, name), "/stat");
  int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return false;
  text[size] = 0;
  // "PID (NAME) STATE PARENT ...", and the name may hold anything.
  const char *state = strrchr(text, ')');
  if (!state || strlen(state) < 5 || state[2] == 'Z' || state[2] == 'X') return false;
  pid_t value = 0;
  for (const char *digit = state + 4; *digit >= '0' && *digit <= '9'; ++digit) value = value * 10 + (*digit - '0');
  return value == parent;
}

static bool is_among(pid_t process, const pid_t *others, int count)
{
  for (int index = 0; index < count; ++index)
    if (__atomic_load_n(&others[index], __ATOMIC_ACQUIRE) == process) return true;
  return false;
}

static bool kill_once(int folder, pid_t parent, const pid_t *spared, int count)
{
  _Alignas(8) char buffer[4096];
  bool found = false;
  lseek(folder, 0, SEEK_SET);
  for (;;) {
    long size = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
    if (size <= 0) return found;
    for (long offset = 0; offset < size;) {
      const struct entry *entry = (const struct entry *)(buffer + offset);
      offset += entry->length;
      pid_t process = number(entry->name);
      if (process <= 1 || is_among(process, spared, count) || !is_child(folder, entry->name, parent)) continue;
      kill(process, SIGKILL);
      found = true;
    }
  }
}

void tarmac_kill_children(pid_t parent) { tarmac_kill_children_but(parent, NULL, 0); }

void tarmac_kill_children_but(pid_t parent, const pid_t *spared, int count)
{
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  // A process that loses its parent becomes a child in the next round. There are a few rounds only,
  // because a plugin may fork faster than this.
  for (int round = 0; round < 20 && kill_once(folder, parent, spared, count); ++round) usleep(1000);
  close(folder);
}
