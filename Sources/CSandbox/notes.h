// SPDX-License-Identifier: Apache-2.0
// What was refused, for the thread that reports it to the rig.
#pragma once

/// Notes that a call was refused, by its index in the list, -1 for a new process, the file that it was about, and who made it.
///
/// > Threading: Any, signal handlers too.
void tarmac_note(int index, const char *path);
