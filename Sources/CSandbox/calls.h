// SPDX-License-Identifier: Apache-2.0
// What a process in the sandbox may ask of the kernel: a list of what is allowed, and of nothing
// else.
#pragma once
#include <stdint.h>
#include <sys/syscall.h>

/// What becomes of a call.
enum answer {
  /// The kernel carries it out.
  ALLOWED,
  /// The kernel carries it out if Landlock lets it.
  LANDLOCK,
  /// It is answered as if it had been carried out.
  GRANTED,
  /// It concerns one of this process's threads, and is carried out on that thread.
  SCHEDULES,
  /// It sets which signals the thread blocks, which never include the one that traps come by.
  MASKS,
  /// It fails with ENOSYS, and no note is taken: libraries try it and have another way.
  ABSENT,
  /// It fails with EPERM.
  REFUSED,
};

/// What an argument has to be like.
struct check {
  enum {
    ANYTHING,
    /// Those of its bits that are in the mask are those of the value.
    BITS,
    /// They are not.
    OTHER_BITS,
    /// It is the number of this process.
    OWN_PROCESS,
    /// It is a pointer to nothing.
    NO_POINTER,
  } kind;
  int8_t argument;
  uint32_t mask, value;
};

enum { CHECKS = 2 };

/// A call, or one way of making it: rows of the same number follow one another, and the first whose
/// checks all hold answers. Where none does, the call is refused.
struct call {
  int number;
  const char *name;
  enum answer answer;
  /// Which argument is a path, or the number of a thread; -1 for none.
  int8_t subject;
  struct check checks[CHECKS];
  /// What the checks mean, for people; `NULL` without any.
  const char *when;
};

/// All of them; the last one has no name.
extern const struct call tarmac_calls[];

/// The index of the first row of a call; -1 when the list does not know it.
int tarmac_call_index(int number);

/// The row that answers a call with these arguments; `NULL` where none does.
const struct call *tarmac_call_judge(int number, const long arguments[6]);
