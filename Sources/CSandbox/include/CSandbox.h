// SPDX-License-Identifier: Apache-2.0
// Bounds for a process, and a cage for one that runs plugins of strangers. What it refuses is
// counted and can be reported.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What holds in a process that has entered its sandbox, or would hold.
struct tarmac_sandbox {
  /// The version of Landlock that keeps files from being written; 0 when the kernel has none.
  int32_t landlock;
  /// Whether system calls that no plugin needs are refused.
  bool filter;
};

/// A system call that was refused.
struct tarmac_refusal {
  /// Its name; for a file that was not to be written, `open`; `unknown call`, with its number as
  /// the path, for one that is in no list. No pointer, so that another process can read it.
  char call[32];
  /// How often, since it was last reported.
  uint32_t times;
  /// The file that it was about the first time; empty where it was about none.
  char path[256];
  /// The plugin that made it and what it was doing, in the numbers of `tarmac_sandbox_ask`; a
  /// plugin of -1 where nobody knows.
  int32_t plugin;
  int32_t doing;
};

/// Keeps this process from taking more than half of the machine's memory, and from leaving a core
/// in the user's folder. Neither can be lifted again.
///
/// A plugin that leaks gets no memory in the end, and crashes where that can be reported to others.
///
/// > Threading: Control.
void tarmac_sandbox_limit(void);

/// Keeps this process from writing files that are longer than so many bytes; such a write gets
/// EFBIG.
///
/// > Threading: Control.
void tarmac_sandbox_limit_files(uint64_t bytes);

/// Ends this process when it has computed for so many seconds.
///
/// > Threading: Control.
void tarmac_sandbox_limit_time(uint32_t seconds);

/// Lets all threads of this process share four heaps; to be called before there is another thread.
///
/// > Threading: Control.
void tarmac_share_heaps(void);

/// Enters the sandbox, for good: no privileges, not even root's; no file may be written but below
/// `writable`, and none read that is a device, a terminal or memory of others; no other process may
/// be made, reached or signalled, no socket opened, no lock taken, no clock set. What is not on the
/// list of calls (`tarmac_sandbox_rule`) fails.
///
/// It is to be entered before there is another thread: a filter can be put over all of them, what
/// concerns files and privileges only over the one that calls and those that it starts. What is
/// open stays usable. Calls that are refused fail with EPERM, those that nobody has heard of with
/// ENOSYS, files with EACCES, as anywhere.
///
/// Returns 0, or -1 and `errno` when the process could not be kept from new privileges or the
/// filter was refused; what an old kernel has not is left out, and `tarmac_sandbox_held` says what
/// holds.
///
/// > Threading: Control, once.
int tarmac_sandbox_enter(const char *const *writable, uint32_t count);

/// Becomes another program in a sandbox of its own kind: it may read its libraries and one file
/// that is open, start nothing but what is among its libraries, and write to nothing but what is
/// open; no other process may be made, reached or signalled, and no socket opened. What is refused
/// is not noted. With -1 for the file it may connect to others by TCP and UDP instead, and read how
/// they are found and proven.
///
/// `command` begins with the path of the program and ends with a null. Returns only when it can't
/// be, with -1 and `errno`.
///
/// > Threading: Control, before there is another thread.
int tarmac_sandbox_become(char *const *command, int file);

/// What holds in this process; nothing before it has entered a sandbox.
///
/// > Threading: Any, once it has or there will be none.
struct tarmac_sandbox tarmac_sandbox_held(void);

/// Ends this process, at once, with the thread that has started it.
///
/// > Threading: Control.
void tarmac_sandbox_be_expendable(void);

/// What this kernel has for a sandbox, without entering one.
///
/// > Threading: Any.
struct tarmac_sandbox tarmac_sandbox_available(void);

/// What becomes of a call in the sandbox.
enum tarmac_sandbox_answer {
  TARMAC_SANDBOX_ALLOWS,
  TARMAC_SANDBOX_ASKS_LANDLOCK,
  /// It is answered as if it had been carried out.
  TARMAC_SANDBOX_PRETENDS,
  /// It fails with ENOSYS.
  TARMAC_SANDBOX_KNOWS_NOT,
  /// It fails with EPERM.
  TARMAC_SANDBOX_REFUSES,
};

/// A row of the list of calls: the first row of a call that holds answers it, and where none does,
/// it is refused.
struct tarmac_sandbox_rule {
  const char *call;
  /// Of which ways to make the call this is true; empty for all.
  const char *when;
  enum tarmac_sandbox_answer answer;
};

/// The row of that index; `false` behind the last one.
///
/// > Threading: Any.
bool tarmac_sandbox_rule(uint32_t index, struct tarmac_sandbox_rule *rule);

/// Has `who` say, on a thread that was refused something, which plugin it is inside and what that
/// is doing, in numbers of the caller's own; it leaves -1 where it does not know, as on a thread
/// that a plugin has started itself.
///
/// > Threading: Control, before there is a plugin; `who` on any thread, in a signal handler.
void tarmac_sandbox_ask(void (*who)(int32_t *plugin, int32_t *doing));

/// Takes a refusal that was not reported yet; returns `false` when there is none.
///
/// > Threading: Control.
bool tarmac_sandbox_take_refusal(struct tarmac_refusal *refusal);
