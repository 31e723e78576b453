// SPDX-License-Identifier: Apache-2.0
// Takes the signals that ask for the end, counts the time that it may take, and ends the process
// when that is over.
#define _GNU_SOURCE
#include "EndGuard.h"
#include "CrashGuard.h"
#include "ProcessKeeping.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { STAGES = 8, TEXT = 512, SPARED = 16 };
static const uint64_t millisecond = 1000000;

static int blocked = -1;                 // signals of threads that block them: all but those below
static int noted[2] = {-1, -1};          // those of threads that do not, and wake-ups
static int told[2] = {-1, -1};           // what the listener reads
static bool is_listening, had_terminal, is_journal;
static uint32_t usual_milliseconds = 5000;
static int unfinished_code = 70;
static uint32_t allowed;                 // milliseconds, 0 before the end has begun

// Texts are written to the next place and then shown, so that a reader needs no lock.
static char stages[STAGES][TEXT];
static unsigned claimed_stage, shown_stage;
static char reason[TEXT];
static pid_t spared[SPARED];

static uint64_t now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 * millisecond + (uint64_t)time.tv_nsec;
}

static void wake(unsigned char number)
{
  ssize_t written = write(noted[1], &number, 1);
  (void)written;
}

// May come at any time, on any thread.
static void note_signal(int number)
{
  int kept = errno;
  wake((unsigned char)number);
  errno = kept;
}

// One that is gone can't be opened any more.
static bool has_terminal(void)
{
  int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return false;
  close(terminal);
  return true;
}

// MARK: The end

// A reader that has stopped reading must not hold us up.
static void say(const char *text)
{
  struct pollfd file = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&file, 1, 0) != 1 || !(file.revents & POLLOUT)) return;
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

static void say_line(const char *text, const char *more, const char *end)
{
  char line[2 * TEXT];
  snprintf(line, sizeof line - 1, "%starmac: %s%s%s", is_journal ? "<3>" : "", text, more, end);
  for (char *letter = line; *letter; ++letter)
    if ((unsigned char)*letter < ' ' || *letter == 0x7f) *letter = '?';
  strcat(line, "\n");
  say(line);
}

static _Noreturn void leave(int code)
{
  tarmac_kill_children_but(getpid(), spared, SPARED);
  _exit(code);
}

// Whether it ends unfinished.
static bool gives_up;

// A thread that ends in order while that is being said would end with another code than was
// announced.
static void end_as_told(void)
{
  while (__atomic_load_n(&gives_up, __ATOMIC_ACQUIRE)) pause();
}

// A thread of its own says it, so that the guard need not wait for that: standard error may be a
// file on a disk that hangs.
static sem_t is_to_be_said, is_said;

static void *speak(void *nothing)
{
  pthread_setname_np(pthread_self(), "end-speaker");
  while (sem_wait(&is_to_be_said) != 0) continue;
  char time[32];
  const char *stage = stages[__atomic_load_n(&shown_stage, __ATOMIC_ACQUIRE) % STAGES];
  if (*reason) say_line(reason, "", "");
  snprintf(time, sizeof time, "%g s", allowed / 1000.0);
  char text[128];
  snprintf(text, sizeof text, "The rig was to end within %s and does so now, unfinished: it was still ", time);
  say_line(text, *stage ? stage : "at what it did before", ".");
  sem_post(&is_said);
  return nothing;
}

static _Noreturn void give_up(void)
{
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 1;
  __atomic_store_n(&gives_up, true, __ATOMIC_RELEASE);
  sem_post(&is_to_be_said);
  while (sem_clockwait(&is_said, CLOCK_MONOTONIC, &limit) != 0 && errno == EINTR) continue;
  leave(unfinished_code);
}

