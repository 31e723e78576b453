// SPDX-License-Identifier: Apache-2.0
// The page's files for Swift, which can't import an array of unknown length.
#pragma once
#include "web_page.h"

/// A file of the page, by its place among `tarmac_web_file_count`.
static inline const struct tarmac_web_file *tarmac_web_file_at(size_t place)
{
  return &tarmac_web_files[place];
}
