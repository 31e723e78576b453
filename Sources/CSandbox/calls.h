// SPDX-License-Identifier: Apache-2.0
// Which system calls are refused, and which are looked at.
#pragma once
#include <stdint.h>
#include <sys/syscall.h>

/// How the filter treats a call.
enum treatment {
  /// It fails with EPERM.
  REFUSED,
  /// It fails with EPERM unless its first argument is this process.
  OWN_PROCESS,
  /// It is left to Landlock, which may say no; `flags` is the argument that says whether it writes, -1 where it always does.
  WRITES,
};

struct call {
  int number;
  const char *name;
  enum treatment treatment;
  /// Which argument is the path; -1 for none.
  int8_t path;
  /// Which argument has the flags of an `open`; -1 for none.
  int8_t flags;
};

/// All of them; the last one has no name.
extern const struct call tarmac_calls[];

/// The index of a call in the list; -1 when it is not in it.
int tarmac_call_index(int number);
