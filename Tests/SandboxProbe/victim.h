// SPDX-License-Identifier: Apache-2.0
// A process that a process in the sandbox is not to touch.
#pragma once
#include <stddef.h>
#include <sys/types.h>
#include <sys/un.h>

/// A process with all that others might reach: a terminal, sockets, shared memory, a file, limits.
struct victim {
  pid_t process;
  /// A file of the user, and shared memory by its name.
  char file[200], memory[64], terminal[64];
  struct sockaddr_un stream, datagrams;
  /// SysV's shared memory, and a variable of the process.
  int segment;
  unsigned long *variable;
  int ask, answer;
};

enum { STATE = 2048 };

/// Starts one, with its file in a folder that is there; returns whether it could.
int victim_start(struct victim *me, const char *folder);

/// Writes its state as a text, which stays the same as long as no other process has touched it.
void victim_ask(const struct victim *me, char state[STATE]);

/// Ends it.
void victim_end(struct victim *me);
