// SPDX-License-Identifier: Apache-2.0
// What was refused, for the thread that reports it to the rig.
#pragma once

/// Notes that a call was refused, by its index in the list, the file that it was about, and the
/// plugin that made it.
///
/// > Threading: Any, signal handlers too.
void tarmac_note(int index, const char *path);

/// Notes that a call was refused which is in no list.
///
/// > Threading: Any, signal handlers too.
void tarmac_note_unknown(int number);
