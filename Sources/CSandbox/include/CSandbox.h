// SPDX-License-Identifier: Apache-2.0
// Bounds for a process, and a cage for one that runs plugins of strangers. What it refuses is counted and can be told.
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
  /// Its name; for a file that was not to be written, `open`. No pointer, so that another process can be told.
  char call[32];
  /// How often, since it was told last.
  uint32_t times;
  /// The file that it was about the first time; empty where it was about none.
  char path[256];
  /// The plugin that made it and what it was doing, in the numbers of `tarmac_sandbox_ask`; a plugin of -1 where nobody knows.
  int32_t plugin;
  int32_t doing;
};

/// Keeps this process from taking more than half of the machine's memory, and from leaving a core in the user's folder.
///
/// A plugin that leaks gets no memory in the end, and crashes where others can be told of it.
///
/// > Threading: Control.
void tarmac_sandbox_limit(void);

/// Lets all threads of this process share four heaps; to be called before there is another thread.
///
/// > Threading: Control.
void tarmac_share_heaps(void);

/// Enters the sandbox, for good: no new privileges; no file may be written but below `writable` and in JACK's shared memory; no
/// other process may be made, reached or signalled, no socket opened, no clock set.
///
/// What concerns files holds for the thread that calls and for those that it starts from then on, everything else for all
/// threads. What is open stays usable, so libjack is to be connected before. Children, mounts and the like are refused
/// with EPERM, files with EACCES, as anywhere. Files can be read as before.
///
/// Returns 0, or -1 and `errno` when the process could not be kept from new privileges or the filter was refused; what an
/// old kernel has not is left out and said in `held`.
///
/// > Threading: Control, once.
int tarmac_sandbox_enter(const char *const *writable, uint32_t count, struct tarmac_sandbox *held);

/// What this kernel has for a sandbox, without entering one.
///
/// > Threading: Any.
struct tarmac_sandbox tarmac_sandbox_available(void);

/// Has `who` say, on a thread that was refused something, which plugin it is inside and what that is doing, in numbers of the
/// caller's own; it leaves -1 where it does not know, as on a thread that a plugin has started itself.
///
/// > Threading: Control, before the sandbox is entered; `who` on any thread, in a signal handler.
void tarmac_sandbox_ask(void (*who)(int32_t *plugin, int32_t *doing));

/// Takes a refusal that was not told yet; returns `false` when there is none.
///
/// > Threading: Control.
bool tarmac_sandbox_take_refusal(struct tarmac_refusal *refusal);
