// SPDX-License-Identifier: Apache-2.0
// Declarations that the library's functions share.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "FaultInjection.h"
#include <dlfcn.h>
#include <stdbool.h>

extern struct tarmac_faults *faults;

/// The function that would have been called without this library.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/// Holds a call for a path, for as long as such calls hang.
void hold_at(const char *call, const char *path);
/// The same for a path that begins at an open folder, and for an open file.
void hold_from(const char *call, int folder, const char *path);
void hold(const char *call, int descriptor);

/// Whether a change of a file fails now; if it does not, it is delayed.
bool fails(int descriptor);
/// Whether making or renaming a file fails now; JACK's shared memory is no disk.
bool fails_at(const char *path);
