// SPDX-License-Identifier: Apache-2.0
// Plugins that change settings of the whole process when they are instantiated, and one whose
// latency changes three times a second. Ports: 0 in, 1 out, and of the last one 2 its latency.
#define _GNU_SOURCE
#include "fixture.h"
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static void ignore(int number) {}

// Ignores requests to end, and takes the ends of children from the host. Its timer ends a process
// that does not expect the signal.
static LV2_Handle take_signals(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  signal(SIGTERM, ignore);
  signal(SIGINT, ignore);
  signal(SIGHUP, ignore);
  signal(SIGCHLD, SIG_IGN);
  signal(SIGPIPE, SIG_DFL);
  setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {.tv_usec = 300000}}, NULL);
  return fixture_instantiate(descriptor, rate, bundle, features);
}

// Sets another folder, no rights for new files and another server for programs that ask the
// environment, and closes the standard files.
static LV2_Handle take_process(const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features)
{
  if (chdir("/proc") == 0) umask(0777);
  setenv("JACK_DEFAULT_SERVER", "nowhere", 1);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  return fixture_instantiate(descriptor, rate, bundle, features);
}

static void run_pass(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  memcpy(me->port[1], me->port[0], frames * sizeof(float));
}

static void run_latent(LV2_Handle handle, uint32_t frames)
{
  struct fixture *me = handle;
  run_pass(handle, frames);
  me->count += (int)frames;
  if (frames > 0) *fixture_samples(me, 2) = (float)(me->count / 16384 * 37 % 1000);
}

static const LV2_Descriptor signals = {FIXTURE "takes-signals", take_signals, fixture_connect, NULL, run_pass, NULL, fixture_cleanup, NULL};
static const LV2_Descriptor process = {FIXTURE "takes-process", take_process, fixture_connect, NULL, run_pass, NULL, fixture_cleanup, NULL};
static const LV2_Descriptor latent = {FIXTURE "latent", fixture_instantiate, fixture_connect, NULL, run_latent, NULL, fixture_cleanup, NULL};
const LV2_Descriptor *const meddling_fixtures[] = {&signals, &process, &latent, &jack_fixture, NULL};