void tarmac_end_begin(uint32_t milliseconds)
{
  uint32_t none = 0;
  if (__atomic_compare_exchange_n(&allowed, &none, milliseconds, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) wake(0);
}

bool tarmac_end_has_begun(void) { return __atomic_load_n(&allowed, __ATOMIC_ACQUIRE) != 0; }

void tarmac_end_stage(const char *stage)
{
  unsigned place = __atomic_add_fetch(&claimed_stage, 1, __ATOMIC_RELAXED);
  snprintf(stages[place % STAGES], TEXT, "%s", stage);
  __atomic_store_n(&shown_stage, place, __ATOMIC_RELEASE);
}

void tarmac_end_reason(const char *text) { snprintf(reason, TEXT, "%s", text); }

void tarmac_end_settings(uint32_t milliseconds, int code, bool journal)
{
  usual_milliseconds = milliseconds;
  unfinished_code = code;
  is_journal = journal;
}

void tarmac_end_spare(pid_t child, bool is_spared)
{
  for (int place = 0; place < SPARED; ++place) {
    pid_t present = is_spared ? 0 : child;
    if (__atomic_compare_exchange_n(&spared[place], &present, is_spared ? child : 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return;
  }
}

// MARK: Signals

// As if there were no guard.
static void die_of(int number)
{
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigaction(number, &usual, NULL);
  kill(getpid(), number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

// A rig whose terminal has gone ends with it, as people expect of what they have started there;
// SIGHUP means a reload else. A second request after more than a second means that somebody does
// not want to wait.
static void take(int number)
{
  static uint64_t first;
  if (!__atomic_load_n(&is_listening, __ATOMIC_ACQUIRE)) return die_of(number);
  bool is_reload = number == SIGHUP && (!had_terminal || has_terminal());
  if (!is_reload) {
    uint64_t asked = now();
    if (first && number != SIGHUP && asked - first > 1000 * millisecond) leave(128 + number);
    if (!first) first = asked;
    tarmac_end_begin(usual_milliseconds);
  }
  unsigned char word = is_reload ? SIGHUP : SIGTERM;
  ssize_t written = write(told[1], &word, 1);
  (void)written;
}

static void take_all(void)
{
  struct signalfd_siginfo info;
  while (read(blocked, &info, sizeof info) == sizeof info) take((int)info.ssi_signo);
  unsigned char number;
  while (read(noted[0], &number, 1) == 1)
    if (number) take(number);
}

static void *run(void *nothing)
{
  (void)nothing;
  pthread_setname_np(pthread_self(), "end-guard");
  uint64_t last = now(), spent = 0;
  for (;;) {
    bool is_ending = tarmac_end_has_begun();
    struct pollfd files[] = {{blocked, POLLIN, 0}, {noted[0], POLLIN, 0}};
    uint64_t step = (is_ending ? 50 : 250) * millisecond;
    poll(files, 2, (int)(step / millisecond));
    take_all();
    tarmac_keep_process();
    uint64_t time = now();
    // Where the whole process was held up, so was what is waited for.
    if (is_ending) spent += time - last < 2 * step ? time - last : 2 * step;
    last = time;
    if (is_ending && spent >= (uint64_t)allowed * millisecond) give_up();
  }
}

int tarmac_end_listen(void)
{
  __atomic_store_n(&is_listening, true, __ATOMIC_RELEASE);
  return told[0];
}

bool tarmac_end_guard(void)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t ours;
  sigemptyset(&ours);
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; ++index) {
    struct sigaction present;
    // `nohup` wants a rig that outlives its terminal.
    if (numbers[index] == SIGHUP && sigaction(SIGHUP, NULL, &present) == 0 && present.sa_handler == SIG_IGN) continue;
    sigaddset(&ours, numbers[index]);
  }
  had_terminal = has_terminal();
  int kind = O_CLOEXEC | O_NONBLOCK;
  if (pipe2(noted, kind) != 0 || pipe2(told, kind) != 0) return false;
  if (pthread_sigmask(SIG_BLOCK, &ours, NULL) != 0) return false;
  blocked = signalfd(-1, &ours, SFD_NONBLOCK | SFD_CLOEXEC);
  if (blocked < 0 || !tarmac_keep_from_now(&ours, note_signal)) return false;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  sem_init(&is_to_be_said, 0, 0);
  sem_init(&is_said, 0, 0);
  // Called first, it is done last.
  if (atexit(end_as_told) != 0) return false;
  int code = pthread_create(&thread, &attributes, speak, NULL);
  if (code == 0) code = pthread_create(&thread, &attributes, run, NULL);
  pthread_attr_destroy(&attributes);
  return code == 0;
}
