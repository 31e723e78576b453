// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Does what a plugin should not do, or may; returns 0 when it could, else `errno`, or -1 when it
/// does not know the word.
int tarmac_probe(const char *what, const char *path);

/// Makes every call from number `first` to `last` in a sandbox, each in a process of its own that
/// may write to the folder `own`, with arguments that aim at another process and its file in the
/// folder `foreign`.
///
/// Returns how many of them have changed something of that process, with what in `report`; -1 when
/// it could not be tried.
int tarmac_burglary(const char *own, const char *foreign, int first, int last, char *report, unsigned long size);
