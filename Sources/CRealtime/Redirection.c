// SPDX-License-Identifier: Apache-2.0
// Redirects functions of the C library in the tables that loaded libraries call them through.
#define _GNU_SOURCE
#include "Redirection.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__aarch64__)
enum { absolute = R_AARCH64_ABS64, global = R_AARCH64_GLOB_DAT, jump = R_AARCH64_JUMP_SLOT };
#else
enum { absolute = R_X86_64_64, global = R_X86_64_GLOB_DAT, jump = R_X86_64_JUMP_SLOT };
#endif

struct wish {
  bool (*isMeant)(const char *path);
  const struct tarmac_redirection *entries;
  size_t count;
};

static void redirect(const struct wish *wish, ElfW(Addr) base, const ElfW(Rela) *entry, const ElfW(Sym) *symbols, const char *names)
{
  unsigned type = ELF64_R_TYPE(entry->r_info);
  if ((type != absolute && type != global && type != jump) || entry->r_addend != 0) return;
  const char *name = names + symbols[ELF64_R_SYM(entry->r_info)].st_name;
  for (size_t index = 0; index < wish->count; ++index) {
    if (strcmp(name, wish->entries[index].name) != 0) continue;
    void **slot = (void **)(base + entry->r_offset);
    if (*slot == wish->entries[index].function) return;
    uintptr_t page = (uintptr_t)slot & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    if (mprotect((void *)page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE) == 0)
      __atomic_store_n(slot, wish->entries[index].function, __ATOMIC_RELEASE);
    return;
  }
}

static int redirectLibrary(struct dl_phdr_info *library, size_t size, void *data)
{
  const struct wish *wish = data;
  const char *path = library->dlpi_name;
  // The program and the kernel's own page have no path.
  if (!path || path[0] != '/' || !wish->isMeant(path)) return 0;
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
      redirect(wish, library->dlpi_addr, &tables[table][index], symbols, names);
  return 0;
}

void tarmac_redirect(bool (*isMeant)(const char *path), const struct tarmac_redirection *entries, size_t count)
{
  struct wish wish = {isMeant, entries, count};
  dl_iterate_phdr(redirectLibrary, &wish);
}
