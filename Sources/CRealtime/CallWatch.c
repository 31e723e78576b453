// SPDX-License-Identifier: Apache-2.0
// Redirects functions of the C library in the tables that loaded libraries call them through. The program's own table is
// left alone, so what stands below calls the real ones.
#define _GNU_SOURCE
#include "CallWatch.h"

#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local bool isWatched;
static struct tarmac_call_counts counts;

#define COUNT(what) do { if (isWatched) ++counts.what; } while (0)
#define WATCH(what, type, name, parameters, arguments) \
  static type watched_##name parameters { COUNT(what); return name arguments; }

WATCH(allocations, void *, malloc, (size_t size), (size))
WATCH(allocations, void *, calloc, (size_t count, size_t size), (count, size))
WATCH(allocations, void *, realloc, (void *old, size_t size), (old, size))
WATCH(allocations, void *, aligned_alloc, (size_t line, size_t size), (line, size))
WATCH(allocations, int, posix_memalign, (void **block, size_t line, size_t size), (block, line, size))
WATCH(allocations, void, free, (void *block), (block))

WATCH(locks, int, pthread_mutex_lock, (pthread_mutex_t *lock), (lock))
WATCH(locks, int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))
WATCH(locks, int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
WATCH(locks, int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *lock), (condition, lock))
WATCH(locks, int, pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until), (condition, lock, until))
WATCH(locks, int, sem_wait, (sem_t *semaphore), (semaphore))
WATCH(locks, int, sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until))
WATCH(locks, int, pthread_join, (pthread_t thread, void **result), (thread, result))

