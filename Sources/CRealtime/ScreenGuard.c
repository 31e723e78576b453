// SPDX-License-Identifier: Apache-2.0
#include "ScreenGuard.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
enum { kinds = sizeof crashes / sizeof *crashes };

// What a crash does where there is no guard.
static struct sigaction usual[kinds];
static char words[64];
static struct termios before;
static volatile sig_atomic_t is_taken, has_settings;

// Only what is allowed in a signal handler.
static void give_back(int number, siginfo_t *info, void *context)
{
  if (is_taken) {
    is_taken = 0;
    ssize_t written = write(STDOUT_FILENO, words, strlen(words));
    (void)written;
    if (has_settings) tcsetattr(STDIN_FILENO, TCSANOW, &before);
  }
  // What tells of crashes has its turn, and what it prints can be read.
  signal(number, SIG_DFL);
  for (int kind = 0; kind < kinds; ++kind)
    if (crashes[kind] == number && usual[kind].sa_flags & SA_SIGINFO) usual[kind].sa_sigaction(number, info, context);
  // A fault comes again when this returns; what somebody has sent does not.
  if (info->si_code <= 0) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

bool tarmac_screen_is_taken(void) { return is_taken; }

void tarmac_screen_guard(const char *leaving, const struct termios *settings)
{
  static bool is_installed;
  is_taken = 0;
  strncpy(words, leaving, sizeof words - 1);
  has_settings = settings != NULL;
  if (settings) before = *settings;
  is_taken = 1;
  if (is_installed) return;
  is_installed = true;
  struct sigaction action = {.sa_sigaction = give_back, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int kind = 0; kind < kinds; ++kind) sigaction(crashes[kind], &action, &usual[kind]);
}

void tarmac_screen_release(void) { is_taken = 0; }
