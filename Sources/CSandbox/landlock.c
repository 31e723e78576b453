// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "landlock.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// As the kernel's header has them, which Debian's may be older than.
struct ruleset {
  uint64_t files, network, scopes;
};
struct __attribute__((packed)) folder {
  uint64_t allowed;
  int32_t parent;
};
enum { CREATE = 444, ADD = 445, RESTRICT = 446, VERSION = 1, BENEATH = 1 };

#define BIT(number) (1ull << (number))
// Writing, removing and making of every kind.
#define WRITES (BIT(1) | BIT(4) | BIT(5) | BIT(6) | BIT(7) | BIT(8) | BIT(9) | BIT(10) | BIT(11) | BIT(12))
#define REFER BIT(13)
#define TRUNCATE BIT(14)
#define SCOPE_SOCKETS BIT(0)
#define SCOPE_SIGNALS BIT(1)
// What may be done with a file, as opposed to a folder.
#define OF_FILES (BIT(1) | TRUNCATE)

static int allow(int rules, const char *path, uint64_t rights)
{
  struct folder folder = {.allowed = rights, .parent = open(path, O_PATH | O_CLOEXEC)};
  if (folder.parent < 0) return errno == ENOENT ? 0 : -1;
  struct stat status;
  if (fstat(folder.parent, &status) == 0 && !S_ISDIR(status.st_mode)) folder.allowed &= OF_FILES;
  int code = (int)syscall(ADD, rules, BENEATH, &folder, 0);
  close(folder.parent);
  return code;
}

int tarmac_landlock_version(void)
{
  int version = (int)syscall(CREATE, NULL, 0, VERSION);
  return version > 0 ? version : 0;
}

int tarmac_landlock_enter(const char *const *writable, uint32_t count)
{
  int version = tarmac_landlock_version();
  if (version == 0) return 0;
  struct ruleset set = {.files = WRITES};
  if (version >= 2) set.files |= REFER;
  if (version >= 3) set.files |= TRUNCATE;
  if (version >= 6) set.scopes = SCOPE_SOCKETS | SCOPE_SIGNALS;
  // An old kernel takes what it knows: zeros behind that are fine.
  int rules = (int)syscall(CREATE, &set, sizeof set, 0);
  if (rules < 0) return -1;
  // libjack maps memory and semaphores of clients that come; the rest is where writing leaves nothing.
  static const char *const always[] = {"/dev/shm", "/dev/null", "/dev/zero", "/dev/full"};
  int code = 0;
  for (unsigned index = 0; index < sizeof always / sizeof *always && code == 0; ++index)
    code = allow(rules, always[index], set.files);
  for (uint32_t index = 0; index < count && code == 0; ++index) code = allow(rules, writable[index], set.files);
  if (code == 0) code = (int)syscall(RESTRICT, rules, 0);
  close(rules);
  return code == 0 ? version : -1;
}