WATCH(kernel, int, pthread_cond_signal, (pthread_cond_t *condition), (condition))
WATCH(kernel, int, pthread_cond_broadcast, (pthread_cond_t *condition), (condition))
WATCH(kernel, int, sem_post, (sem_t *semaphore), (semaphore))
WATCH(kernel, int, pthread_create, (pthread_t *thread, const pthread_attr_t *how, void *(*body)(void *), void *argument), (thread, how, body, argument))
WATCH(kernel, int, sched_yield, (void), ())
WATCH(kernel, unsigned, sleep, (unsigned seconds), (seconds))
WATCH(kernel, int, usleep, (useconds_t time), (time))
WATCH(kernel, int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WATCH(kernel, int, clock_nanosleep, (clockid_t clock, int how, const struct timespec *time, struct timespec *left), (clock, how, time, left))
WATCH(kernel, ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size))
WATCH(kernel, ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
WATCH(kernel, int, close, (int file), (file))
WATCH(kernel, int, poll, (struct pollfd *files, nfds_t count, int time), (files, count, time))
WATCH(kernel, void *, mmap, (void *place, size_t size, int how, int flags, int file, off_t offset), (place, size, how, flags, file, offset))
WATCH(kernel, int, munmap, (void *place, size_t size), (place, size))
WATCH(kernel, FILE *, fopen, (const char *path, const char *how), (path, how))
WATCH(kernel, int, fclose, (FILE *file), (file))
WATCH(kernel, int, fflush, (FILE *file), (file))
WATCH(kernel, size_t, fread, (void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
WATCH(kernel, size_t, fwrite, (const void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
WATCH(kernel, int, fputs, (const char *text, FILE *file), (text, file))
WATCH(kernel, int, fputc, (int character, FILE *file), (character, file))
WATCH(kernel, int, puts, (const char *text), (text))
WATCH(kernel, int, putchar, (int character), (character))
WATCH(kernel, int, vfprintf, (FILE *file, const char *format, va_list list), (file, format, list))

static int watched_printf(const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vprintf(format, list);
  va_end(list);
  return result;
}

static int watched_fprintf(FILE *file, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vfprintf(file, format, list);
  va_end(list);
  return result;
}

// What printf and fprintf become in a library that was built with checks.
static int watched___printf_chk(int flag, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vprintf(format, list);
  va_end(list);
  return result;
}

static int watched___fprintf_chk(FILE *file, int flag, const char *format, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, format);
  int result = vfprintf(file, format, list);
  va_end(list);
  return result;
}

static int watched_open(const char *path, int flags, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return open(path, flags, mode);
}

static int watched_ioctl(int file, unsigned long request, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  return ioctl(file, request, argument);
}

static long watched_syscall(long number, ...)
{
  COUNT(kernel);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int index = 0; index < 6; ++index) a[index] = va_arg(list, long);
  va_end(list);
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#define ENTRY(name) {#name, (void *)watched_##name}
static const struct { const char *name; void *function; } watched[] = {
  ENTRY(malloc), ENTRY(calloc), ENTRY(realloc), ENTRY(aligned_alloc), ENTRY(posix_memalign), ENTRY(free),
  ENTRY(pthread_mutex_lock), ENTRY(pthread_rwlock_rdlock), ENTRY(pthread_rwlock_wrlock), ENTRY(pthread_cond_wait),
  ENTRY(pthread_cond_timedwait), ENTRY(sem_wait), ENTRY(sem_timedwait), ENTRY(pthread_join),
  ENTRY(pthread_cond_signal), ENTRY(pthread_cond_broadcast), ENTRY(sem_post), ENTRY(pthread_create), ENTRY(sched_yield),
  ENTRY(sleep), ENTRY(usleep), ENTRY(nanosleep), ENTRY(clock_nanosleep), ENTRY(read), ENTRY(write), ENTRY(close),
  ENTRY(poll), ENTRY(mmap), ENTRY(munmap), ENTRY(fopen), ENTRY(fclose), ENTRY(fflush), ENTRY(fread), ENTRY(fwrite),
  ENTRY(fputs), ENTRY(fputc), ENTRY(puts), ENTRY(putchar), ENTRY(vfprintf), ENTRY(printf), ENTRY(fprintf),
  ENTRY(__printf_chk), ENTRY(__fprintf_chk), ENTRY(open), ENTRY(ioctl), ENTRY(syscall),
  {"open64", (void *)watched_open}, {"fopen64", (void *)watched_fopen}, {"mmap64", (void *)watched_mmap},
};

#if defined(__aarch64__)
enum { absolute = R_AARCH64_ABS64, global = R_AARCH64_GLOB_DAT, jump = R_AARCH64_JUMP_SLOT };
#else
enum { absolute = R_X86_64_64, global = R_X86_64_GLOB_DAT, jump = R_X86_64_JUMP_SLOT };
#endif

static void redirect(ElfW(Addr) base, const ElfW(Rela) *entry, const ElfW(Sym) *symbols, const char *names)
{
  unsigned type = ELF64_R_TYPE(entry->r_info);
  if ((type != absolute && type != global && type != jump) || entry->r_addend != 0) return;
  const char *name = names + symbols[ELF64_R_SYM(entry->r_info)].st_name;
  for (size_t index = 0; index < sizeof watched / sizeof *watched; ++index) {
    if (strcmp(name, watched[index].name) != 0) continue;
    void **slot = (void **)(base + entry->r_offset);
    if (*slot == watched[index].function) return;
    uintptr_t page = (uintptr_t)slot & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    if (mprotect((void *)page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE) == 0)
      __atomic_store_n(slot, watched[index].function, __ATOMIC_RELEASE);
    return;
  }
}

static int redirectLibrary(struct dl_phdr_info *library, size_t size, void *unused)
{
  const char *path = library->dlpi_name;
  // The program, the kernel's own page, the dynamic linker, and what the program itself runs on.
  if (!path || path[0] != '/' || strstr(path, "/ld-linux") || strstr(path, "/libswift")) return 0;
  const ElfW(Dyn) *dynamic = NULL;
  for (int index = 0; index < library->dlpi_phnum; ++index)
    if (library->dlpi_phdr[index].p_type == PT_DYNAMIC)
      dynamic = (const ElfW(Dyn) *)(library->dlpi_addr + library->dlpi_phdr[index].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t sizes[2] = {0, 0};
  for (; dynamic && dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_SYMTAB) symbols = (const ElfW(Sym) *)dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_STRTAB) names = (const char *)dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_RELA) tables[0] = (const ElfW(Rela) *)dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_RELASZ) sizes[0] = dynamic->d_un.d_val;
    if (dynamic->d_tag == DT_JMPREL) tables[1] = (const ElfW(Rela) *)dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_PLTRELSZ) sizes[1] = dynamic->d_un.d_val;
  }
  if (!symbols || !names) return 0;
  for (int table = 0; table < 2; ++table)
    for (size_t index = 0; tables[table] && index < sizes[table] / sizeof(ElfW(Rela)); ++index)
      redirect(library->dlpi_addr, &tables[table][index], symbols, names);
  return 0;
}

void tarmac_child_prepare(void)
{
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void tarmac_watch_libraries(void) { dl_iterate_phdr(redirectLibrary, NULL); }
void tarmac_watch_begin(void) { isWatched = true; }
void tarmac_watch_end(void) { isWatched = false; }
struct tarmac_call_counts tarmac_watch_counts(void) { return counts; }
