// SPDX-License-Identifier: Apache-2.0
// Redirects functions that loaded libraries call.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A function by its name, and what is to be called in its place.
struct tarmac_redirection {
  const char *name;
  void *function;
};

/// Redirects functions in every library that is loaded now and whose path is meant; for good, and
/// never in the program itself.
void tarmac_redirect(bool (*isMeant)(const char *path), const struct tarmac_redirection *entries, size_t count);
