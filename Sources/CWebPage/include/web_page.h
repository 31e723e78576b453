// SPDX-License-Identifier: Apache-2.0
// The files of the web mixer's page, as they are served.
#pragma once
#include <stddef.h>

/// A file of the page.
struct tarmac_web_file {
  /// Where it is asked for, such as `/index.html`.
  const char *path;
  /// What it is, such as `text/html; charset=utf-8`.
  const char *type;
  const unsigned char *bytes;
  size_t count;
};

/// All that there are.
extern const struct tarmac_web_file tarmac_web_files[];
extern const size_t tarmac_web_file_count;
