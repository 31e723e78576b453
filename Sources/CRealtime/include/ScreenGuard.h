// SPDX-License-Identifier: Apache-2.0
// A terminal that a full screen has taken, given back even by a crash.
#pragma once
#include <stdbool.h>
#include <termios.h>

/// Has a crash (SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP) write `leaving` to standard
/// output and give standard input these settings, before it ends the program as it would without;
/// `settings` may be NULL. Neither SIGKILL nor the system can be answered so. Control, one thread
/// at a time.
void tarmac_screen_guard(const char *leaving, const struct termios *settings);

/// The terminal has been given back: a crash leaves it alone from now on.
void tarmac_screen_release(void);

/// Whether a full screen may draw: not once a crash has given the terminal back.
bool tarmac_screen_is_taken(void);
