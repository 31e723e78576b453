// SPDX-License-Identifier: Apache-2.0
// Stands between lilv and the data files that it reads.
#pragma once

/// Has `open` open every file that lilv and its parts read from now on, and keeps them from writing
/// to standard error.
///
/// `open` returns a descriptor, or -1 for a file that is not to be read.
void tarmac_guard_data_files(int (*open)(const char *path));
