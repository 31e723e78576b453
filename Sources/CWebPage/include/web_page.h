// SPDX-License-Identifier: Apache-2.0
// The page of the web mixer, in the program itself.

#ifndef TARMAC_WEB_PAGE_H
#define TARMAC_WEB_PAGE_H

#include <stddef.h>

/// A file of the page.
struct tarmac_web_file {
  /// Where it is asked for, such as `/mixer.css`; the page itself is `/`.
  const char *path;
  /// Its media type, as a header says it.
  const char *type;
  const unsigned char *bytes;
  size_t count;
};

/// Every file of the page.
extern const struct tarmac_web_file tarmac_web_files[];
extern const size_t tarmac_web_file_count;

#endif
