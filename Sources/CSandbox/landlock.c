// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "landlock.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
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
#define EXECUTES BIT(0)
#define WRITES_FILES BIT(1)
#define READS (BIT(2) | BIT(3))
// Removing and making of every kind, of which a plugin makes folders, files and links.
#define CHANGES (BIT(4) | BIT(5) | BIT(6) | BIT(7) | BIT(8) | BIT(9) | BIT(10) | BIT(11) | BIT(12))
#define MAKES (BIT(4) | BIT(5) | BIT(7) | BIT(8) | BIT(12))
#define REFER BIT(13)
#define TRUNCATE BIT(14)
#define DEVICES BIT(15)
#define BINDS BIT(0)
#define CONNECTS BIT(1)
#define SCOPES (BIT(0) | BIT(1))
// What may be done with a file, as opposed to a folder.
#define OF_FILES (WRITES_FILES | BIT(2) | TRUNCATE)

static int allow(int rules, int folder, const char *path, uint64_t rights, int flags)
{
  struct folder rule = {.allowed = rights, .parent = openat(folder, path, O_PATH | O_CLOEXEC | flags)};
  if (rule.parent < 0) return errno == ENOENT || errno == EACCES ? 0 : -1;
  // As it is known already: a disk on the network may not answer.
  struct statx status;
  int code = statx(rule.parent, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE, &status);
  if (code == 0 && !S_ISDIR(status.stx_mode)) rule.allowed &= OF_FILES;
  // A link leads to what has a rule of its own, or to what is to have none.
  if (code == 0 && !S_ISLNK(status.stx_mode)) code = (int)syscall(ADD, rules, BENEATH, &rule, 0);
  close(rule.parent);
  return code;
}

// Rights are given, never taken away, so what is not to be read has to be left out: devices,
// terminals and shared memory; sockets and pipes of the system and of the user's other programs.
static bool is_closed(const char *name)
{
  static const char *const closed[] = {".", "..", "dev", "run"};
  for (unsigned index = 0; index < sizeof closed / sizeof *closed; ++index)
    if (strcmp(name, closed[index]) == 0) return true;
  return false;
}

static int allow_reading(int rules)
{
  static const char *const always[] = {"/dev/null", "/dev/random", "/dev/urandom", "/run/media"};
  int code = 0;
  for (unsigned index = 0; index < sizeof always / sizeof *always && code == 0; ++index)
    code = allow(rules, AT_FDCWD, always[index], READS, 0);
  DIR *root = opendir("/");
  if (!root) return -1;
  for (struct dirent *entry; code == 0 && (entry = readdir(root));)
    if (!is_closed(entry->d_name)) code = allow(rules, dirfd(root), entry->d_name, READS, O_NOFOLLOW);
  closedir(root);
  return code;
}

int tarmac_landlock_version(void)
{
  int version = (int)syscall(CREATE, NULL, 0, VERSION);
  return version > 0 ? version : 0;
}

// Makes rules for all that the kernel can judge; `files` gets what may be done with files then.
static int make_rules(int version, bool is_client, uint64_t *files)
{
  struct ruleset set = {.files = EXECUTES | READS | WRITES_FILES | CHANGES};
  if (version >= 2) set.files |= REFER;
  if (version >= 3) set.files |= TRUNCATE;
  if (version >= 4) set.network = is_client ? BINDS : BINDS | CONNECTS;
  if (version >= 5) set.files |= DEVICES;
  if (version >= 6) set.scopes = SCOPES;
  *files = set.files;
  // An old kernel takes what it knows: zeros behind that are fine.
  return (int)syscall(CREATE, &set, sizeof set, 0);
}

static int enter(int rules, int code, int version)
{
  if (code == 0) code = (int)syscall(RESTRICT, rules, 0);
  close(rules);
  return code == 0 ? version : -1;
}

int tarmac_landlock_enter(const char *const *writable, uint32_t count)
{
  int version = tarmac_landlock_version();
  if (version == 0) return 0;
  uint64_t files;
  int rules = make_rules(version, false, &files);
  if (rules < 0) return -1;
  uint64_t own = (READS | WRITES_FILES | MAKES | REFER | TRUNCATE) & files;
  // Writing to it leaves nothing.
  int code = allow(rules, AT_FDCWD, "/dev/null", WRITES_FILES | (own & TRUNCATE), 0);
  if (code == 0) code = allow_reading(rules);
  for (uint32_t index = 0; index < count && code == 0; ++index) code = allow(rules, AT_FDCWD, writable[index], own, 0);
  return enter(rules, code, version);
}

static int allow_file(int rules, int file, uint64_t rights)
{
  struct folder rule = {.allowed = rights, .parent = file};
  return (int)syscall(ADD, rules, BENEATH, &rule, 0);
}

static int allow_names(int rules)
{
  static const char *const names[] = {
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf",
    "/etc/services", "/etc/protocols", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted", "/etc/gnutls", "/usr/share/ca-certificates",
    "/run/systemd/resolve", "/run/NetworkManager/resolv.conf", "/run/resolvconf", "/dev/urandom",
  };
  int code = 0;
  for (unsigned index = 0; index < sizeof names / sizeof *names && code == 0; ++index)
    code = allow(rules, AT_FDCWD, names[index], READS, 0);
  return code;
}

int tarmac_landlock_enter_for(const char *program, int file)
{
  int version = tarmac_landlock_version();
  if (version == 0) return 0;
  uint64_t files;
  bool is_client = file < 0;
  int rules = make_rules(version, is_client, &files);
  if (rules < 0) return -1;
  // Where libraries and the loader are; of what could be started there nothing can do more.
  static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"};
  int code = allow(rules, AT_FDCWD, "/dev/null", READS | WRITES_FILES, 0);
  if (code == 0) code = allow(rules, AT_FDCWD, "/etc/ld.so.cache", READS, 0);
  for (unsigned index = 0; index < sizeof libraries / sizeof *libraries && code == 0; ++index)
    code = allow(rules, AT_FDCWD, libraries[index], READS | EXECUTES, 0);
  int started = open(program, O_PATH | O_CLOEXEC);
  if (code == 0) code = started < 0 ? -1 : allow_file(rules, started, BIT(2) | EXECUTES);
  if (started >= 0) close(started);
  if (code == 0) code = is_client ? allow_names(rules) : allow_file(rules, file, BIT(2));
  return enter(rules, code, version);
}
