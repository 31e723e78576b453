// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Does what a plugin should not do, or may; returns 0 when it could, else `errno`, or -1 when it does not know the word.
int tarmac_probe(const char *what, const char *path);
