// SPDX-License-Identifier: Apache-2.0
// What Swift needs of C: the interface of LV2, libm, and the processor's floating-point mode.
#pragma once
#include <lv2/core/lv2.h>
#include <math.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
// Bits 6 and 15: denormals are zero on the way in and on the way out.
static inline unsigned long plugin_flush_denormals(void) {
  unsigned int mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040);
  return mode;
}
static inline void plugin_restore_mode(unsigned long mode) { _mm_setcsr((unsigned int)mode); }
#elif defined(__aarch64__)
static inline unsigned long plugin_flush_denormals(void) {
  unsigned long mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | (1UL << 24)));
  return mode;
}
static inline void plugin_restore_mode(unsigned long mode) {
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}
#else
static inline unsigned long plugin_flush_denormals(void) { return 0; }
static inline void plugin_restore_mode(unsigned long mode) { (void)mode; }
#endif
