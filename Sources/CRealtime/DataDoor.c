// SPDX-License-Identifier: Apache-2.0
// lilv opens files by itself and asks nobody; here is the one function through which it does.
#define _GNU_SOURCE
#include "DataDoor.h"
#include "Redirection.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int (*openFile)(const char *path);

static FILE *openForReading(const char *path, const char *mode)
{
  if (mode[0] != 'r' || strchr(mode, '+')) return fopen(path, mode);
  int file = openFile(path);
  return file < 0 ? NULL : fdopen(file, mode);
}

// What lilv would complain of is found before, and reported in words of our own.
static int printUnlessError(FILE *file, const char *format, va_list list)
{
  return file == stderr ? 0 : vfprintf(file, format, list);
}

static int printChecked(FILE *file, int flag, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int length = printUnlessError(file, format, list);
  va_end(list);
  return length;
}

static int printList(FILE *file, int flag, const char *format, va_list list)
{
  return printUnlessError(file, format, list);
}

static bool isReader(const char *path) { return strstr(path, "/libserd") != NULL; }

static bool isPartOfLilv(const char *path)
{
  return isReader(path) || strstr(path, "/liblilv") || strstr(path, "/libsord") || strstr(path, "/libsratom");
}

void tarmac_guard_data_files(int (*open)(const char *path))
{
  static const struct tarmac_redirection reading[] = {{"fopen", (void *)openForReading}, {"fopen64", (void *)openForReading}};
  static const struct tarmac_redirection printing[] = {{"__fprintf_chk", (void *)printChecked}, {"__vfprintf_chk", (void *)printList}};
  openFile = open;
  tarmac_redirect(isReader, reading, sizeof reading / sizeof *reading);
  tarmac_redirect(isPartOfLilv, printing, sizeof printing / sizeof *printing);
}
